"""What publishing would mean for those who play: told before it is done."""

import dataclasses

from games import queries
from games.registry import game_class, infos
from games.words import foresight
from games.words.foresight import Ahead

SHORT = 2  # letters; the words that decide most games


@dataclasses.dataclass(frozen=True, slots=True)
class Impact:
    """What the next version of a list changes: words, and for tables that play by the list."""

    ahead: Ahead
    gained: tuple[str, ...]
    lost: tuple[str, ...]
    running: int  # matches that go on by the versions there are
    used: tuple[tuple[str, int], ...]  # lost words, and at how many finished matches each was used
    short_gained: tuple[str, ...]
    short_lost: tuple[str, ...]
    cards: tuple["Cards", ...]


@dataclasses.dataclass(frozen=True, slots=True)
class Cards:
    """What two cards of a game's deck make from the next version on, and no longer."""

    title: str
    gained: tuple[str, ...]
    lost: tuple[str, ...]


def report(*, word_list: str = "") -> list[Impact]:
    """Return the impact of publishing what is decided, of the site or of a house list."""
    running = queries.tables_by_version()
    return [
        _impact(one, sum(count for (slug, _), count in running.items() if slug == one.slug))
        for one in foresight.ahead(word_list=word_list)
    ]


def _impact(ahead: Ahead, running: int) -> Impact:
    gained = tuple(shift.word for shift in ahead.shifts if shift.gained)
    lost = tuple(shift.word for shift in ahead.shifts if shift.lost)
    return Impact(
        ahead=ahead,
        gained=gained,
        lost=lost,
        running=running,
        used=tuple(queries.matches_with(words=lost, word_list=ahead.slug).items()),
        short_gained=_short(gained),
        short_lost=_short(lost),
        cards=tuple(_cards(gained, lost)),
    )


def _short(words: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(word for word in words if len(word) == SHORT)


def _cards(gained: tuple[str, ...], lost: tuple[str, ...]) -> list[Cards]:
    found = []
    for info in infos():
        cards = set(game_class(info.slug).cards())
        made = [tuple(word for word in some if _is_made_of(word, cards)) for some in (gained, lost)]
        if any(made):
            found.append(Cards(info.title, *made))
    return found


def _is_made_of(word: str, cards: set[str]) -> bool:
    """Tell whether two different cards make a word."""
    halves = ((word[:cut], word[cut:]) for cut in range(1, len(word)))
    return any(first in cards and last in cards and first != last for first, last in halves)

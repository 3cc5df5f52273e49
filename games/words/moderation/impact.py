"""What publishing would mean for those who play: told before it is done."""

import dataclasses
from collections.abc import Iterable, Iterator

from games.core.extras.protocols import HasDeck
from games.core.table.words import HOUSE_LIST, Words
from games.registry import game_class, infos
from games.words.lists import cards
from games.words.lists.tables import tables
from games.words.moderation import coming, editions
from games.words.moderation.coming import Ahead

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
    """What two cards of a game make from the next version on, or no longer; which are exchanged."""

    title: str
    gained: tuple[str, ...]
    lost: tuple[str, ...]
    new: tuple[str, ...]
    gone: tuple[str, ...]


def report(*, word_list: str = "", decks_too: bool = True) -> list[Impact]:
    """Return the impact of publishing what is decided, of the site or of a custom list.

    The making of new decks takes a second or two, once for each draft; without ``decks_too`` it
    tells what the cards there are will make.
    """
    running = tables().running_by_list()
    versions = coming.ahead(word_list=word_list)
    everyday = next((one for one in versions if one.slug == cards.EVERYDAY), None)
    return [
        _impact(
            one,
            running.get(one.slug, 0),
            tuple(_cards(one, everyday, decks_too=decks_too)),
        )
        for one in versions
    ]


def _impact(ahead: Ahead, running: int, cards: tuple[Cards, ...]) -> Impact:
    gained = tuple(shift.word for shift in ahead.shifts if shift.gained)
    lost = tuple(shift.word for shift in ahead.shifts if shift.lost)
    return Impact(
        ahead=ahead,
        gained=gained,
        lost=lost,
        running=running,
        used=tuple(tables().matches_with(words=lost, word_list=ahead.slug).items()),
        short_gained=tuple(word for word in gained if len(word) == SHORT),
        short_lost=tuple(word for word in lost if len(word) == SHORT),
        cards=cards,
    )


def _cards(ahead: Ahead, everyday: Ahead | None, *, decks_too: bool) -> Iterator[Cards]:
    """Yield what becomes of the cards of each game that has some."""
    gained, lost = _changes(ahead)
    for cls in (game_class(info.slug) for info in infos()):
        if not issubclass(cls, HasDeck):
            continue
        words, common = cards.in_force(ahead.slug)

        def holding(some: Iterable[str], words: Words = words) -> set[str]:
            return {w for w in some if (w in words or w in gained) and w not in lost}

        old = new = words.cards.get(cls.info.slug) or cls.cards()
        if decks_too:
            more, fewer = _changes(everyday) if everyday else (set[str](), set[str]())
            known = frozenset(holding({*common, *more} - fewer | _own_words(ahead)))
            new = cls.make_cards(known, _unwanted(words.unshown)) or cls.cards()
        before, after = {word for word in _pairs(old) if word in words}, holding(_pairs(new))
        if before != after or old != new:
            facts = (after - before, before - after, {*new} - {*old}, {*old} - {*new})
            yield Cards(cls.info.title, *(tuple(sorted(some)) for some in facts))


def _own_words(ahead: Ahead) -> set[str]:
    """Return the words that a custom list adds itself with the next version."""
    if not ahead.slug.startswith(HOUSE_LIST):
        return set()
    told = {shift.word for shift in ahead.shifts if shift.gained and shift.proposal is not None}
    return cards.own_words(ahead.slug) | told


def _changes(ahead: Ahead) -> tuple[set[str], set[str]]:
    gained = {shift.word for shift in ahead.shifts if shift.gained}
    return gained, {shift.word for shift in ahead.shifts if shift.lost}


def _unwanted(now: frozenset[str]) -> frozenset[str]:
    """Return the words no two cards may make, once the labels that were decided are in force."""
    decisions = [
        d for d in editions.draft() if d.kind == "relabel" or (d.kind == "add" and d.label)
    ]
    labels = {d.word: d.label for d in decisions}
    return frozenset(now - labels.keys() | {word for word, label in labels.items() if label})


def _pairs(cards: tuple[str, ...]) -> Iterator[str]:
    """Yield what each two different cards make."""
    return (first + last for first in cards for last in cards if first != last)

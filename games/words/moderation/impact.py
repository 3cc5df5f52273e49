"""What publishing would mean for those who play: told before it is done."""

import dataclasses
from collections.abc import Iterable, Iterator

from games.core.extras.protocols import HasDeck
from games.core.table.words import EVERYDAY, Words
from games.registry import game_class, infos
from games.words.lists import cards
from games.words.lists.tables import tables
from games.words.models import WordList, WordListVersion
from games.words.moderation import editions
from games.words.moderation.next_version import WordChange, next_version

SHORT = 2  # letters; the words that decide most games


@dataclasses.dataclass(frozen=True, slots=True)
class CardChanges:
    """What two cards of a game make from the next version on, or no longer; which are exchanged."""

    title: str
    gained: tuple[str, ...]
    lost: tuple[str, ...]
    new: tuple[str, ...]
    gone: tuple[str, ...]


@dataclasses.dataclass(slots=True)
class Impact:
    """What the next version of a list changes: words, and for tables that play by the list."""

    newest: WordListVersion
    changes: tuple[WordChange, ...]
    running: int  # matches that go on by the versions there are
    used: tuple[tuple[str, int], ...] = ()  # lost words, and how many finished matches had each
    cards: tuple[CardChanges, ...] = ()

    @property
    def word_list(self) -> WordList:
        """Return the list."""
        return self.newest.word_list

    @property
    def number(self) -> int:
        """Return the number of the next version."""
        return self.newest.number + 1

    @property
    def gained(self) -> list[str]:
        """Return the new words."""
        return [change.word for change in self.changes if change.gained]

    @property
    def lost(self) -> list[str]:
        """Return the words that no longer count."""
        return [change.word for change in self.changes if change.lost]

    @property
    def short_gained(self) -> list[str]:
        """Return the new words of two letters."""
        return [word for word in self.gained if len(word) == SHORT]

    @property
    def short_lost(self) -> list[str]:
        """Return the words of two letters that no longer count."""
        return [word for word in self.lost if len(word) == SHORT]


def report(word_list: WordList | None = None, *, new_cards: bool = True) -> list[Impact]:
    """Return the impact of publishing what is decided, of the site or of a custom list.

    The making of new cards takes a second or two, once for each draft; without ``new_cards`` it
    tells what the cards there are will make.
    """
    decisions, running = list(editions.draft(word_list)), tables().running_by_list()
    site_lists = WordList.objects.filter(base__isnull=True).order_by("max_tier")
    found = []
    for some_list in [word_list] if word_list else site_lists:
        coming = next_version(some_list, decisions, affected=True)
        if coming is not None and (changes := tuple(coming.word_changes())):
            found.append(Impact(coming.newest, changes, running.get(some_list.slug, 0)))
    everyday = next((one for one in found if one.word_list.slug == EVERYDAY), None)
    for one in found:
        used = tables().matches_with(words=one.lost, word_list=one.word_list.slug)
        one.used = tuple(used.items())
        one.cards = tuple(_cards(one, everyday, new_cards=new_cards))
    return found


def _cards(one: Impact, everyday: Impact | None, *, new_cards: bool) -> Iterator[CardChanges]:
    """Yield what becomes of the cards of each game that has some."""
    gained, lost = {*one.gained}, {*one.lost}
    for cls in (game_class(info.slug) for info in infos()):
        if not issubclass(cls, HasDeck):
            continue
        words, common = cards.in_force(one.word_list.slug)

        def holding(some: Iterable[str], words: Words = words) -> set[str]:
            return {w for w in some if (w in words or w in gained) and w not in lost}

        old = new = words.cards.get(cls.info.slug) or cls.cards()
        if new_cards:
            more, fewer = (everyday.gained, everyday.lost) if everyday else ([], [])
            known = holding({*common, *more} - {*fewer} | _own_words(one))
            new = cls.make_cards(frozenset(known), _unwanted(words.unshown)) or cls.cards()
        before, after = {word for word in _pairs(old) if word in words}, holding(_pairs(new))
        if before != after or old != new:
            facts = (after - before, before - after, {*new} - {*old}, {*old} - {*new})
            yield CardChanges(cls.info.title, *(tuple(sorted(some)) for some in facts))


def _own_words(one: Impact) -> set[str]:
    """Return the words that a custom list adds itself with the next version."""
    if not one.word_list.is_custom:
        return set()
    told = {change.word for change in one.changes if change.gained and change.proposal is not None}
    return cards.own_words(one.newest) | told


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

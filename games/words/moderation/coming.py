"""What the next edition would change, word by word, without publishing it.

Decisions follow the same rules as when they are published, but only for the words they affect:
people look at a draft far more often than they publish it.
"""

import dataclasses
from collections.abc import Collection, Sequence

from games.words.lists import publishing
from games.words.lists.access import list_of
from games.words.lists.statuses import Book
from games.words.models import Change, Proposal, Status, WordList, WordListVersion
from games.words.moderation import editions

MOST = 5_000  # words that are asked for one by one; from then on whole lists are read


@dataclasses.dataclass(frozen=True, slots=True)
class Shift:
    """A word that is about to change, and the decision that changes it, if there is one."""

    word: str
    before: str
    after: str
    proposal: Proposal | None

    @property
    def gained(self) -> bool:
        """Tell whether it counts from then on, at tables that do not allow slurs."""
        return self.after == Status.WORD != self.before

    @property
    def lost(self) -> bool:
        """Tell whether it no longer counts at such tables."""
        return self.before == Status.WORD != self.after


@dataclasses.dataclass(frozen=True, slots=True)
class Ahead:
    """The next version of a list: its number, and the words that change with it."""

    slug: str
    title: str
    number: int
    shifts: tuple[Shift, ...]


def ahead(*, word_list: str = "") -> list[Ahead]:
    """Return the versions that an edition would make now, of the site or of a custom list."""
    decisions = list(editions.draft(word_list=word_list))
    if word_list:
        return _of_house(list_of(word_list), decisions)
    found = []
    for site_list in WordList.objects.filter(base__isnull=True).order_by("max_tier"):
        newest = _newest(site_list)
        if newest is not None and decisions:
            words = _spoken_of(decisions, newest)
            before, after = publishing.book(newest, words), publishing.book(newest, words)
            found += _told(newest, before, after, decisions, words)
    return found


def _of_house(house: WordList, decisions: Sequence[Proposal]) -> list[Ahead]:
    newest = _newest(house)
    if newest is None or newest.base_version is None:
        return []
    below, follows = editions.upon(house, newest, decisions)
    words = _spoken_of(follows, newest)
    if words is not None and below is not None:
        words |= _changed_between(newest.base_version, below)
    before = publishing.book(newest, words)
    after = Book(house, publishing.base(house, below, words), dict(before.said))
    return _told(newest, before, after, follows, words)


def _newest(word_list: WordList) -> WordListVersion | None:
    versions = publishing.versions(word_list)
    return versions.select_related("word_list", "base_version__word_list").first()


def _spoken_of(decisions: Sequence[Proposal], newest: WordListVersion) -> set[str] | None:
    """Return the words that decisions can change in a list; None if there are too many to name."""
    words = {decision.word for decision in decisions if decision.word}
    for decision in decisions:
        if decision.kind == Proposal.Kind.IMPORT:
            batch = decision.batch
            words.update(batch.added.split(), batch.removed.split())
        elif decision.target is not None:
            said = Change.objects.filter(version__word_list=newest.word_list)
            words.update(said.values_list("word", flat=True))
            if decision.target.base_version != newest.base_version:
                return None
    return words if len(words) <= MOST else None


def _changed_between(one: WordListVersion, other: WordListVersion) -> set[str]:
    numbers = sorted((one.number, other.number))
    said = Change.objects.filter(
        version__word_list=one.word_list_id,
        version__number__gt=numbers[0],
        version__number__lte=numbers[1],
    )
    return set(said.values_list("word", flat=True))


def _told(
    newest: WordListVersion,
    before: Book,
    after: Book,
    decisions: Sequence[Proposal],
    words: Collection[str] | None,
) -> list[Ahead]:
    """Have the decisions followed, and return the version if it differs."""
    last: dict[str, Proposal] = {}
    for decision in decisions:
        said = after.follow(decision, lambda version: publishing.book(version, words))
        last.update(dict.fromkeys(said, decision))
    spoken = {*before.base, *before.said, *after.base, *after.said} if words is None else {*words}
    shifts = [
        Shift(word, before.status(word), after.status(word), last.get(word))
        for word in sorted(spoken | last.keys())
        if before.status(word) != after.status(word) or _is_relabelled(last.get(word), after)
    ]
    if not shifts:
        return []
    word_list = newest.word_list
    return [Ahead(word_list.slug, word_list.title, newest.number + 1, tuple(shifts))]


def _is_relabelled(decision: Proposal | None, after: Book) -> bool:
    """Tell whether a word of the list gets another label, which makes a version as well."""
    if decision is None or decision.kind != Proposal.Kind.RELABEL:
        return False
    return after.word_list.base_id is None and after.status(decision.word) != Status.OUT

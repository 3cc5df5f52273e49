"""What a list says about each word, and how a decision changes that.

Publishing and rebuilding both follow decisions by the rules here, so they can't disagree.
"""

import dataclasses
from collections.abc import Callable, Iterable

from django.db.models import QuerySet

from games.words.models import Label, Proposal, Status, WordList, WordListVersion

Content = dict[str, bool]  # word -> whether it is a slur, in the order of the words
Kind = Proposal.Kind


@dataclasses.dataclass(slots=True)
class Book:
    """A list as it stands: what lies below it, and what it says itself (word -> status)."""

    word_list: WordList
    base: Content
    said: dict[str, str]

    def status(self, word: str) -> str:
        """Return what the word is in the list: word, slur or out."""
        said = self.said.get(word)
        if said is None and word in self.base:
            return Status.SLUR if self.base[word] else Status.WORD
        return said or Status.OUT

    def content(self) -> Content:
        """Return all the list holds, in order."""
        if not self.said:
            return self.base
        found = {word: slur for word, slur in self.base.items() if word not in self.said}
        for word, status in self.said.items():
            if status != Status.OUT:
                found[word] = status == Status.SLUR
        return dict(sorted(found.items()))

    def follow(self, decision: Proposal, book_of: "BookOf") -> dict[str, str]:
        """Follow a decision; return the words it affects, each with its new status."""
        if not concerns(decision, self.word_list):
            return {}
        said = _SAYS[Kind(decision.kind)](self, decision, book_of)
        self.said.update(said)
        return said


BookOf = Callable[[WordListVersion], Book]


def concerns(decision: Proposal, word_list: WordList) -> bool:
    """Tell whether a decision is about a list.

    The site's lists are nested: a word added to one is added to all larger ones, and a word removed
    from one is removed from all smaller ones. Labels are the same everywhere.
    """
    if decision.kind == Kind.RELABEL:
        return True
    asked = decision.word_list
    if asked is None or asked == word_list:
        return asked is not None
    if word_list.base_id is not None or asked.base_id is not None:
        return False
    wider, narrower = word_list.max_tier > asked.max_tier, word_list.max_tier < asked.max_tier
    if decision.kind == Kind.IMPORT:
        return wider or narrower
    return (decision.kind == Kind.ADD and wider) or (decision.kind == Kind.REMOVE and narrower)


def _add(_: Book, decision: Proposal, _of: BookOf) -> dict[str, str]:
    return {decision.word: _counting(decision.label == Label.Kind.SLUR)}


def _remove(_: Book, decision: Proposal, _of: BookOf) -> dict[str, str]:
    return {decision.word: Status.OUT}


def _relabel(book: Book, decision: Proposal, _: BookOf) -> dict[str, str]:
    # A custom list repeats nothing of the list below it: only its own additions are touched.
    house = book.word_list.base_id is not None
    before = book.said.get(decision.word) if house else book.status(decision.word)
    if before in (None, Status.OUT):
        return {}
    return {decision.word: _counting(decision.label == Label.Kind.SLUR)}


def _import(book: Book, decision: Proposal, _: BookOf) -> dict[str, str]:
    batch, asked = decision.batch, decision.word_list
    tier = book.word_list.max_tier - (asked.max_tier if asked else 0)
    said: dict[str, str] = {}
    if tier >= 0:
        slurs = set(batch.slurs.split())
        new = (word for word in batch.added.split() if book.status(word) == Status.OUT)
        said.update((word, _counting(word in slurs)) for word in new)
    if tier <= 0:
        said.update((word, Status.OUT) for word in batch.removed.split())
    return said


def _roll_back(book: Book, decision: Proposal, book_of: BookOf) -> dict[str, str]:
    assert decision.target is not None  # noqa: S101 - a constraint of the table
    target = book_of(decision.target)
    words: Iterable[str] = book.said.keys() | target.said.keys()
    return {word: target.status(word) for word in sorted(words)}


def _counting(slur: bool) -> str:
    return Status.SLUR if slur else Status.WORD


_SAYS: dict[Proposal.Kind, Callable[[Book, Proposal, BookOf], dict[str, str]]] = {
    Kind.ADD: _add,
    Kind.REMOVE: _remove,
    Kind.RELABEL: _relabel,
    Kind.IMPORT: _import,
    Kind.ROLLBACK: _roll_back,
    Kind.DEFINE: lambda *_: {},
}


def published_decisions() -> QuerySet[Proposal]:
    """Return all decisions that were published, in the order in which they took effect."""
    found = Proposal.objects.filter(published_at__isnull=False)
    related = found.select_related(
        "word_list", "target__word_list", "target__base_version", "batch"
    )
    return related.order_by("published_at", "decided_at", "id")

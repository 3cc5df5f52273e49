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
class Statuses:
    """A list as it stands: what lies below it, and what it says itself (word -> status)."""

    word_list: WordList
    base: Content
    said: dict[str, str]

    def status(self, word: str) -> str:
        """Return what the word is in the list: word, slur or out."""
        said = self.said.get(word)
        if said is None and word in self.base:
            return Status.of(self.base[word])
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

    def follow(self, decision: Proposal, statuses_of: "StatusesOf") -> dict[str, str]:
        """Follow a decision; return the words it affects, each with its new status."""
        if not concerns(decision, self.word_list):
            return {}
        said = _SAYS[Kind(decision.kind)](self, decision, statuses_of)
        self.said.update(said)
        return said


StatusesOf = Callable[[WordListVersion], Statuses]


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
    if word_list.is_custom or asked.is_custom:
        return False
    wider, narrower = word_list.max_tier > asked.max_tier, word_list.max_tier < asked.max_tier
    if decision.kind == Kind.IMPORT:
        return wider or narrower
    return (decision.kind == Kind.ADD and wider) or (decision.kind == Kind.REMOVE and narrower)


def _add(_: Statuses, decision: Proposal, _of: StatusesOf) -> dict[str, str]:
    return {decision.word: Status.of(decision.label == Label.Kind.SLUR)}


def _remove(_: Statuses, decision: Proposal, _of: StatusesOf) -> dict[str, str]:
    return {decision.word: Status.OUT}


def _relabel(statuses: Statuses, decision: Proposal, _: StatusesOf) -> dict[str, str]:
    # A custom list repeats nothing of the list below it: only its own additions are touched.
    own = statuses.word_list.is_custom
    before = statuses.said.get(decision.word) if own else statuses.status(decision.word)
    if before in (None, Status.OUT):
        return {}
    return {decision.word: Status.of(decision.label == Label.Kind.SLUR)}


def _import(statuses: Statuses, decision: Proposal, _: StatusesOf) -> dict[str, str]:
    batch, asked = decision.batch, decision.word_list
    tier = statuses.word_list.max_tier - (asked.max_tier if asked else 0)
    said: dict[str, str] = {}
    if tier >= 0:
        slurs = set(batch.slurs.split())
        new = (word for word in batch.words["added"] if statuses.status(word) == Status.OUT)
        said.update((word, Status.of(word in slurs)) for word in new)
    if tier <= 0:
        said.update((word, Status.OUT) for word in batch.words["removed"])
    return said


def _roll_back(statuses: Statuses, decision: Proposal, statuses_of: StatusesOf) -> dict[str, str]:
    assert decision.target is not None  # noqa: S101 - a constraint of the table
    target = statuses_of(decision.target)
    words: Iterable[str] = statuses.said.keys() | target.said.keys()
    return {word: target.status(word) for word in sorted(words)}


_SAYS: dict[Proposal.Kind, Callable[[Statuses, Proposal, StatusesOf], dict[str, str]]] = {
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

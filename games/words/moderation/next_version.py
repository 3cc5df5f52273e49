"""The next version of a list: what the decisions that wait make of the newest one.

``editions`` publishes it, and ``impact`` shows it before. For showing it, only the words that
decisions affect are read: people look at a draft far more often than they publish it.
"""

import dataclasses
from collections.abc import Iterator, Sequence

from games.words.lists import publishing
from games.words.lists.statuses import Kind, Statuses, published_decisions
from games.words.models import Change, Proposal, Status, WordList, WordListVersion

MOST = 5_000  # words that are asked for one by one; from then on whole lists are read


@dataclasses.dataclass(frozen=True, slots=True)
class WordChange:
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
class NextVersion:
    """A list as its newest version has it, and as its next one will."""

    newest: WordListVersion
    below: WordListVersion | None  # what the next version of a custom list builds on
    before: Statuses
    after: Statuses
    decisions: dict[str, Proposal]  # each word's last

    def changes(self) -> list[Change]:
        """Return what the next version says otherwise, and why; not stored."""
        return [
            Change(
                word=word,
                status=self.after.said[word],
                reason=_reason(word, decision),
                proposal=decision,
            )
            for word, decision in self.decisions.items()
            if self._said_before(word) != self.after.said[word] or self._is_relabelled(word)
        ]

    def word_changes(self) -> Iterator[WordChange]:
        """Yield the words that change for those who play by the list, in order."""
        before, after = self.before, self.after
        for word in sorted({*before.base, *before.said, *after.base, *after.said}):
            was, becomes = before.status(word), after.status(word)
            if was != becomes or self._is_relabelled(word):
                yield WordChange(word, was, becomes, self.decisions.get(word))

    @property
    def builds_on_another(self) -> bool:
        """Tell whether it builds on another version of the list below it."""
        return self.newest.base_version != self.below

    def _said_before(self, word: str) -> str | None:
        """Return what the newest version says of a word; a custom list only what it says itself."""
        if self.newest.word_list.is_custom:
            return self.before.said.get(word)
        return self.before.status(word)

    def _is_relabelled(self, word: str) -> bool:
        """Tell whether a word of a site's list gets another label, which makes a version too."""
        decision = self.decisions.get(word)
        if decision is None or decision.kind != Kind.RELABEL or self.newest.word_list.is_custom:
            return False
        return self.after.status(word) != Status.OUT


def next_version(
    word_list: WordList, decisions: Sequence[Proposal], *, affected: bool = False
) -> NextVersion | None:
    """Return what decisions make of a list, None if it has no version yet.

    With ``affected`` it knows only the words that can change.
    """
    newest = word_list.newest()
    if newest is None:
        return None
    below = newest.base_version
    if word_list.is_custom:
        below, decisions = _below(newest, decisions)
    words = _affected(newest, below, decisions) if affected else None
    before = publishing.statuses(newest, words)
    is_same = below == newest.base_version
    base = before.base if is_same else publishing.base(word_list, below, words)
    after = Statuses(word_list, base, dict(before.said))
    last: dict[str, Proposal] = {}
    for decision in decisions:
        said = after.follow(decision, lambda version: publishing.statuses(version, words))
        last.update(dict.fromkeys(said, decision))
    return NextVersion(newest, below, before, after, last)


def _below(
    newest: WordListVersion, decisions: Sequence[Proposal]
) -> tuple[WordListVersion | None, list[Proposal]]:
    """Return what the next version of a custom list builds on, and the decisions it follows."""
    base = newest.word_list.base
    assert base is not None  # noqa: S101 - what makes it a custom list
    below = base.newest()
    for decision in decisions:
        if decision.target is not None:
            below = decision.target.base_version  # back to what it built on then
    relabelled = published_decisions().filter(
        kind=Kind.RELABEL, published_at__gt=newest.published_at
    )
    return below, [*relabelled, *decisions]


def _affected(
    newest: WordListVersion, below: WordListVersion | None, decisions: Sequence[Proposal]
) -> set[str] | None:
    """Return the words that can change; None if there are too many to name."""
    words = {decision.word for decision in decisions if decision.word}
    for decision in decisions:
        if decision.kind == Kind.IMPORT:
            words.update(*decision.batch.words.values())
        elif decision.target is not None:
            said = Change.objects.filter(version__word_list=newest.word_list)
            words.update(said.values_list("word", flat=True))
            if decision.target.base_version != newest.base_version:
                return None
    if newest.base_version is not None and below is not None:
        words |= _changed_between(newest.base_version, below)
    return words if len(words) <= MOST else None


def _changed_between(one: WordListVersion, other: WordListVersion) -> set[str]:
    first, last = sorted((one.number, other.number))
    said = Change.objects.filter(
        version__word_list=one.word_list_id, version__number__gt=first, version__number__lte=last
    )
    return set(said.values_list("word", flat=True))


def _reason(word: str, decision: Proposal) -> str:
    """Return why a word changes: of a file, what that says of the word, if anything."""
    if decision.kind != Kind.IMPORT:
        return decision.reason
    return str(decision.batch.reasons.get(word, decision.reason))

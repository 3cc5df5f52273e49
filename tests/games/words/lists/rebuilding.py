"""Makes a version again from the base and the decisions alone, to prove the stored one.

The changes that publishing stored for decisions are never read here; only those of releases, which
are facts of their own. The outcome has the checksums of the version, or somebody has tampered.
"""

from collections.abc import Iterator
from datetime import datetime

from games.words.lists import publishing
from games.words.lists.packing import checksum
from games.words.lists.statuses import Content, Statuses, published_decisions
from games.words.models import Change, Proposal, WordListVersion

Step = tuple[datetime, int, int, Proposal | dict[str, str]]


def rebuild(version: WordListVersion) -> Content:
    """Return all that a version holds, made again from the beginning."""
    return _statuses(version).content()


def is_as_decided(version: WordListVersion) -> bool:
    """Tell whether a version has the words its base and decisions lead to, by both checksums."""
    found = rebuild(version)
    ours = (checksum(publishing.listed(found, slurs=False)), checksum(found))
    return ours == (version.sha256, version.full_sha256)


def _statuses(version: WordListVersion) -> Statuses:
    below = version.base_version
    words = publishing.base(version.word_list) if below is None else rebuild(below)
    statuses = Statuses(version.word_list, words, {})
    for _, _, _, step in sorted(_steps(version), key=lambda step: step[:3]):
        if isinstance(step, dict):
            statuses.said.update(step)
        else:
            statuses.follow(step, _statuses)
    return statuses


def _steps(version: WordListVersion) -> Iterator[Step]:
    """Yield what made the list up to a version: releases by version, decisions by their order."""
    releases = Change.objects.filter(
        version__word_list=version.word_list,
        version__number__lte=version.number,
        proposal__isnull=True,
    )
    said: dict[tuple[datetime, int], dict[str, str]] = {}
    columns = ("version__published_at", "version__number", "word", "status")
    for at, number, word, status in releases.values_list(*columns):
        said.setdefault((at, number), {})[word] = status
    yield from ((at, 0, number, words) for (at, number), words in said.items())
    decisions = published_decisions().filter(published_at__lte=version.published_at)
    for rank, decision in enumerate(decisions):
        assert decision.published_at is not None
        yield decision.published_at, 1, rank, decision

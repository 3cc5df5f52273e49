"""What tables tell about words: words know no match, so the app of matches registers here."""

import dataclasses
from collections.abc import Iterable
from typing import Protocol


@dataclasses.dataclass(frozen=True, slots=True)
class TableWord:
    """What a word is at a table: by which version of which list, and whether it counts."""

    counts: bool
    slug: str
    title: str
    number: int
    slurs: bool  # the table allows them
    status: str  # in that version


class Tables(Protocol):
    """What somebody who knows matches can tell."""

    def word_at(self, *, public_id: str, word: str) -> TableWord | None:
        """Return what a word is at a table, None if it plays without words; raise LookupError."""

    def times_played(self, *, word: str) -> tuple[int, int]:
        """Return how often a word was played at finished tables, and at how many of them."""

    def running_by_list(self) -> dict[str, int]:
        """Return at how many tables each list is being played, by its slug."""

    def matches_with(self, *, words: Iterable[str], word_list: str) -> dict[str, int]:
        """Return at how many finished tables of a list each word was played, if at any."""


_registered: list[Tables] = []


def register(tables: Tables) -> None:
    """Have all questions about tables answered by ``tables``."""
    _registered[:] = [tables]


def tables() -> Tables:
    """Return who knows about tables."""
    return _registered[0]

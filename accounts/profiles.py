"""What the public profile tells of a person's games; the app of games says it, not this one."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from accounts.models import User


@dataclass(frozen=True)
class Record:
    """How often a person has finished one game, and how often won it."""

    title: str
    played: int
    won: int


RecordReader = Callable[[User], Sequence[Record]]
_readers: list[RecordReader] = []


def register_records(read: RecordReader) -> None:
    """Let the profile show what ``read`` finds; apps call this when they are ready."""
    _readers.append(read)


def records_of(user: User) -> list[Record]:
    """Return a person's records, in the order the games are registered."""
    return [record for read in _readers for record in read(user)]

"""The lines of a bundle, a dataclass for each kind: what goes into the file, and nothing else."""

import dataclasses
import typing
from datetime import datetime
from enum import StrEnum
from typing import Any, TypeVar

from games.core.clock import TimeControl
from games.core.codec import JSON
from games.core.table.agreement import Agreement
from lobby.leagues.season.values import FixtureStatus, Phase, Purpose, Standing

FORMAT = "tilepost-league/2"
ENDED = (Phase.FINISHED, Phase.CANCELLED)  # over for good: only these are in a bundle

L = TypeVar("L")


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class League:
    """The first line: what is played, how, and the site it comes from."""

    format: str = FORMAT
    site: str
    name: str
    about: str
    founded_at: datetime
    closed_at: datetime | None
    game: str
    options: dict[str, JSON]
    rules: dict[str, JSON]
    zone: str
    control: TimeControl
    agreement: Agreement


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Season:
    """A season with what it froze at its start; what belongs to it follows."""

    number: int
    phase: Phase
    registration_at: datetime
    check_in_at: datetime
    starts_at: datetime
    ended_at: datetime | None
    rounds: int
    round_ends_at: datetime | None
    seed: str
    game: str
    options: dict[str, JSON]
    rules: dict[str, JSON]
    zone: str
    control: TimeControl
    agreement: Agreement


@dataclasses.dataclass(frozen=True, slots=True)
class Division:
    """A division of the season."""

    level: int


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Entrant:
    """A place in the season; fixtures name it by its number among these lines, from 0."""

    level: int | None
    name: str
    joined_at: datetime
    standing: Standing
    rating: float
    last: int | None
    last_place: int | None
    moved: int
    pause: int | None
    checked_in: bool
    seed: int
    away: tuple[int, ...]
    left_at: datetime | None
    place: int | None
    next_level: int | None
    agreed_at: datetime
    former: tuple[dict[str, JSON], ...]


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Fixture:
    """Who met whom, how it ended, and the files of its matches."""

    level: int
    round: int
    number: int
    seats: tuple[int, ...]
    purpose: Purpose
    status: FixtureStatus
    opened_at: datetime | None
    due_at: datetime | None
    extended: bool
    places: tuple[int, ...] | None
    scores: tuple[int, ...] | None
    how: str
    ended_at: datetime | None
    transcript: JSON
    records: tuple[dict[str, JSON], ...]


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """An entry of the ledger."""

    number: int
    at: datetime
    by_name: str
    kind: str
    reason: str
    data: dict[str, JSON]
    former: str
    digest: str


@dataclasses.dataclass(frozen=True, slots=True)
class End:
    """The last line: how many came before it, and their fingerprint."""

    lines: int
    sha256: str


Line = League | Season | Division | Entrant | Fixture | Entry | End


def of(kind: type[L], row: Any, **others: Any) -> L:
    """Return a row as a line, with ``others`` in place of what the row says, or does not have."""
    hints = typing.get_type_hints(kind)
    facts = {
        name: _of(hint, getattr(row, name))
        for name, hint in hints.items()
        if name not in others and name != "format"
    }
    return kind(**facts, **others)


def _of(hint: Any, value: Any) -> Any:
    return hint(value) if isinstance(hint, type) and issubclass(hint, StrEnum) else value


def columns(line: Any, *others: str) -> dict[str, Any]:
    """Return what a line says by the columns of its row, without ``others``."""
    said = {field.name: getattr(line, field.name) for field in dataclasses.fields(line)}
    for agreed in said.keys() & {"control", "agreement"}:
        said |= dataclasses.asdict(said.pop(agreed))
    return {name: value for name, value in said.items() if name not in others}

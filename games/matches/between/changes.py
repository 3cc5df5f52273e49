"""What became of seats and clock between the moves, read and worded."""

import dataclasses
from collections.abc import Iterable
from datetime import datetime
from typing import Any, NamedTuple

from django.contrib.auth import get_user_model
from django.db import connection

from games.core.language.text import Text
from games.matches.models import ClockChange, Match, Seat, SeatChange

View = dict[str, Any]


# Read with every move, so plain SQL: to have it written would take longer than to run it.
_HAPPENED = """
SELECT 's', id, ply, player, at, kind, former FROM matches_seatchange
WHERE match_id = %s AND ply >= %s
UNION ALL
SELECT 'c', id, ply, player, at, kind, NULL FROM matches_clockchange
WHERE match_id = %s AND ply >= %s
ORDER BY 5, 1 DESC, 2
"""


@dataclasses.dataclass(frozen=True, slots=True)
class Change:
    """Something that happened to a seat or to the clock after the move at ``ply``."""

    key: str
    ply: int
    player: int | None
    at: datetime
    kind: str
    text: Text


class _Row(NamedTuple):
    """A SeatChange or a ClockChange as it stands in the database."""

    table: str  # "s" or "c"
    pk: int
    ply: int
    player: int | None
    at: datetime
    kind: str
    former: int | None

    @property
    def key(self) -> str:
        return f"{self.table}{self.pk}"


_OF_SEATS = {
    SeatChange.Kind.SUBSTITUTED: Text("The computer is playing for {name}"),
    SeatChange.Kind.RECLAIMED: Text("{name} has taken their seat back"),
    SeatChange.Kind.RESIGNED: Text("{name} resigned"),
    SeatChange.Kind.EXCUSED: Text("{name} ran out of time, so their clock has started again"),
    SeatChange.Kind.LOST: Text("{name} lost their seat"),
    SeatChange.Kind.COVERED: Text("{name} took over a seat"),
}


_OF_THE_CLOCK = {
    ClockChange.Kind.PAUSED: Text("Everyone agreed to pause"),
    ClockChange.Kind.RESUMED: Text("{name} ended the pause"),
    ClockChange.Kind.DAY_GIVEN: Text("{name} gave an extra day for this turn"),
    ClockChange.Kind.SITTING_BEGAN: Text("Everyone is here, so you're playing live from now on"),
    ClockChange.Kind.SITTING_ENDED: Text("{name} stopped playing live"),
    ClockChange.Kind.DESERTED: Text(
        "Everyone has left, so the match is waiting for someone to come back"
    ),
    ClockChange.Kind.WENT_ON: Text("The match has resumed"),
}


_BY_NOBODY_HERE = {
    ClockChange.Kind.DAY_GIVEN: Text("This turn was given more time"),
    ClockChange.Kind.SITTING_ENDED: Text(
        "Nobody moved for a while, so you're back to turn-based play"
    ),
}


def changes(match: Match, seats: list[Seat], *, since: int = 0) -> list[Change]:
    """Return what became of seats and clock after the move at a ply, in its order."""
    with connection.cursor() as cursor:
        cursor.execute(_HAPPENED, [match.pk, since, match.pk, since])
        rows = [_Row(*row) for row in cursor.fetchall()]
    names = _names_then(rows, seats)
    told = [
        Change(row.key, row.ply, row.player, row.at, row.kind, _told(row, names[row.key]))
        for row in rows
    ]
    return sorted(told, key=lambda one: (one.ply, one.at))


def changes_since(rows: Iterable[SeatChange | ClockChange], seats: list[Seat]) -> list[Change]:
    """Return what has just become of seats and clock, as ``changes`` would read it."""
    return [
        Change(row.key, row.ply, row.player, row.at, row.kind, _told(row, _name_of(row, seats)))
        for row in map(_row_of, rows)
    ]


def _row_of(change: SeatChange | ClockChange) -> _Row:
    table, former = "c", None
    if isinstance(change, SeatChange):
        table, former = "s", change.former
    return _Row(table, change.pk, change.ply, change.player, change.at, str(change.kind), former)


def _name_of(row: _Row, seats: list[Seat]) -> str:
    return "" if row.player is None else seats[row.player].name


def _told(row: _Row, name: str) -> Text:
    if row.table == "s":
        return _OF_SEATS[SeatChange.Kind(row.kind)].having(name=name)
    if not name and row.kind in _BY_NOBODY_HERE:
        return _BY_NOBODY_HERE[ClockChange.Kind(row.kind)]
    return _OF_THE_CLOCK[ClockChange.Kind(row.kind)].having(name=name)


def _names_then(rows: list[_Row], seats: list[Seat]) -> dict[str, str]:
    """Return by row how its player was called: somebody else may have sat down since."""
    names = {seat.player: seat.name for seat in seats}
    former = {row.former for row in rows if row.former is not None}
    people = get_user_model().objects.in_bulk(former) if former else {}
    then: dict[str, str] = {}
    for row in reversed(rows):
        then[row.key] = "" if row.player is None else names[row.player]
        if row.former is not None and row.player is not None:
            was = people.get(row.former)
            names[row.player] = was.username if was else str(Text("Someone"))
    return then


def changes_told(changes: list[Change]) -> list[View]:
    """Return what happened, as JSON with texts in it."""
    return [
        {
            "key": one.key,
            "ply": one.ply,
            "player": one.player,
            "at": one.at.isoformat(),
            "kind": one.kind,
            "text": one.text,
        }
        for one in changes
    ]

"""What is stored of a match at one moment, and what must be so of it whatever has happened."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import connection

from games.core.clock import GRACE, Form, Pace, TimeControl
from games.core.extras.prepared import Obstacle
from games.core.table.agreement import EXCUSES, Agreement
from games.matches.models import SeatChange

Row = dict[str, Any]
Kind = SeatChange.Kind

_RECORD = """
SELECT jsonb_build_object(
    'match', to_jsonb(match) - 'state' - 'options',
    'timer', to_jsonb(timer),
    'seats', (SELECT jsonb_agg(to_jsonb(seat) ORDER BY player)
              FROM matches_seat seat WHERE match_id = match.id),
    'entries', (SELECT coalesce(jsonb_agg(to_jsonb(move) - 'events' ORDER BY ply), '[]')
                FROM matches_move move WHERE match_id = match.id AND ply > %s),
    'changes', (SELECT coalesce(jsonb_agg(to_jsonb(change) ORDER BY id), '[]')
                FROM matches_seatchange change WHERE match_id = match.id AND id > %s),
    'faults', (SELECT count(*) FROM matches_preparedturn
               WHERE match_id = match.id AND fell = %s),
    'offers', (SELECT coalesce(jsonb_agg(kind), '[]')
               FROM matches_offer WHERE match_id = match.id)
)
FROM matches_match match JOIN matches_turntimer timer ON timer.match_id = match.id
WHERE match.id = %s
"""


@dataclass(frozen=True)
class Record:
    """A match with its turn, its seats and open offers, and what is new in its logs."""

    match: Row
    timer: Row
    seats: list[Row]
    entries: list[Row]
    changes: list[Row]
    offers: list[str]
    faults: int  # prepared turns that failed in the playing

    @property
    def running(self) -> bool:
        return bool(self.match["status"] == "running")

    @property
    def deadline_at(self) -> datetime | None:
        due = self.timer["deadline_at"]
        return datetime.fromisoformat(due) if due else None

    @property
    def fires_at(self) -> datetime | None:
        due = self.timer["fires_at"]
        return datetime.fromisoformat(due) if due else None

    @property
    def mover(self) -> Row:
        """Return the seat of the player to move; the match must be running."""
        return self.seats[self.match["to_move"]]

    def same_as(self, other: "Record") -> bool:
        """Tell whether nothing has happened to the match since."""
        unchanged = self.match == other.match and self.timer == other.timer
        return unchanged and not self.entries and not self.changes


def read(match_id: int, *, ply: int = 0, change: int = 0) -> Record:
    """Read a match with what its logs hold after a ply and after a change of hands; one query."""
    with connection.cursor() as cursor:
        cursor.execute(_RECORD, [ply, change, Obstacle.FAULT, match_id])
        return Record(**json.loads(cursor.fetchone()[0]))


# --- What must be so ------------------------------------------------------------------------------


def amiss(record: Record, control: TimeControl, agreement: Agreement) -> Iterator[str]:
    """Tell what of a match cannot be."""
    yield from _misheld(record, agreement)
    yield from _below_zero(record, control, agreement)
    yield from _mistimed(record, control, agreement)
    if record.match["quarantined_at"] or record.faults:
        yield "the rules failed"
    if len(set(record.offers)) < len(record.offers):
        yield f"one thing is offered twice: {record.offers}"


def _misheld(record: Record, agreement: Agreement) -> Iterator[str]:
    users = [seat["user_id"] for seat in record.seats if seat["user_id"]]
    if len(set(users)) < len(users):
        yield "somebody sits twice"
    for seat in record.seats:
        gone = bool(seat["resigned_at"] or seat["lost_at"])
        human = seat["controller"] == "human"
        if human and (gone or seat["substituted_at"] or not seat["user_id"]):
            yield f"two hold the seat {seat}"
        if not human and seat["user_id"] and not gone and not seat["substituted_at"]:
            yield f"nobody knows why the computer holds {seat}"
        if gone and seat["substituted_at"]:
            yield f"the computer keeps a lost seat for its owner: {seat}"
        if agreement.spells and seat["spells"] > agreement.spells and not seat["lost_at"]:
            yield f"too many spells: {seat}"


def _below_zero(record: Record, control: TimeControl, agreement: Agreement) -> Iterator[str]:
    most = control.cap if control.form is Form.FISCHER else control.bank
    if not all(0 <= bank <= most for bank in record.timer["banks"]):
        yield f"banks of {record.timer['banks']}"
    if not all(0 <= left <= agreement.rest for left in record.timer["rests"]):
        yield f"rests of {record.timer['rests']}"
    for seat in record.seats:
        if not (0 <= seat["excuses"] <= EXCUSES and seat["spells"] >= 0):
            yield f"excuses or spells of {seat}"


def _mistimed(record: Record, control: TimeControl, agreement: Agreement) -> Iterator[str]:
    timer, due, fires = record.timer, record.deadline_at, record.fires_at
    if timer["player"] != record.match["to_move"]:
        yield f"the clock is {timer['player']}'s, the turn {record.match['to_move']}'s"
    ticks = record.running and not timer["paused_at"]
    ticks = ticks and (control.form is not Form.NO_CLOCK or bool(timer["sitting_at"]))
    if (due is None or fires is None) is ticks:
        yield f"due at {due}, fires at {fires}, while the clock {'runs' if ticks else 'stands'}"
    if due is None or fires is None:
        return
    grace = timedelta(0) if timer["sitting_at"] else GRACE[Pace(control.pace)].fire
    # It fires before the deadline where a holiday is to begin by itself.
    on_time = fires - due == grace or (agreement.holiday and fires <= due)
    if not on_time or due < datetime.fromisoformat(timer["started_at"]):
        yield f"begun {timer['started_at']}, due {due}, fires {fires}"


def misauthored(holders: list[bool], record: Record) -> Iterator[str]:
    """Tell which new entries nobody can have made; keep in ``holders`` who holds their own seat.

    Changes of hands and entries are told apart by their ply: a change at ply 7 came after entry 7.
    """
    changes = list(record.changes)
    for entry in [*record.entries, None]:
        while changes and (entry is None or changes[0]["ply"] < entry["ply"]):
            change = changes.pop(0)
            if change["kind"] != Kind.EXCUSED:
                holders[change["player"]] = change["kind"] in (Kind.RECLAIMED, Kind.COVERED)
        if entry is None or entry["actor"] == "clock":
            continue
        if holders[entry["player"]] is not (entry["actor"] in ("human", "prepared")):
            yield f"{entry['actor']} at {entry['ply']}, seat held by its owner: {holders}"
    held = [seat["controller"] == "human" for seat in record.seats]
    if held != holders:
        yield f"seats are held by their owners: {held}, by the log {holders}"


def misnumbered(before: Record, after: Record) -> Iterator[str]:
    """Tell what is wrong with the numbers of the entries that were made since."""
    plies = [entry["ply"] for entry in after.entries]
    if plies != list(range(before.match["ply"] + 1, after.match["ply"] + 1)):
        yield f"from ply {before.match['ply']} to {after.match['ply']} by {plies}"
    if after.match["version"] < before.match["version"] + len(plies):
        yield f"from version {before.match['version']} to {after.match['version']}"
    for entry in after.entries:
        if entry["played_at"] < entry["started_at"]:
            yield f"ended before it began: {entry}"
    excused = any(change["kind"] == Kind.EXCUSED for change in after.changes)
    if after.timer["given"] and (after.entries or excused):
        yield "a turn that has just begun was given a day"
    if any(
        now > then for then, now in zip(before.timer["rests"], after.timer["rests"], strict=True)
    ):
        yield f"rests grew from {before.timer['rests']} to {after.timer['rests']}"

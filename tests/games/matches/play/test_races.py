"""A move and the clock's sweep meet around a deadline: however they do, there is one outcome.

A move that arrives within the grace and is carried out before the clock's moment counts; one that
arrives later never ends the turn that ran out. Whoever comes second finds the turn over.
"""

import itertools
import zlib
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import UTC, datetime, time, timedelta
from functools import partial
from random import Random
from threading import Barrier
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.db import connection, transaction

from accounts.rest import services as rest
from accounts.rest.rules.calendars import Calendar
from games.core.clock import GRACE, Form, Pace
from games.core.errors import Refusal
from games.core.table.agreement import Agreement, OnTimeout
from games.matches import play, reading, sweeps
from games.matches.models import Match, TurnTimer, WebProcess
from tests.factories import assert_replay_matches, first_action, make_match, make_user
from tests.size import runs

NOON = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
DAY = 86400
NIGHT = Calendar(ZoneInfo("UTC"), time(22), time(6))
EACH = runs(145, quick=5)  # races of each of the 28 tables
THREADED = runs(196, quick=28)  # races in threads; every table and rule meet in each 28
MEETING = 10  # players whose moves end a silence together

# What becomes of a turn that ran out, by the table's rule: actors of its entries, kinds of changes.
# An excused player's turn has begun again, so their late move is played in it.
TIMED_OUT: dict[OnTimeout, tuple[list[str], list[str]]] = {
    OnTimeout.MOVE: (["clock"], []),
    OnTimeout.EASY: ([], ["substituted"]),
    OnTimeout.LOSS: ([], ["lost"]),
    OnTimeout.EXCUSED: (["human"], ["excused"]),
}

OUTCOME = """
SELECT ARRAY(SELECT actor FROM matches_move WHERE match_id = %(match)s ORDER BY ply),
       ARRAY(SELECT kind FROM matches_seatchange WHERE match_id = %(match)s ORDER BY id)
"""


@dataclass(frozen=True)
class Table:
    """What the first turn's deadline follows from, and what happens after it."""

    name: str
    pace: Pace
    control: dict[str, Any]
    agreement: dict[str, Any] = field(default_factory=dict)
    given: bool = False
    rescued: bool = False

    @property
    def seats(self) -> int:
        return 2 if self.pace is Pace.LIVE else 3


LIVE, SLOW = Pace.LIVE, Pace.CORRESPONDENCE
TABLES = [
    Table("live", LIVE, {"budget": 60}),
    Table("live with a bank", LIVE, {"budget": 60, "bank": 30}),
    Table("slow", SLOW, {"budget": DAY}),
    Table("slow with a day given", SLOW, {"budget": DAY, "bank": 3600}, given=True),
    Table(
        "Fischer's, with nights", SLOW,
        {"form": Form.FISCHER, "budget": 3600, "bank": DAY, "cap": DAY}, {"rest": 9 * 3600},
    ),
    Table("slow with nights", SLOW, {"budget": 20 * 3600}, {"rest": 14 * DAY}),
    Table("slow with a holiday", SLOW, {"budget": DAY}, {"holiday": True}, rescued=True),
]  # fmt: skip


def sit_down(table: Table, rule: OnTimeout) -> Match:
    """Begin a match whose first player rests at night and has, where it counts, a day saved."""
    users = [make_user() for _ in range(table.seats)]
    rest.choose_calendar(user=users[0], calendar=NIGHT, now=NOON - timedelta(days=30))
    if table.rescued:
        for day in range(14, 0, -1):
            rest.note_active(user_id=users[0].pk, at=NOON - timedelta(days=day))
    agreement = Agreement(on_timeout=rule, **table.agreement)
    match = make_match(*users, pace=table.pace, agreement=agreement, now=NOON, **table.control)
    if table.given:
        play.give_day(match_id=match.pk, player=1, now=NOON)
    return match


def instants(pace: Pace) -> list[timedelta]:
    """Return instants around a deadline, the last of its grace and the clock's, after the first."""
    grace = GRACE[pace]
    near = [0.0, 1e-6, 1e-3, 0.5, 4.0]
    around = {timedelta(seconds=sign * by) for by in near for sign in (-1, 1)}
    marks = (timedelta(0), grace.accept, grace.fire)
    return sorted({mark + by for mark in marks for by in around})


def races(table: Table, rule: OnTimeout) -> Iterator[tuple[timedelta, timedelta, bool]]:
    """Yield races: when the move arrives, when the sweep looks, and whether the move is first."""
    every = list(itertools.product(instants(table.pace), instants(table.pace), (True, False)))
    chance = Random(zlib.crc32(f"{table.name} {rule}".encode()))
    yield from chance.sample(every, EACH)


@dataclass(frozen=True)
class Turn:
    """The first turn of a match, for which a move is sent once and the clock looks once."""

    match_id: int
    action: Any
    deadline_at: datetime

    def submit(self, arrived_at: datetime, now: datetime) -> bool:
        """Send the move; tell whether it was accepted."""
        try:
            play.submit(
                match_id=self.match_id,
                player=0,
                action=self.action,
                expected_ply=0,
                arrived_at=arrived_at,
                now=now,
            )
        except Refusal:
            return False
        return True

    def race(self, arrived_at: datetime, swept_at: datetime, *, move_first: bool) -> bool:
        """Let move and sweep meet, in that order at the lock; tell whether it was accepted."""
        if move_first:
            accepted = self.submit(arrived_at, arrived_at)
            sweeps.sweep_deadlines(now=swept_at)
        else:
            sweeps.sweep_deadlines(now=swept_at)
            accepted = self.submit(arrived_at, max(arrived_at, swept_at))
        sweeps.sweep_deadlines(now=max(arrived_at, swept_at))
        return accepted

    def outcome(self) -> tuple[list[str], list[str]]:
        """Return the actors of the log's entries, and what became of the seats."""
        with connection.cursor() as cursor:
            cursor.execute(OUTCOME, {"match": self.match_id})
            actors, kinds = cursor.fetchone()
        return actors, kinds


def first_turn(match: Match) -> Turn:
    timer = TurnTimer.objects.get(match=match)
    assert timer.deadline_at is not None
    return Turn(match.pk, first_action(match), timer.deadline_at)


def expected(
    table: Table, rule: OnTimeout, arrived: timedelta, swept: timedelta, *, move_first: bool
) -> tuple[list[str], list[str]]:
    """Return the outcome by the published rules, instants counted from the deadline."""
    grace = GRACE[table.pace]
    in_time = arrived <= grace.accept or table.rescued
    fired = swept >= grace.fire and not table.rescued and not move_first
    return (["human"], []) if in_time and not fired else TIMED_OUT[rule]


@pytest.mark.django_db
@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
@pytest.mark.parametrize("rule", OnTimeout)
def test_move_and_sweep_have_one_outcome(table: Table, rule: OnTimeout) -> None:
    match = sit_down(table, rule)
    turn, wrong = first_turn(match), []
    for arrived, swept, move_first in races(table, rule):
        with transaction.atomic():
            at, then = turn.deadline_at + arrived, turn.deadline_at + swept
            accepted = turn.race(at, then, move_first=move_first)
            found = turn.outcome()
            wanted = expected(table, rule, arrived, swept, move_first=move_first)
            if found != wanted or accepted != ("human" in found[0]):
                wrong.append((arrived, swept, move_first, accepted, found, wanted))
            transaction.set_rollback(True)
    assert wrong == []


@pytest.mark.django_db(transaction=True)
def test_move_and_sweep_meet_on_connections_of_their_own() -> None:
    """In threads, the lock decides who is first; either way the outcome is one that is published.

    The second of each pair reads what the first has committed, or finds the match held.
    """
    chance, together = Random(THREADED), Barrier(2)

    def at_once(service: Callable[[], Any]) -> Any:
        together.wait()
        try:
            return service()
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        for number in range(THREADED):
            table, rule = TABLES[number % len(TABLES)], list(OnTimeout)[number % len(OnTimeout)]
            arrived, swept = chance.choices(instants(table.pace), k=2)
            match = sit_down(table, rule)
            turn = first_turn(match)
            at, then = turn.deadline_at + arrived, turn.deadline_at + swept
            moved = pool.submit(at_once, partial(turn.submit, at, at))
            fired = pool.submit(at_once, partial(play.expire, match_id=match.pk, ply=0, now=then))
            accepted, _ = moved.result(), fired.result()
            found = turn.outcome()
            assert accepted == ("human" in found[0])
            assert found in [
                expected(table, rule, arrived, swept, move_first=move_first)
                for move_first in (True, False)
            ]
            assert_replay_matches(match)


@pytest.mark.django_db(transaction=True)
def test_a_process_that_was_given_up_is_counted_again_once() -> None:
    """Several threads of it go on in the same moment."""
    together = Barrier(MEETING)

    def go_on() -> timedelta:
        together.wait()
        try:
            return play.beat(process=77, now=NOON)
        finally:
            connection.close()

    with ThreadPoolExecutor(MEETING) as pool:
        beats = [pool.submit(go_on) for _ in range(MEETING)]
        assert [beat.result() for beat in beats] == [timedelta(0)] * MEETING
    assert list(WebProcess.objects.values_list("pk", "beat_at")) == [(77, NOON)]


@pytest.mark.django_db(transaction=True)
def test_moves_that_end_a_silence_together_hold_nobody_up() -> None:
    """Each finds the site's silence over at once, as does its beat: it is given back once to all.

    Whoever gave it back while holding a match would wait for others that wait for them.
    """
    play.keep_pulse(now=NOON)
    live = [sit_down(TABLES[0], OnTimeout.EASY) for _ in range(MEETING)]
    first = [first_turn(match) for match in live]
    back = NOON + timedelta(seconds=90)
    together = Barrier(MEETING + 1)

    def at_once(service: Callable[[], Any]) -> Any:
        together.wait()
        try:
            return service()
        finally:
            connection.close()

    with ThreadPoolExecutor(MEETING + 1) as pool:
        moved = [pool.submit(at_once, partial(turn.submit, back, back)) for turn in first]
        pool.submit(at_once, partial(play.keep_pulse, now=back)).result()
        assert [move.result() for move in moved] == [True] * MEETING
    begun = TurnTimer.objects.values_list("started_at", "deadline_at").order_by("match")
    assert list(begun) == [(back, back + timedelta(seconds=60))] * MEETING
    logged = [reading.moves(match_id=match.pk)[0].started_at for match in live]
    assert logged == [back] * MEETING

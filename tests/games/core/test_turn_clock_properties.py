"""What holds for every turn whose clock sleeps, on calendars drawn at random."""

import dataclasses
from datetime import UTC, datetime, timedelta
from random import Random
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.accounts.rest.rules.cases import SOME_DAY, ZONES, changes
from tests.games.core.turns import MINUTE, clock_of, count_minutes, draw_turn, left
from tests.size import runs

NOTHING = timedelta(0)
TICK = timedelta(microseconds=1)


def shown(at, calendar):
    """Tell whether the clock on the wall shows a time of rest."""
    wall = at.astimezone(calendar.zone)
    for day in (wall.date(), wall.date() - timedelta(days=1)):
        down = datetime.combine(day, calendar.sleep_from)
        if down <= wall.replace(tzinfo=None) < down + calendar.sleep:
            return True
    return wall.weekday() in calendar.days_off or wall.date() in calendar.dates_off


def check_deadline(turn, due):
    rest, stop = clock_of(turn)._stood(due)
    stops = sum((to_at - from_at for from_at, to_at in turn.stops), NOTHING)
    assert due <= turn.started_at + turn.thinking + turn.allowance + stops
    assert due - turn.started_at == turn.thinking + rest + stop
    assert NOTHING <= rest <= turn.allowance
    if rest < turn.allowance:
        assert not (shown(due, turn.calendar) and shown(due - TICK, turn.calendar))
    assert not any(from_at < due < to_at for from_at, to_at in turn.stops)


def check_time_left(turn, due, share):
    between = turn.started_at + (due - turn.started_at) * share
    now = left(turn, between)
    assert NOTHING <= now <= turn.thinking
    assert left(turn, between + timedelta(hours=5)) <= now
    assert left(turn, due) == NOTHING
    if turn.thinking and due > turn.started_at:
        assert left(turn, due - TICK) > NOTHING
    for from_at, to_at in clock_of(turn).stands():
        assert left(turn, from_at) == left(turn, to_at)


def check_order(turn, due, more):
    assert clock_of(dataclasses.replace(turn, started_at=turn.started_at + more)).deadline >= due
    assert clock_of(dataclasses.replace(turn, thinking=turn.thinking + more)).deadline >= due


def check(turn, *, share, more):
    due = clock_of(turn).deadline
    check_deadline(turn, due)
    check_time_left(turn, due, share)
    check_order(turn, due, more)


@pytest.mark.parametrize("part", range(4))
def test_many_calendars(part):
    rng = Random(f"calendars {part}")
    for _ in range(runs(25_000, quick=200)):
        turn = draw_turn(rng)
        more = timedelta(minutes=rng.choice((1, rng.randrange(2000))))
        check(turn, share=rng.random(), more=more)


def test_deadlines_agree_with_counting_minutes():
    rng = Random("minutes")
    for number in range(runs(1000, quick=10)):
        name = ZONES[number % len(ZONES)]
        near = (changes(name) or (SOME_DAY,))[:2][number // len(ZONES) % 2 - 1]
        turn = draw_turn(rng, name=name, near=near, most_days=2)
        due, rest, course = count_minutes(turn)
        assert clock_of(turn).deadline == due, turn
        assert clock_of(turn)._stood(due)[0] == rest, turn
        for minute in rng.sample(range(len(course)), min(3, len(course))):
            assert left(turn, turn.started_at + minute * MINUTE) == course[minute] * MINUTE, turn


def test_every_zone_and_both_of_its_changes_have_been_drawn():
    offsets = {
        at.astimezone(ZoneInfo(name)).utcoffset() for name in ZONES for at in changes(name)[:4]
    }
    assert {timedelta(hours=-9), timedelta(hours=13, minutes=45)} <= offsets
    assert sum(len(changes(name)) >= 6 for name in ZONES) >= 20
    fixed = {
        at.astimezone(ZoneInfo(name)).utcoffset()
        for name in ZONES
        for at in [datetime(2025, 1, 1, tzinfo=UTC)]
    }
    assert min(fixed) == timedelta(hours=-11)
    assert max(fixed) == timedelta(hours=14)


@settings(max_examples=runs(300, quick=30), deadline=None, derandomize=True)
@given(rng=st.randoms(use_true_random=False), share=st.floats(0, 1), more=st.integers(0, 3000))
def test_any_turn_can_be_shrunk(rng, share, more):
    check(draw_turn(rng), share=share, more=more * MINUTE)

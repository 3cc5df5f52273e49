"""What holds for every turn whose clock sleeps, on calendars drawn at random."""

import dataclasses
from datetime import UTC, datetime, timedelta
from random import Random
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from accounts.rest.rules.calendars import History
from accounts.rest.rules.countdown import deadline, left, pause, stands_until
from tests.accounts.rest.rules.cases import (
    MINUTE,
    SOME_DAY,
    ZONES,
    changes,
    count_minutes,
    draw_calendar,
    draw_turn,
)
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
    stood = pause(turn, due)
    stops = sum((stop.to_at - stop.from_at for stop in turn.stops), NOTHING)
    assert due.tzinfo is UTC
    assert due <= turn.started_at + turn.thinking + turn.allowance + stops
    assert due - turn.started_at == turn.thinking + stood.total
    assert NOTHING <= stood.rest <= turn.allowance
    if stood.rest < turn.allowance:
        assert not (shown(due, turn.calendar) and shown(due - TICK, turn.calendar))
    assert not any(stop.from_at < due < stop.to_at for stop in turn.stops)


def check_time_left(turn, due, share):
    between = turn.started_at + (due - turn.started_at) * share
    now = left(turn, between)
    assert NOTHING <= now <= turn.thinking
    assert left(turn, between + timedelta(hours=5)) <= now
    assert left(turn, due) == NOTHING
    if turn.thinking and due > turn.started_at:
        assert left(turn, due - TICK) > NOTHING
    goes_on_at = stands_until(turn, between)
    if goes_on_at is not None:
        assert between < goes_on_at <= due or not now
        assert left(turn, goes_on_at) == now


def check_order(turn, due, more):
    assert deadline(dataclasses.replace(turn, started_at=turn.started_at + more)) >= due
    assert deadline(dataclasses.replace(turn, thinking=turn.thinking + more)) >= due


def check(turn, *, share, more):
    due = deadline(turn)
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
        assert deadline(turn) == due, turn
        assert pause(turn, due).rest == rest, turn
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


@settings(max_examples=runs(200, quick=30), deadline=None, derandomize=True)
@given(rng=st.randoms(use_true_random=False), after=st.integers(0, 5000))
def test_another_calendar_chosen_during_a_turn_does_not_change_it(rng, after):
    turn = draw_turn(rng)
    history = History(turn.calendar)
    name = rng.choice(ZONES)
    chosen_at = turn.started_at + TICK + after * MINUTE
    changed = history.change(chosen_at, draw_calendar(rng, name, chosen_at))
    assert changed.at(turn.started_at) == turn.calendar
    again = dataclasses.replace(turn, calendar=changed.at(turn.started_at))
    assert deadline(again) == deadline(turn)
    assert changed.at(chosen_at).zone.key == name

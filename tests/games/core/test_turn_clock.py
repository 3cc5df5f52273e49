"""Clocks that stop for rests, as tables of cases; the week is that of Monday, 1 June 2026."""

import dataclasses
from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from accounts.rest.rules.calendars import Calendar
from tests.accounts.rest.rules.cases import june
from tests.games.core.turns import Turn, clock_of, left

UTC_ZONE = ZoneInfo("UTC")
NIGHTS = Calendar(UTC_ZONE, time(22), time(6))
WEEKENDS = Calendar(UTC_ZONE, time(22), time(6), frozenset({5, 6}))
ALWAYS = Calendar(UTC_ZONE)


def hours(count):
    return timedelta(hours=count)


def turn(start, thinking, calendar=NIGHTS, allowance=100, stops=()):
    return Turn(start, hours(thinking), calendar, hours(allowance), tuple(stops))


def deadline(turn):
    return clock_of(turn).deadline


def stood(turn, until):
    return clock_of(turn)._stood(until)


@pytest.mark.parametrize(
    ("start", "thinking", "calendar", "allowance", "due", "rest"),
    [
        (june(1), 24, ALWAYS, 100, june(2), 0),
        (june(1), 5, NIGHTS, 100, june(1, 17), 0),
        (june(1), 24, NIGHTS, 100, june(2, 20), 8),
        (june(1, 23), 5, NIGHTS, 100, june(2, 11), 7),
        (june(1), 10, NIGHTS, 100, june(1, 22), 0),  # used up at bedtime
        (june(1), 11, NIGHTS, 100, june(2, 7), 8),
        (june(1, 22), 1, NIGHTS, 100, june(2, 7), 8),
        (june(5), 24, WEEKENDS, 100, june(8, 20), 56),
        (june(1), 24, NIGHTS, 0, june(2, 12), 0),
        (june(1), 24, NIGHTS, 5, june(2, 17), 5),  # the clock goes on at 3 at night
        (june(1), 12, NIGHTS, 5, june(2, 5), 5),
        (june(1), 48, NIGHTS, 20, june(4, 8), 20),
        (june(1, 23), 0, NIGHTS, 100, june(2, 6), 7),
        (june(1, 12), 0, NIGHTS, 100, june(1, 12), 0),
    ],
)
def test_the_time_to_think_is_used_up_awake(start, thinking, calendar, allowance, due, rest):
    running_turn = turn(start, thinking, calendar, allowance)
    assert deadline(running_turn) == due
    assert stood(running_turn, due) == (hours(rest), hours(0))
    assert clock_of(running_turn).used(due) == thinking * 3600


def test_time_left_stands_still_in_the_night():
    running_turn = turn(june(1, 20), 10)
    at = [june(1, 19), june(1, 20), june(1, 21), june(1, 22), june(2, 3), june(2, 6), june(2, 7)]
    assert [left(running_turn, now) for now in at] == [hours(h) for h in (10, 10, 9, 8, 8, 8, 7)]
    assert left(running_turn, june(2, 14)) == hours(0)
    assert left(running_turn, june(9)) == hours(0)


def test_the_page_can_say_when_the_clock_stands():
    running_turn = turn(june(1, 20), 100, allowance=12)
    assert clock_of(running_turn).stands() == [
        (june(1, 22), june(2, 6)), (june(2, 22), june(3, 2)),
    ]  # fmt: skip


def test_a_stop_costs_no_allowance_and_a_rest_inside_it_costs_none():
    running_turn = turn(june(1), 24, allowance=8, stops=[(june(1, 18), june(2, 18))])
    assert deadline(running_turn) == june(3, 20)
    assert stood(running_turn, june(9)) == (hours(8), hours(24))
    assert (june(1, 18), june(2, 18)) in clock_of(running_turn).stands()


def test_the_clock_still_stops_when_the_allowance_is_used_up():
    running_turn = turn(june(1), 24, allowance=0, stops=[(june(2, 1), june(3, 1))])
    assert deadline(running_turn) == june(3, 12)


def test_stops_may_overlap_and_come_in_any_order():
    stops = [
        (june(3), june(4)),
        (june(1, 13), june(2)),
        (june(1), june(3, 15)),
    ]
    assert deadline(turn(june(1), 1, ALWAYS, stops=stops)) == june(4, 13)


def test_a_stop_that_began_before_the_turn_leaves_nothing_of_an_earlier_rest():
    running_turn = turn(june(1, 23), 1, allowance=0, stops=[(june(1, 22, 30), june(2, 1))])
    assert deadline(running_turn) == june(2, 2)


def test_a_given_day_is_a_day_later_awake():
    running_turn = turn(june(1), 2)
    longer = dataclasses.replace(running_turn, thinking=running_turn.thinking + hours(24))
    assert (deadline(running_turn), deadline(longer)) == (june(1, 14), june(2, 22))


def test_instants_may_be_written_in_any_zone():
    berlin = ZoneInfo("Europe/Berlin")
    local = datetime(2026, 3, 28, 12, tzinfo=berlin)
    calendar = Calendar(berlin, time(22), time(6))
    due = deadline(Turn(local, hours(24), calendar, hours(100)))
    assert due.astimezone(berlin) == datetime(2026, 3, 29, 20, tzinfo=berlin)
    assert due - local == hours(31)  # the night is an hour shorter


def test_a_holiday_stops_the_clock():
    away = dataclasses.replace(
        clock_of(turn(june(1), 24, ALWAYS)), holidays=((june(1, 18), june(3, 18)),)
    )
    assert away.deadline == june(4, 12)


@pytest.mark.parametrize(("thinking", "at"), [(24, june(2, 18)), (4, june(1, 15))])
def test_a_holiday_may_begin_with_two_hours_left_or_a_quarter_of_a_short_turn(thinking, at):
    assert clock_of(turn(june(1), thinking)).rescue_at == at

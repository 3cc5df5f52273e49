"""Clocks that sleep as tables of cases; the week is that of Monday, 1 June 2026."""

import dataclasses
from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from accounts.edge.instants import Stretch
from accounts.rest.rules.calendars import Calendar, History
from accounts.rest.rules.countdown import (
    Countdown,
    Pause,
    Terms,
    begin,
    deadline,
    left,
    pause,
    rescue,
    stands_until,
    used,
)
from accounts.rest.rules.holiday import Ledger, book, running, saved
from tests.accounts.rest.rules.cases import june

UTC_ZONE = ZoneInfo("UTC")
NIGHTS = Calendar(UTC_ZONE, time(22), time(6))
WEEKENDS = Calendar(UTC_ZONE, time(22), time(6), frozenset({5, 6}))
ALWAYS = Calendar(UTC_ZONE)


def hours(count):
    return timedelta(hours=count)


def turn(start, thinking, calendar=NIGHTS, allowance=100, stops=()):
    return Countdown(start, hours(thinking), calendar, hours(allowance), tuple(stops))


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
    assert pause(running_turn, due) == Pause(hours(rest), hours(0))
    assert used(running_turn, due) == hours(thinking)


def test_time_left_stands_still_in_the_night():
    running_turn = turn(june(1, 20), 10)
    at = [june(1, 19), june(1, 20), june(1, 21), june(1, 22), june(2, 3), june(2, 6), june(2, 7)]
    assert [left(running_turn, now) for now in at] == [hours(h) for h in (10, 10, 9, 8, 8, 8, 7)]
    assert left(running_turn, june(2, 14)) == hours(0)
    assert left(running_turn, june(9)) == hours(0)


def test_the_page_can_say_until_when_the_clock_stands():
    running_turn = turn(june(1, 20), 100, allowance=12)
    at = [june(1, 21), june(1, 22), june(2, 5), june(2, 6), june(2, 23), june(3, 3)]
    assert [stands_until(running_turn, now) for now in at] == [
        None, june(2, 6), june(2, 6), None, june(3, 2), None,
    ]  # fmt: skip


def test_a_stop_costs_no_allowance_and_a_rest_inside_it_costs_none():
    running_turn = turn(june(1), 24, allowance=8, stops=[Stretch(june(1, 18), june(2, 18))])
    assert deadline(running_turn) == june(3, 20)
    assert pause(running_turn, june(9)) == Pause(rest=hours(8), stop=hours(24))
    assert stands_until(running_turn, june(1, 20)) == june(2, 18)


def test_the_clock_still_stops_when_the_allowance_is_used_up():
    running_turn = turn(june(1), 24, allowance=0, stops=[Stretch(june(2, 1), june(3, 1))])
    assert deadline(running_turn) == june(3, 12)


def test_stops_may_overlap_and_come_in_any_order():
    stops = [
        Stretch(june(3), june(4)),
        Stretch(june(1, 13), june(2)),
        Stretch(june(1), june(3, 15)),
    ]
    assert deadline(turn(june(1), 1, ALWAYS, stops=stops)) == june(4, 13)


def test_a_stop_that_began_before_the_turn_leaves_nothing_of_an_earlier_rest():
    running_turn = turn(june(1, 23), 1, allowance=0, stops=[Stretch(june(1, 22, 30), june(2, 1))])
    assert deadline(running_turn) == june(2, 2)


def test_a_given_day_is_a_day_later_awake():
    running_turn = turn(june(1), 2)
    longer = dataclasses.replace(running_turn, thinking=running_turn.thinking + hours(24))
    assert (deadline(running_turn), deadline(longer)) == (june(1, 14), june(2, 22))


def test_instants_may_be_written_in_any_zone():
    berlin = ZoneInfo("Europe/Berlin")
    local = datetime(2026, 3, 28, 12, tzinfo=berlin)
    calendar = Calendar(berlin, time(22), time(6))
    due = deadline(Countdown(local, hours(24), calendar, hours(100)))
    assert due.astimezone(berlin) == datetime(2026, 3, 29, 20, tzinfo=berlin)
    assert due - local == hours(31)  # the night is an hour shorter


@pytest.mark.parametrize("numbers", [(-1, 0), (1, -1)])
def test_there_is_no_negative_time(numbers):
    with pytest.raises(ValueError, match="no less than no time"):
        turn(june(1), numbers[0], allowance=numbers[1])


# --- At a table -----------------------------------------------------------------------------------

PLAYED = tuple(june(1) - timedelta(days=day) for day in range(1, 43))  # three days saved
LEDGER = Ledger(PLAYED)


def begin_turn(ledger, *, holiday, history=None, pauses=()):
    return begin(
        started_at=june(1),
        thinking=hours(24),
        terms=Terms(hours(40), holiday),
        history=history or History(NIGHTS),
        ledger=ledger,
        pauses=pauses,
    )


def test_holiday_stops_the_clock_where_the_table_has_it():
    away = book(LEDGER, from_at=june(1, 18), until_at=june(3, 18), now=june(1))
    assert deadline(begin_turn(away, holiday=True)) == june(4, 20)
    assert deadline(begin_turn(away, holiday=False)) == june(2, 20)


def test_a_pause_of_the_table_stops_the_clock_either_way():
    pauses = [Stretch(june(1, 13), june(1, 15))]
    assert deadline(begin_turn(LEDGER, holiday=False, pauses=pauses)) == june(2, 22)
    assert deadline(begin_turn(LEDGER, holiday=True, pauses=pauses)) == june(2, 22)


def test_a_turn_keeps_the_calendar_it_began_with():
    history = History(NIGHTS).change(june(1, 12, 1), WEEKENDS)
    assert begin_turn(LEDGER, holiday=True, history=history).calendar == NIGHTS
    history = History(NIGHTS).change(june(1, 12), WEEKENDS)
    assert begin_turn(LEDGER, holiday=True, history=history).calendar == WEEKENDS


def test_holiday_begins_by_itself_when_two_hours_are_left():
    running_turn = begin_turn(LEDGER, holiday=True)
    assert rescue(running_turn, LEDGER, june(2, 17, 59)) is None
    away = rescue(running_turn, LEDGER, june(2, 18, 1))
    assert running(away, june(2, 18)).until_at == june(5, 18)
    assert saved(away, june(2, 18)) == 0
    later = begin_turn(away, holiday=True)
    assert left(later, june(3)) == left(later, june(5, 18)) == hours(2)
    assert deadline(later) == june(5, 20)


def test_a_holiday_that_was_noticed_late_began_when_it_was_due():
    running_turn = begin_turn(LEDGER, holiday=True)
    assert rescue(running_turn, LEDGER, june(2, 23)) == rescue(running_turn, LEDGER, june(2, 18))


def test_a_short_turn_is_left_its_last_quarter():
    running_turn = turn(june(1), 4)
    away = rescue(running_turn, LEDGER, june(1, 15))
    assert away.holidays[0].from_at == june(1, 15)


def test_no_holiday_begins_by_itself_with_nothing_saved_or_when_there_is_one():
    running_turn = begin_turn(Ledger(), holiday=True)
    assert rescue(running_turn, Ledger(), june(2, 19)) is None
    away = rescue(running_turn, LEDGER, june(2, 19))
    assert rescue(running_turn, away, june(2, 19)) is None

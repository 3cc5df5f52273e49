"""Calendars as tables of cases: what is allowed, and which instants local times are."""

import subprocess
import sys
from datetime import UTC, date, datetime, time, timedelta
from itertools import islice
from zoneinfo import ZoneInfo

import pytest

from accounts.edge.instants import Stretch, first_instant, last_instant
from accounts.rest.rules.calendars import BadCalendar, Calendar, rests
from tests.accounts.rest.rules.cases import dates, june

BERLIN = ZoneInfo("Europe/Berlin")
NIGHT = {"sleep_from": time(22), "sleep_to": time(7)}


def coming_rests(calendar, start):
    return iter(rests(calendar, start, start + timedelta(days=60)))


def utc(text):
    return datetime.fromisoformat(f"{text}+00:00")


def spans(calendar, start, count=3):
    """Return the first rests as pairs of local times."""
    return [
        tuple(
            at.astimezone(calendar.zone).strftime("%a %d %H:%M")
            for at in (rest.from_at, rest.to_at)
        )
        for rest in islice(coming_rests(calendar, start), count)
    ]


# --- What is allowed ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wishes", "sentence"),
    [
        (
            {"sleep_from": time(21), "sleep_to": time(7, 1)},
            "You can have up to 10 sleep hours a day",
        ),
        ({"sleep_from": time(7), "sleep_to": time(6)}, "You can have up to 10 sleep hours a day"),
        ({"sleep_from": time(22, 0, 30), "sleep_to": time(7)}, "in whole minutes"),
        ({"sleep_from": time(22, tzinfo=UTC), "sleep_to": time(7)}, "whole minutes"),
        ({"days_off": frozenset({0, 1, 2, 3})}, "3 days off a week"),
        ({"days_off": frozenset({7})}, "For weekly days off, choose days of the week"),
        ({"dates_off": dates(*range(1, 23))}, "21 single days off"),
    ],
)
def test_too_much_quiet_is_refused_with_a_sentence(wishes, sentence):
    with pytest.raises(BadCalendar, match=sentence):
        Calendar(BERLIN, **wishes)


@pytest.mark.parametrize(
    ("down", "up", "hours"),
    [(22, 7, 9), (0, 0, 0), (13, 13, 0), (21, 7, 10), (1, 9, 8), (23, 0, 1), (0, 10, 10)],
)
def test_sleep_goes_past_midnight_or_is_none(down, up, hours):
    assert Calendar(BERLIN, time(down), time(up)).sleep == timedelta(hours=hours)


def test_the_most_that_is_allowed_is_allowed():
    calendar = Calendar(BERLIN, time(21), time(7), frozenset({4, 5, 6}), dates(*range(1, 22)))
    assert spans(calendar, june(22), 1) == [("Mon 22 21:00", "Tue 23 07:00")]


# --- Rests ----------------------------------------------------------------------------------------


def test_no_quiet_is_no_rest():
    assert list(coming_rests(Calendar(BERLIN), june(1))) == []


def test_rests_come_in_order_from_the_one_that_runs():
    calendar = Calendar(BERLIN, **NIGHT)
    expected = [("Sun 31 22:00", "Mon 01 07:00"), ("Mon 01 22:00", "Tue 02 07:00")]
    assert spans(calendar, june(1, 4, 59), 2) == expected
    assert spans(calendar, june(1, 5), 1) == [("Mon 01 22:00", "Tue 02 07:00")]


def test_sleep_and_days_off_that_touch_are_one_rest():
    calendar = Calendar(BERLIN, **NIGHT, days_off=frozenset({5, 6}), dates_off=dates(8))
    assert spans(calendar, june(5)) == [
        ("Fri 05 22:00", "Tue 09 07:00"),
        ("Tue 09 22:00", "Wed 10 07:00"),
        ("Wed 10 22:00", "Thu 11 07:00"),
    ]


def test_sleep_by_day_is_within_a_day_off():
    calendar = Calendar(BERLIN, time(9), time(17), frozenset({2}))
    assert spans(calendar, june(2, 16)) == [
        ("Wed 03 00:00", "Thu 04 00:00"),
        ("Thu 04 09:00", "Thu 04 17:00"),
        ("Fri 05 09:00", "Fri 05 17:00"),
    ]


def test_dates_off_alone_come_to_an_end():
    calendar = Calendar(BERLIN, dates_off=dates(24, 25, 4, 1))
    assert spans(calendar, june(2), 9) == [
        ("Thu 04 00:00", "Fri 05 00:00"),
        ("Wed 24 00:00", "Fri 26 00:00"),
    ]


@pytest.mark.parametrize(
    ("zone", "begins"),
    [
        ("Pacific/Pago_Pago", "2026-06-03T09:00"),
        ("Pacific/Kiritimati", "2026-06-02T08:00"),
        ("Asia/Kathmandu", "2026-06-02T16:15"),
        ("Australia/Adelaide", "2026-06-02T12:30"),
        ("UTC", "2026-06-02T22:00"),
    ],
)
def test_ten_at_night_is_where_the_person_lives(zone, begins):
    calendar = Calendar(ZoneInfo(zone), time(22), time(6))
    found = next(
        r for r in coming_rests(calendar, june(1)) if r.from_at.astimezone(calendar.zone).day == 2
    )
    assert found == Stretch(utc(begins), utc(begins) + timedelta(hours=8))


# --- Changes of the clocks ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("zone", "wall", "first", "last"),
    [
        # an ordinary time
        ("Europe/Berlin", "2026-03-28T02:30", "2026-03-28T01:30", "2026-03-28T01:30"),
        # 29 March 2026: 01:59 is followed by 03:00, which is 01:00 UTC
        ("Europe/Berlin", "2026-03-29T02:00", "2026-03-29T01:00", "2026-03-29T01:00"),
        ("Europe/Berlin", "2026-03-29T02:30", "2026-03-29T01:00", "2026-03-29T01:00"),
        ("Europe/Berlin", "2026-03-29T03:00", "2026-03-29T01:00", "2026-03-29T01:00"),
        ("Europe/Berlin", "2026-03-29T03:01", "2026-03-29T01:01", "2026-03-29T01:01"),
        # 25 October 2026: the hour from 02:00 comes twice
        ("Europe/Berlin", "2026-10-25T02:30", "2026-10-25T00:30", "2026-10-25T01:30"),
        ("Europe/Berlin", "2026-10-25T03:00", "2026-10-25T02:00", "2026-10-25T02:00"),
        # half an hour
        ("Australia/Lord_Howe", "2026-10-04T02:15", "2026-10-03T15:30", "2026-10-03T15:30"),
        ("Australia/Lord_Howe", "2026-04-05T01:45", "2026-04-04T14:45", "2026-04-04T15:15"),
        # no midnight on 26 April 2024
        ("Africa/Cairo", "2024-04-26T00:00", "2024-04-25T22:00", "2024-04-25T22:00"),
        # the hour before midnight comes twice, midnight once
        ("America/Santiago", "2026-04-04T23:30", "2026-04-05T02:30", "2026-04-05T03:30"),
        ("America/Santiago", "2026-04-05T00:00", "2026-04-05T04:00", "2026-04-05T04:00"),
        # 30 December 2011 was left out
        ("Pacific/Apia", "2011-12-30T12:00", "2011-12-30T10:00", "2011-12-30T10:00"),
    ],
)
def test_a_time_that_is_skipped_or_comes_twice(zone, wall, first, last):
    moment = datetime.fromisoformat(wall)
    assert first_instant(ZoneInfo(zone), moment) == utc(first)
    assert last_instant(ZoneInfo(zone), moment) == utc(last)


@pytest.mark.parametrize(
    ("night", "down", "up", "begins", "ends"),
    [
        ("2026-03-28", 22, 7, "2026-03-28T21:00", "2026-03-29T05:00"),  # an hour shorter
        ("2026-10-24", 22, 7, "2026-10-24T20:00", "2026-10-25T06:00"),  # an hour longer
        ("2026-03-29", 2.5, 9, "2026-03-29T01:00", "2026-03-29T07:00"),
        ("2026-03-28", 21, 2.5, "2026-03-28T20:00", "2026-03-29T01:00"),
        ("2026-10-25", 2.5, 9, "2026-10-25T00:30", "2026-10-25T08:00"),  # from the first 02:30
        ("2026-10-24", 21, 2.5, "2026-10-24T19:00", "2026-10-25T01:30"),  # to the second
        ("2026-10-25", 2.25, 2.75, "2026-10-25T00:15", "2026-10-25T01:45"),
    ],
)
def test_a_night_of_the_change_is_one_rest(night, down, up, begins, ends):
    first, last = (time(int(hour), int(hour % 1 * 60)) for hour in (down, up))
    calendar = Calendar(BERLIN, first, last)
    evening = datetime.combine(date.fromisoformat(night), first, tzinfo=BERLIN).astimezone(UTC)
    found = next(coming_rests(calendar, evening - timedelta(hours=3)))
    assert found == Stretch(utc(begins), utc(ends))


def test_sleep_within_the_hour_that_is_skipped_is_no_rest():
    calendar = Calendar(BERLIN, time(2, 15), time(2, 45))
    nights = [
        rest.from_at.isoformat()
        for rest in islice(coming_rests(calendar, utc("2026-03-28T12:00")), 2)
    ]
    assert nights == ["2026-03-30T00:15:00+00:00", "2026-03-31T00:15:00+00:00"]


@pytest.mark.parametrize(("change", "hours"), [("2026-03-29", 23), ("2026-10-25", 25)])
def test_a_day_off_is_the_whole_local_day(change, hours):
    day = date.fromisoformat(change)
    rest = next(coming_rests(Calendar(BERLIN, dates_off=frozenset({day})), utc(f"{change}T00:00")))
    assert rest.to_at - rest.from_at == timedelta(hours=hours)


def test_a_date_that_was_left_out_is_no_rest():
    left_out = Calendar(ZoneInfo("Pacific/Apia"), dates_off=frozenset({date(2011, 12, 30)}))
    assert list(coming_rests(left_out, utc("2011-12-28T00:00"))) == []


def test_rests_between_two_instants_are_those_that_touch_the_time_between():
    calendar = Calendar(BERLIN, **NIGHT)
    since, until = datetime(2026, 6, 2, 3, tzinfo=BERLIN), datetime(2026, 6, 3, 22, tzinfo=BERLIN)
    assert rests(calendar, since, until) == tuple(islice(coming_rests(calendar, since), 2))
    assert len(rests(calendar, since, until + timedelta(microseconds=1))) == 3
    assert rests(Calendar(BERLIN), since, until) == ()


def test_calendars_need_no_django():
    rules = "accounts.rest.rules.calendars, accounts.rest.rules.holiday"
    program = f"import sys, {rules}; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    loaded = done.stdout.split()
    assert "accounts.rest.rules.calendars" in loaded
    assert not {"django", "games"} & set(loaded)

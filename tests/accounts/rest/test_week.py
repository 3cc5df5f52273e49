"""The picture of the coming week, and ends in words."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from accounts.edge.instants import Stretch
from accounts.rest.rules.calendars import Calendar
from accounts.rest.week import Bar, until, week

VIENNA = ZoneInfo("Europe/Vienna")
NOW = datetime(2026, 5, 4, 12, 30, tzinfo=UTC)  # a Monday, half past two in Vienna
HOUR = timedelta(hours=1)


def hours(*pairs):
    return tuple(Bar(start * 60, end * 60) for start, end in pairs)


class TestWeek:
    def test_it_begins_today_where_the_person_lives(self):
        late = datetime(2026, 5, 4, 22, 30, tzinfo=UTC)
        days = week(Calendar(VIENNA), now=late)
        assert [day.date for day in days] == [date(2026, 5, 5 + n) for n in range(7)]
        assert [day.now for day in days] == [30, *[None] * 6]

    def test_without_rest_the_clock_runs(self):
        days = week(Calendar(VIENNA), now=NOW)
        assert {(day.rests, day.away, day.in_words) for day in days} == {((), (), "no rest")}

    def test_nights_are_at_both_ends_of_a_day(self):
        days = week(Calendar(VIENNA, time(23), time(7)), now=NOW)
        assert {day.rests for day in days} == {hours((0, 7), (23, 24))}
        assert days[0].in_words == "rest 00:00 to 07:00 and 23:00 to 24:00"

    def test_days_off_and_dates_off_are_whole(self):
        calendar = Calendar(VIENNA, time(1), time(9), frozenset({5}), frozenset({date(2026, 5, 6)}))
        night, whole = hours((1, 9)), hours((0, 24))
        rests = [day.rests for day in week(calendar, now=NOW)]
        assert rests == [night, night, whole, night, night, whole, night]
        assert week(calendar, now=NOW)[2].in_words == "rest all day"

    @pytest.mark.parametrize(
        ("day", "expected"),
        [
            (date(2026, 3, 29), hours((1, 5))),  # put forward at two: an hour less
            (date(2026, 10, 25), hours((1, 5))),  # put back at three: an hour more
        ],
    )
    def test_it_shows_the_wall_when_clocks_are_changed(self, day, expected):
        calendar = Calendar(VIENNA, time(1), time(5))
        now = datetime(day.year, day.month, day.day, 12, tzinfo=VIENNA)
        assert week(calendar, now=now)[0].rests == expected

    def test_holiday_is_shown_besides(self):
        away = [
            Stretch(NOW - HOUR * 100, NOW - HOUR * 50),
            Stretch(NOW + HOUR, NOW + HOUR * 30),
            Stretch(NOW + HOUR * 1000, NOW + HOUR * 1001),
        ]
        days = week(Calendar(VIENNA, time(0), time(6)), now=NOW, away=away)
        assert [day.away for day in days] == [
            (Bar(15 * 60 + 30, 1440),),
            (Bar(0, 20 * 60 + 30),),
            *[()] * 5,
        ]
        assert days[0].in_words == "rest 00:00 to 06:00; holiday 15:30 to 24:00"


@pytest.mark.parametrize(
    ("at", "words"),
    [
        ("2026-05-04 21:05", "today, 21:05"),
        ("2026-05-05 00:00", "the end of today"),
        ("2026-05-05 09:00", "tomorrow, 09:00"),
        ("2026-05-06 00:00", "the end of tomorrow"),
        ("2026-05-10 09:00", "Sunday, 09:00"),
        ("2026-05-11 00:00", "the end of Sunday"),
        ("2026-05-11 09:00", "Monday 11 May, 09:00"),
        ("2027-01-02 00:00", "the end of Friday 1 January 2027"),
    ],
)
def test_an_end_is_said_as_people_would(at, words):
    assert until(datetime.fromisoformat(at).replace(tzinfo=VIENNA), zone=VIENNA, now=NOW) == words

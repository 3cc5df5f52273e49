"""The calendar of a league: whole days of its own zone."""

from datetime import UTC, datetime, timedelta

from lobby.leagues.season import dates
from tests.lobby.leagues.season.steps import DAY, START, planned


def test_a_day_of_the_calendar_has_23_hours_in_spring_and_25_in_autumn():
    berlin = {"hour": 18, "zone": "Europe/Berlin"}
    spring = datetime(2026, 3, 28, 17, tzinfo=UTC)
    assert dates.later(spring, 1, **berlin) - spring == timedelta(hours=23)
    autumn = datetime(2026, 10, 24, 16, tzinfo=UTC)
    assert dates.later(autumn, 1, **berlin) - autumn == timedelta(hours=25)


def test_an_hour_that_the_clocks_leave_out_is_the_one_after_it():
    at = dates.later(datetime(2026, 3, 28, 12, tzinfo=UTC), 1, hour=2, zone="Europe/Berlin")
    assert at == datetime(2026, 3, 29, 1, tzinfo=UTC)


def test_the_first_hour_not_before_an_instant():
    at = datetime(2026, 6, 1, 17, tzinfo=UTC)
    assert dates.not_before(at, hour=18, zone="UTC") == datetime(2026, 6, 1, 18, tzinfo=UTC)
    assert dates.not_before(at, hour=16, zone="UTC") == datetime(2026, 6, 2, 16, tzinfo=UTC)


def test_registration_and_check_in_open_whole_days_before_the_start():
    season = planned(registration_days=7, check_in_days=2)
    assert season.registration_at == START - 7 * DAY
    assert season.check_in_at == START - 2 * DAY


def test_registration_lasts_a_day_at_least():
    assert planned(registration_days=0, check_in_days=0).registration_at == START - DAY

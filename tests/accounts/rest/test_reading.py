"""What games read of a person's rest: lists of stretches, and whether a holiday is to begin."""

import dataclasses
from datetime import UTC, datetime, time, timedelta
from itertools import pairwise
from random import Random
from zoneinfo import ZoneInfo

import pytest

from accounts.notices import outbox
from accounts.notices.preferences import choosing
from accounts.notices.preferences.choosing import Choice
from accounts.rest import services as rest
from accounts.rest.models import CalendarRow, HolidayRow
from accounts.rest.reading import Rests, may_begin, quiet, read_ahead, rests_of
from accounts.rest.rules.calendars import Calendar
from accounts.users.models import User
from tests.accounts.conftest import NOW
from tests.accounts.rest.rules.cases import SOME_DAY, ZONES, draw_calendar
from tests.size import runs

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)
HOUR = timedelta(hours=1)
VIENNA = ZoneInfo("Europe/Vienna")
NIGHTS = Calendar(VIENNA, time(23), time(7))


def earn(user, days, *, before=NOW):
    for back in range(days, 0, -1):
        rest.note_active(user_id=user.pk, at=before - DAY * back)


def night(day):
    return (datetime(2026, 5, day, 21, tzinfo=UTC), datetime(2026, 5, day + 1, 5, tzinfo=UTC))


class TestRests:
    def test_whoever_chose_nothing_never_rests(self, anna, django_assert_num_queries):
        with django_assert_num_queries(1):
            assert rests_of(user_id=anna.pk, since=NOW, most=DAY) == Rests((), ())

    def test_nights_begin_before_the_turn_must_be_over(self, anna, django_assert_num_queries):
        rest.choose_calendar(user=anna, calendar=NIGHTS, now=NOW - DAY)
        with django_assert_num_queries(1):
            found = rests_of(user_id=anna.pk, since=NOW, most=DAY * 2)
        assert found == Rests((night(4), night(5)), ())

    def test_a_night_that_runs_already_is_one(self, anna):
        rest.choose_calendar(user=anna, calendar=NIGHTS, now=NOW)
        found = rests_of(user_id=anna.pk, since=night(4)[0] + HOUR, most=HOUR)
        assert found.rests == (night(4),)

    def test_the_calendar_is_the_latest_by_then(self, anna):
        rest.choose_calendar(user=anna, calendar=NIGHTS, now=NOW)
        for later in (1, 2):
            naps = Calendar(VIENNA, time(13 + later), time(14 + later))
            rest.choose_calendar(user=anna, calendar=naps, now=NOW + HOUR * later)
        first, second, none = (
            rests_of(user_id=anna.pk, since=NOW + HOUR * hours, most=DAY).rests
            for hours in (0, 1.5, -1)
        )
        assert first == (night(4),)
        assert second == ((NOW + DAY, NOW + DAY + HOUR),)
        assert none == ()

    def test_each_holiday_not_over_is_there_and_nights_go_on_behind_it(self, anna):
        rest.choose_calendar(user=anna, calendar=NIGHTS, now=NOW - DAY * 90)
        earn(anna, 70, before=NOW - DAY * 10)
        over = rest.switch_on(user=anna, now=NOW - DAY * 9)
        rest.end(user=anna, holiday_id=over.pk, now=NOW - DAY * 8 - HOUR * 22)
        gone = rest.book(user=anna, from_at=NOW + DAY, until_at=NOW + DAY * 2, now=NOW - DAY * 8)
        rest.end(user=anna, holiday_id=gone.pk, now=NOW - DAY * 7)
        booked = [(NOW + DAY * 4, NOW + DAY * 5), (NOW - HOUR, NOW + DAY - HOUR)]
        for from_at, until_at in booked:
            rest.book(user=anna, from_at=from_at, until_at=until_at, now=NOW - DAY * 2)
        found = rests_of(user_id=anna.pk, since=NOW, most=DAY)
        assert found.holidays == (booked[1], booked[0])
        assert found.rests == tuple(night(day) for day in (4, 5, 6))

    def test_one_that_was_ended_early_ends_then(self, anna):
        earn(anna, 28)
        row = rest.switch_on(user=anna, now=NOW)
        rest.end(user=anna, holiday_id=row.pk, now=NOW + HOUR)
        assert rests_of(user_id=anna.pk, since=NOW, most=DAY).holidays == ((NOW, NOW + HOUR),)
        assert rests_of(user_id=anna.pk, since=NOW + HOUR, most=DAY).holidays == ()

    def test_those_of_others_are_theirs(self, anna):
        ben = User.objects.create_user("Ben", "ben@post.example")
        rest.choose_calendar(user=ben, calendar=NIGHTS, now=NOW)
        earn(ben, 14)
        rest.switch_on(user=ben, now=NOW)
        assert rests_of(user_id=anna.pk, since=NOW, most=DAY) == Rests()

    def test_they_are_in_order_and_apart_and_reach_far_enough(self, anna):
        rng = Random("rests of people")
        for number in range(runs(300, quick=20)):
            calendar = draw_calendar(rng, rng.choice(ZONES), SOME_DAY)
            at = SOME_DAY + DAY * number
            CalendarRow.objects.create(
                user=anna,
                at=at,
                zone=calendar.zone.key,
                sleep_from=calendar.sleep_from,
                sleep_to=calendar.sleep_to,
                days_off=sorted(calendar.days_off),
                dates_off=sorted(calendar.dates_off),
            )
            most = timedelta(minutes=rng.randrange(30_000))
            found = rests_of(user_id=anna.pk, since=at, most=most).rests
            assert all(one.to_at < other.from_at for one, other in pairwise(found))
            assert all(at < one.to_at > one.from_at < at + most for one in found)
            if calendar.sleep or calendar.days_off:
                assert not found or found[-1].to_at > at + most - DAY * 7


class TestHolidayByItself:
    at = NOW - HOUR

    def test_it_begins_for_all_days_saved(self, anna, django_assert_num_queries):
        earn(anna, 28)
        with django_assert_num_queries(1):
            assert may_begin(user_id=anna.pk, at=self.at) is True
        assert rest.begin_by_itself(user_id=anna.pk, at=self.at) is True
        row = HolidayRow.objects.get()
        assert (row.booked_at, row.from_at, row.until_at) == (self.at, self.at, self.at + DAY * 2)
        assert row.by_itself is True
        assert rests_of(user_id=anna.pk, since=self.at - DAY, most=DAY).holidays == (
            (row.from_at, row.until_at),
        )

    def test_asking_twice_is_asking_once(self, anna):
        earn(anna, 28)
        rest.begin_by_itself(user_id=anna.pk, at=self.at)
        assert may_begin(user_id=anna.pk, at=self.at) is False
        assert rest.begin_by_itself(user_id=anna.pk, at=self.at) is False
        assert HolidayRow.objects.count() == 1

    def test_none_begins_if_none_is_wished(self, anna):
        earn(anna, 28)
        rest.choose_automatic_start(user=anna, wished=False)
        assert may_begin(user_id=anna.pk, at=self.at) is False
        assert rest.begin_by_itself(user_id=anna.pk, at=self.at) is False

    def test_none_begins_if_none_is_saved(self, anna):
        earn(anna, 13)
        assert may_begin(user_id=anna.pk, at=self.at) is False
        assert rest.begin_by_itself(user_id=anna.pk, at=self.at) is False
        assert HolidayRow.objects.count() == 0

    def test_days_that_are_gone_meanwhile_do_not_count(self, anna):
        earn(anna, 28)
        rest.book(user=anna, from_at=NOW + DAY, until_at=NOW + DAY * 3, now=self.at - HOUR)
        assert may_begin(user_id=anna.pk, at=self.at) is False
        assert rest.begin_by_itself(user_id=anna.pk, at=self.at) is False

    def test_its_owner_hears_of_it_once_while_it_lasts(self, anna, mailoutbox):
        earn(anna, 28)
        for _ in range(2):
            rest.begin_by_itself(user_id=anna.pk, at=self.at)
        outbox.deliver(now=NOW)
        (mail,) = mailoutbox
        assert mail.subject == "Your holiday has started automatically"
        assert "we've stopped your clocks until" in mail.body
        assert "/account/holiday/" in mail.body

    def test_whoever_is_back_already_is_told_nothing(self, anna, mailoutbox):
        earn(anna, 28)
        rest.begin_by_itself(user_id=anna.pk, at=self.at)
        rest.come_back(user_id=anna.pk, now=NOW)
        outbox.deliver(now=NOW)
        assert mailoutbox == []


class TestReadAhead:
    def test_the_answers_are_the_same_by_one_reading(self, anna, django_assert_num_queries):
        ben, carla = (User.objects.create_user(name) for name in ("Ben", "Carla"))
        rest.choose_calendar(user=anna, calendar=NIGHTS, now=NOW - DAY)
        earn(anna, 28)
        earn(ben, 14)
        rest.switch_on(user=ben, now=NOW)
        rest.choose_automatic_start(user=carla, wished=False)
        people = {user.pk for user in (anna, ben, carla)}

        def told():
            return [
                (rests_of(user_id=pk, since=NOW, most=DAY), may_begin(user_id=pk, at=NOW))
                for pk in sorted(people)
            ]

        expected = told()
        assert [may for _, may in expected] == [True, False, False]
        with django_assert_num_queries(2), read_ahead(user_ids=people, since=NOW):
            assert told() == expected

    def test_what_it_does_not_know_is_read(self, anna, django_assert_num_queries):
        ben = User.objects.create_user("Ben")
        rest.choose_calendar(user=anna, calendar=NIGHTS, now=NOW - DAY)
        with read_ahead(user_ids={ben.pk}, since=NOW), django_assert_num_queries(1):
            assert rests_of(user_id=anna.pk, since=NOW, most=DAY).rests == (night(4),)
        with read_ahead(user_ids={anna.pk}, since=NOW - DAY * 9), django_assert_num_queries(1):
            assert rests_of(user_id=anna.pk, since=NOW, most=DAY).rests == (night(4),)

    def test_afterwards_it_knows_nothing(self, anna):
        with read_ahead(user_ids={anna.pk}, since=NOW):
            pass
        rest.choose_calendar(user=anna, calendar=NIGHTS, now=NOW)
        assert rests_of(user_id=anna.pk, since=NOW, most=DAY).rests == (night(4),)

    def test_nobody_takes_no_reading(self, django_assert_num_queries):
        with django_assert_num_queries(0), read_ahead(user_ids=set(), since=NOW):
            pass


class TestQuiet:
    """When no sound disturbs a person."""

    def test_nobody_who_chose_nothing(self, anna, django_assert_num_queries):
        with django_assert_num_queries(3):
            assert quiet(user=anna, now=NOW) == []

    def test_sleep_for_a_week_and_no_day_off(self, anna):
        lazy = dataclasses.replace(
            NIGHTS, days_off=frozenset({1}), dates_off=frozenset({NOW.date()})
        )
        rest.choose_calendar(user=anna, calendar=lazy, now=NOW)
        assert quiet(user=anna, now=NOW) == [night(day) for day in range(4, 11)]

    def test_the_night_that_runs_is_one(self, anna):
        rest.choose_calendar(user=anna, calendar=NIGHTS, now=NOW)
        assert quiet(user=anna, now=night(3)[1] - HOUR)[0] == night(3)
        assert quiet(user=anna, now=night(3)[1])[0] == night(4)

    def test_quiet_hours_and_holidays_too(self, anna):
        anna.time_zone = "Europe/Vienna"
        anna.save()
        rest.choose_calendar(user=anna, calendar=NIGHTS, now=NOW)
        choice = Choice(3, digest=False, digest_hours=(time(8),), quiet=(time(22), time(23, 30)))
        choosing.choose_hours(user_id=anna.pk, choice=choice)
        earn(anna, 28)
        away = rest.book(user=anna, from_at=NOW + DAY, until_at=NOW + DAY * 3, now=NOW)
        longer = [(night(day)[0] - HOUR, night(day)[1]) for day in (4, 7)]
        found = quiet(user=User.objects.get(pk=anna.pk), now=NOW)
        assert found[:3] == [longer[0], (away.from_at, away.until_at), longer[1]]

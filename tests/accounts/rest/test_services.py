"""Calendars and holidays as rows: what is chosen, earned, booked and ended."""

import threading
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.db import Error, connection, transaction

from accounts.rest import reading, signals
from accounts.rest import services as rest
from accounts.rest.models import ActiveDay, CalendarRow, HolidayRow
from accounts.rest.rules.calendars import BadCalendar, Calendar
from accounts.rest.rules.holiday import Balance, Earned, Holiday, NoHoliday, balance, stretches
from accounts.users.models import User
from tests.accounts.conftest import NOW

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)
HOUR = timedelta(hours=1)
VIENNA = ZoneInfo("Europe/Vienna")
NIGHTS = Calendar(VIENNA, time(23), time(7))
WITHOUT_REST = Calendar(ZoneInfo("UTC"))


@pytest.fixture
def ben(db) -> User:
    return User.objects.create_user("Ben", "ben@post.example")


@pytest.fixture
def told(django_capture_on_commit_callbacks):
    """Return a function that does something and returns whom the signals named."""

    def listen(act):
        heard = []

        def hear(user_id, **_):
            heard.append(user_id)

        signals.holiday_changed.connect(hear)
        try:
            with django_capture_on_commit_callbacks(execute=True):
                act()
        finally:
            signals.holiday_changed.disconnect(hear)
        return heard

    return listen


def earn(user, days, *, before=NOW):
    """Have a person play on so many days in a row, the last one the day before."""
    for back in range(days, 0, -1):
        rest.note_active(user_id=user.pk, at=before - DAY * back)


def chosen_by(user):
    rows = CalendarRow.objects.filter(user=user).order_by("at")
    return [(row.at, reading.calendar_in(row)) for row in rows]


def balance_of(user, at=NOW):
    return balance(reading.earned(user_id=user.pk), at)


class TestCalendars:
    def test_without_a_choice_there_is_no_rest(self, anna):
        assert reading.calendar(user=anna) == Calendar(VIENNA)

    def test_each_choice_is_kept_and_holds_since_then(self, anna):
        tokyo = Calendar(
            ZoneInfo("Asia/Tokyo"), days_off=frozenset({5, 6}), dates_off={date(2026, 12, 24)}
        )
        rest.choose_calendar(user=anna, calendar=NIGHTS, now=NOW)
        rest.choose_calendar(user=anna, calendar=tokyo, now=NOW + DAY)
        assert chosen_by(anna) == [*((NOW, NIGHTS), (NOW + DAY, tokyo))]
        assert reading.calendar(user=anna) == tokyo

    def test_the_zone_is_that_of_dates_too(self, anna):
        rest.choose_calendar(user=anna, calendar=Calendar(ZoneInfo("Asia/Tokyo")), now=NOW)
        assert (anna.time_zone, User.objects.get().time_zone) == ("Asia/Tokyo", "Asia/Tokyo")

    def test_the_same_again_is_no_other_choice(self, anna):
        for hours in range(3):
            rest.choose_calendar(user=anna, calendar=NIGHTS, now=NOW + HOUR * hours)
        assert chosen_by(anna) == [(NOW, NIGHTS)]

    def test_two_choices_at_one_instant_follow_each_other(self, anna):
        for calendar in (NIGHTS, WITHOUT_REST, NIGHTS):
            rest.choose_calendar(user=anna, calendar=calendar, now=NOW)
        moments = [NOW + timedelta(microseconds=number) for number in range(3)]
        assert [at for at, _ in chosen_by(anna)] == moments

    def test_dates_gone_by_are_left_out(self, anna):
        late = datetime(2026, 5, 4, 23, 0, tzinfo=UTC)  # the fifth has begun in Vienna
        dates = frozenset(date(2026, 5, day) for day in (3, 4, 5, 6))
        rest.choose_calendar(user=anna, calendar=Calendar(VIENNA, dates_off=dates), now=late)
        left = frozenset({date(2026, 5, 5), date(2026, 5, 6)})
        assert reading.calendar(user=anna).dates_off == left

    @pytest.mark.parametrize("day", [date(2027, 5, 6), date(9999, 12, 31)])
    def test_dates_farther_than_a_year_are_refused(self, anna, day):
        calendar = Calendar(VIENNA, dates_off=frozenset({day}))
        with pytest.raises(BadCalendar, match=r"^You can choose dates up to a year ahead\.$"):
            rest.choose_calendar(user=anna, calendar=calendar, now=NOW)
        assert CalendarRow.objects.count() == 0

    def test_the_database_refuses_to_change_one(self, anna):
        rest.choose_calendar(user=anna, calendar=NIGHTS, now=NOW)
        with pytest.raises(Error, match="not changed but chosen anew"), transaction.atomic():
            CalendarRow.objects.update(sleep_to=time(9))


class TestActiveDays:
    def test_the_first_time_of_a_day_counts(self, anna):
        for hour in (9, 1, 23, 25):
            rest.note_active(user_id=anna.pk, at=datetime(2026, 5, 1, tzinfo=UTC) + HOUR * hour)
        stored = [datetime(2026, 5, 1, 9, tzinfo=UTC), datetime(2026, 5, 2, 1, tzinfo=UTC)]
        assert reading.earned(user_id=anna.pk) == Earned(tuple(stored))
        assert [day.isoformat() for day in ActiveDay.objects.values_list("day", flat=True)] == [
            "2026-05-01",
            "2026-05-02",
        ]

    def test_the_day_is_that_of_utc(self, anna):
        at = datetime(2026, 5, 2, 1, tzinfo=VIENNA)
        rest.note_active(user_id=anna.pk, at=at)
        assert ActiveDay.objects.get().day == date(2026, 5, 1)

    def test_it_is_one_statement(self, anna, django_assert_num_queries):
        for _ in range(2):
            with django_assert_num_queries(1):
                rest.note_active(user_id=anna.pk, at=NOW)

    def test_fourteen_of_them_earn_a_day(self, anna):
        earn(anna, 31)
        assert balance_of(anna) == Balance(2, 3)


class TestBooking:
    def test_it_takes_its_days_at_once(self, anna, told):
        earn(anna, 45)
        told_of = told(
            lambda: rest.book(user=anna, from_at=NOW + DAY, until_at=NOW + DAY * 3, now=NOW)
        )
        assert told_of == [anna.pk]
        assert reading.earned(user_id=anna.pk).holidays == (Holiday(NOW, NOW + DAY, NOW + DAY * 3),)
        assert balance_of(anna) == Balance(1, 3)
        assert HolidayRow.objects.get().by_itself is False

    @pytest.mark.parametrize(
        ("from_at", "until_at", "sentence"),
        [
            (NOW + DAY, NOW + DAY * 4, "That would use 3 of your saved days, but you only have 2."),
            (NOW - HOUR, NOW + DAY, "A holiday can't start in the past."),
            (NOW + DAY, NOW + DAY, "A holiday has to end after it starts."),
            (NOW + DAY * 367, NOW + DAY * 368, "You can book a holiday up to a year ahead."),
        ],
    )
    def test_what_cannot_be_is_refused_and_changes_nothing(
        self, anna, told, from_at, until_at, sentence
    ):
        earn(anna, 28)
        before = reading.earned(user_id=anna.pk)

        def attempt():
            with pytest.raises(NoHoliday) as refusal:
                rest.book(user=anna, from_at=from_at, until_at=until_at, now=NOW)
            assert str(refusal.value) == sentence

        assert told(attempt) == []
        assert reading.earned(user_id=anna.pk) == before

    def test_nobody_is_away_twice_at_one_time(self, anna):
        earn(anna, 70)
        rest.book(user=anna, from_at=NOW + DAY, until_at=NOW + DAY * 3, now=NOW)
        with pytest.raises(NoHoliday, match=r"^You already have a holiday at that time\.$"):
            rest.book(user=anna, from_at=NOW + DAY * 2, until_at=NOW + DAY * 4, now=NOW)
        assert HolidayRow.objects.count() == 1

    def test_the_days_of_others_are_theirs(self, anna, ben):
        earn(ben, 28)
        with pytest.raises(
            NoHoliday, match=r"^That would use 1 of your saved days, but you only have 0\.$"
        ):
            rest.book(user=anna, from_at=NOW + DAY, until_at=NOW + DAY * 2, now=NOW)


class TestSwitchingOn:
    def test_it_lasts_for_all_days_saved(self, anna, told):
        earn(anna, 28)
        assert told(lambda: rest.switch_on(user=anna, now=NOW)) == [anna.pk]
        assert reading.earned(user_id=anna.pk).holidays == (Holiday(NOW, NOW, NOW + DAY * 2),)
        assert balance_of(anna) == Balance(0, 0)

    def test_nothing_saved_is_no_holiday(self, anna, told):
        def attempt():
            with pytest.raises(NoHoliday, match=r"^You haven't saved up any holiday\.$"):
                rest.switch_on(user=anna, now=NOW)

        assert told(attempt) == []


class TestEnding:
    def test_days_not_begun_come_back(self, anna, told):
        earn(anna, 42)
        row = rest.switch_on(user=anna, now=NOW)
        later = NOW + DAY + HOUR * 6
        assert told(lambda: rest.end(user=anna, holiday_id=row.pk, now=later)) == [anna.pk]
        assert balance_of(anna, later) == Balance(1, 0)
        row.refresh_from_db()
        assert row.ended_at == later

    def test_one_that_is_still_ahead_is_cancelled(self, anna):
        earn(anna, 28)
        row = rest.book(user=anna, from_at=NOW + DAY, until_at=NOW + DAY * 3, now=NOW)
        rest.end(user=anna, holiday_id=row.pk, now=NOW + HOUR)
        assert balance_of(anna, NOW + HOUR) == Balance(2, 0)
        assert stretches(reading.earned(user_id=anna.pk)) == ()

    @pytest.mark.parametrize("hours", [30, 24])
    def test_what_is_over_stays_over(self, anna, hours):
        earn(anna, 14)
        row = rest.switch_on(user=anna, now=NOW)
        with pytest.raises(NoHoliday, match=r"^That holiday is already over\.$"):
            rest.end(user=anna, holiday_id=row.pk, now=NOW + HOUR * hours)

    def test_nobody_ends_it_twice(self, anna):
        earn(anna, 14)
        row = rest.switch_on(user=anna, now=NOW)
        rest.end(user=anna, holiday_id=row.pk, now=NOW + HOUR)
        with pytest.raises(NoHoliday, match=r"^That holiday is already over\.$"):
            rest.end(user=anna, holiday_id=row.pk, now=NOW + HOUR * 2)

    def test_a_machine_whose_clock_is_behind_ends_it_as_it_begins(self, anna):
        earn(anna, 14)
        row = rest.switch_on(user=anna, now=NOW)
        rest.end(user=anna, holiday_id=row.pk, now=NOW - timedelta(seconds=1))
        assert balance_of(anna) == Balance(1, 0)

    def test_somebody_elses_is_not_ones_own(self, anna, ben):
        earn(ben, 14)
        row = rest.switch_on(user=ben, now=NOW)
        with pytest.raises(NoHoliday, match=r"^We can't find that holiday\.$"):
            rest.end(user=anna, holiday_id=row.pk, now=NOW)
        row.refresh_from_db()
        assert row.ended_at is None


class TestComingBack:
    def test_it_ends_the_holiday_that_runs(self, anna, told):
        earn(anna, 28)
        rest.switch_on(user=anna, now=NOW)
        back = []
        act = lambda: back.append(rest.come_back(user_id=anna.pk, now=NOW + HOUR))  # noqa: E731
        assert (told(act), back) == ([anna.pk], [True])
        assert balance_of(anna, NOW + HOUR) == Balance(1, 0)
        assert (told(act), back) == ([], [True, False])

    def test_one_that_is_still_ahead_stays(self, anna, told):
        earn(anna, 28)
        rest.book(user=anna, from_at=NOW + DAY, until_at=NOW + DAY * 2, now=NOW)
        assert told(lambda: rest.come_back(user_id=anna.pk, now=NOW)) == []
        assert HolidayRow.objects.get().ended_at is None

    def test_someone_who_is_here_costs_one_statement(self, anna, django_assert_num_queries):
        with django_assert_num_queries(1):
            assert rest.come_back(user_id=anna.pk, now=NOW) is False

    def test_the_day_of_coming_back_by_a_move_counts(self, anna):
        earn(anna, 14)
        rest.switch_on(user=anna, now=NOW)
        at = NOW + HOUR
        rest.note_active(user_id=anna.pk, at=at)
        assert rest.come_back(user_id=anna.pk, now=at) is True
        assert balance_of(anna, at) == Balance(0, 1)


class TestAutomaticStart:
    def test_it_is_told(self, anna, told):
        assert told(lambda: rest.choose_automatic_start(user=anna, wished=False)) == [anna.pk]
        assert User.objects.get().starts_holiday is False


@pytest.mark.django_db(transaction=True)
class TestAtOnce:
    def at_once(self, *acts):
        """Do several things at once; return what became of each, in any order."""
        together, became = threading.Barrier(len(acts)), []

        def do(act):
            together.wait()
            try:
                act()
                became.append("done")
            except NoHoliday as refusal:
                became.append(str(refusal))
            finally:
                connection.close()

        threads = [threading.Thread(target=do, args=(act,)) for act in acts]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return sorted(became)

    def test_bookings_never_overdraw(self, anna):
        earn(anna, 28)
        acts = [
            lambda ahead=ahead: rest.book(
                user=anna, from_at=NOW + DAY * ahead, until_at=NOW + DAY * (ahead + 2), now=NOW
            )
            for ahead in (1, 11, 21, 31)
        ]
        refusal = "That would use 2 of your saved days, but you only have 0."
        assert self.at_once(*acts) == [*[refusal] * 3, "done"]
        assert balance_of(anna) == Balance(0, 0)

    def test_nobody_is_away_twice(self, anna):
        earn(anna, 280)
        acts = [lambda: rest.switch_on(user=anna, now=NOW)] * 4
        assert self.at_once(*acts).count("done") == 1
        assert HolidayRow.objects.count() == 1

    def test_coming_back_while_ending_gives_days_back_once(self, anna):
        earn(anna, 28)
        row = rest.switch_on(user=anna, now=NOW)
        at = NOW + HOUR
        self.at_once(
            lambda: rest.come_back(user_id=anna.pk, now=at),
            lambda: rest.end(user=anna, holiday_id=row.pk, now=at),
        )
        assert balance_of(anna, at) == Balance(1, 0)

    def test_a_day_noted_by_many_moves_is_one(self, anna):
        self.at_once(*[lambda: rest.note_active(user_id=anna.pk, at=NOW)] * 4)
        assert ActiveDay.objects.count() == 1

    def test_calendars_chosen_at_once_are_all_kept(self, anna):
        calendars = [Calendar(VIENNA, time(20 + later), time(5)) for later in range(4)]
        self.at_once(
            *[
                lambda one=one: rest.choose_calendar(user=anna, calendar=one, now=NOW)
                for one in calendars
            ]
        )
        changes = chosen_by(anna)
        assert len({at for at, _ in changes}) == 4
        assert {calendar for _, calendar in changes} == set(calendars)

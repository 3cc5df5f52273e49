"""The pages of sleep, days off and holiday, by their forms."""

from datetime import date, datetime, time, timedelta
from urllib.parse import quote
from zoneinfo import ZoneInfo

import pytest
from django.contrib.messages import get_messages
from django.utils import timezone
from django.utils.html import escape

from accounts.rest import reading
from accounts.rest import services as rest
from accounts.rest.models import CalendarRow, HolidayRow
from accounts.rest.rules.calendars import Calendar
from accounts.rest.rules.holiday import Balance, balance, running
from accounts.users import services
from accounts.users.models import User

pytestmark = pytest.mark.django_db
BACKEND = "django.contrib.auth.backends.ModelBackend"
VIENNA = ZoneInfo("Europe/Vienna")
DAY = timedelta(days=1)
PLAIN = {"time_zone": "Europe/Vienna"}


@pytest.fixture
def as_anna(client, anna, kinds):
    client.force_login(anna, backend=BACKEND)
    return client


@pytest.fixture
def now():
    return timezone.now()


@pytest.fixture
def today(now) -> date:
    return now.astimezone(VIENNA).date()


def earn(user, days, before):
    for back in range(days, 0, -1):
        rest.note_active(user_id=user.pk, at=before - DAY * back)


def said(response):
    return [str(message) for message in get_messages(response.wsgi_request)]


def midnight(day):
    return datetime.combine(day, time(0), VIENNA)


class TestCalendar:
    def chosen(self, user):
        return reading.calendar(user=user)

    def test_it_begins_without_rest(self, as_anna):
        form = as_anna.get("/account/rest/").context["form"]
        shown = {name: form[name].value() for name in ("time_zone", "sleep_from", "days_off")}
        assert shown == {"time_zone": "Europe/Vienna", "sleep_from": None, "days_off": []}
        assert form.dates == []

    def test_all_of_it_is_saved_at_once(self, as_anna, anna, today):
        near, far = today + DAY * 3, today + DAY * 40
        posted = {
            "time_zone": "Asia/Tokyo",
            "sleep_from": "23:00",
            "sleep_to": "07:30",
            "days_off": ["5", "6"],
            "dates_off": [near.isoformat()],
            "new_date": far.isoformat(),
        }
        response = as_anna.post("/account/rest/", posted)
        assert (response.status_code, response["Location"]) == (302, "/account/rest/")
        assert said(response) == ["Saved. Your changes apply from your next turn at each table."]
        assert self.chosen(anna) == Calendar(
            ZoneInfo("Asia/Tokyo"), time(23), time(7, 30), {5, 6}, {near, far}
        )
        assert User.objects.get().time_zone == "Asia/Tokyo"

    def test_what_was_saved_is_shown(self, as_anna, anna, now, today):
        day = today + DAY * 3
        calendar = Calendar(VIENNA, time(22), time(6), frozenset({0}), frozenset({day}))
        rest.choose_calendar(user=anna, calendar=calendar, now=now)
        response = as_anna.get("/account/rest/")
        form = response.context["form"]
        assert form.dates == [(day.isoformat(), f"{day:%a} {day.day} {day:%b %Y}", True)]
        assert [name for _, name, chosen in form.weekdays if chosen] == ["Monday"]
        assert 'value="22:00"' in str(form["sleep_from"])
        assert b"rest 00:00 to 06:00 and 22:00 to 24:00" in response.content

    def test_unticked_is_taken_out(self, as_anna, anna, now, today):
        calendar = Calendar(
            VIENNA, time(22), time(6), frozenset({0}), frozenset({today + DAY, today + DAY * 2})
        )
        rest.choose_calendar(user=anna, calendar=calendar, now=now)
        as_anna.post("/account/rest/", PLAIN | {"dates_off": [(today + DAY).isoformat()]})
        assert self.chosen(anna) == Calendar(VIENNA, dates_off=frozenset({today + DAY}))

    @pytest.mark.parametrize(
        ("wrong", "field", "sentence"),
        [
            (
                {"time_zone": "Mars/Olympus"},
                "time_zone",
                "Select a valid choice. Mars/Olympus is not one of the available choices.",
            ),
            (
                {"sleep_from": "20:00", "sleep_to": "06:01"},
                "sleep_to",
                "You can have up to 10 sleep hours a day.",
            ),
            ({"sleep_from": "23:00"}, "sleep_to", "Give both times, or leave both empty."),
            ({"sleep_to": "07:00"}, "sleep_from", "Give both times, or leave both empty."),
            (
                {"sleep_from": "07:00", "sleep_to": "07:00"},
                "sleep_to",
                "The two times are the same. If you don't want sleep hours, leave both empty.",
            ),
            (
                {"sleep_from": "late", "sleep_to": "07:00"},
                "sleep_from",
                "Write the time like this: 23:00.",
            ),
            (
                {"sleep_from": "23:00:30", "sleep_to": "07:00"},
                "sleep_to",
                "Give both times in whole minutes.",
            ),
            (
                {"days_off": ["0", "1", "2", "3"]},
                "days_off",
                "You can have up to 3 days off a week.",
            ),
            ({"new_date": "soon"}, "new_date", "Write the date like this: 2026-12-24."),
            ({"dates_off": ["soon"]}, "dates_off", "Write the date like this: 2026-12-24."),
            ({"new_date": "2020-01-01"}, "new_date", "That date has passed."),
            ({"new_date": "9999-12-31"}, "new_date", "You can choose dates up to a year ahead."),
        ],
    )
    def test_what_is_wrong_is_told_beside_it_and_changes_nothing(
        self, as_anna, wrong, field, sentence
    ):
        response = as_anna.post("/account/rest/", PLAIN | {"time_zone": "Asia/Tokyo"} | wrong)
        assert response.status_code == 422
        assert dict(response.context["form"].errors) == {field: [sentence]}
        assert escape(sentence).encode() in response.content
        assert CalendarRow.objects.count() == 0
        assert User.objects.get().time_zone == "Europe/Vienna"

    def test_more_than_21_dates_are_too_many(self, as_anna, today):
        dates = [(today + DAY * ahead).isoformat() for ahead in range(1, 22)]
        new = {"dates_off": dates, "new_date": (today + DAY * 30).isoformat()}
        response = as_anna.post("/account/rest/", PLAIN | new)
        sentence = "You can plan up to 21 single days off."
        assert dict(response.context["form"].errors) == {"new_date": [sentence]}
        assert len(response.context["form"].dates) == 21

    def test_dates_gone_by_are_forgotten(self, as_anna, anna, today):
        gone = [(today - DAY * back).isoformat() for back in range(1, 31)]
        as_anna.post("/account/rest/", PLAIN | {"dates_off": gone, "new_date": today.isoformat()})
        assert self.chosen(anna).dates_off == {today}

    def test_a_zone_the_list_does_not_offer_can_be_kept(self, as_anna, anna):
        User.objects.update(time_zone="US/Eastern")
        response = as_anna.post("/account/rest/", {"time_zone": "US/Eastern"})
        assert response.status_code == 302
        assert self.chosen(anna) == Calendar(ZoneInfo("US/Eastern"))

    def test_guests_have_nights_too(self, client, now):
        guest = services.create_guest(now=now)
        client.force_login(guest, backend=BACKEND)
        night = {"time_zone": "UTC", "sleep_from": "22:00", "sleep_to": "06:00"}
        assert client.post("/account/rest/", night).status_code == 302
        assert self.chosen(guest) == Calendar(ZoneInfo("UTC"), time(22), time(6))

    def test_it_is_private(self, client):
        paths = ("rest/", "rest/week/", "quiet/", "holiday/")
        for path in paths:
            login = f"/accounts/login/?next={quote(f'/account/{path}', safe='')}"
            assert client.get(f"/account/{path}")["Location"] == login


class TestComingWeek:
    def test_it_is_drawn_of_what_is_not_saved_yet(self, as_anna):
        said = PLAIN | {"sleep_from": "21:00", "sleep_to": "05:00"}
        response = as_anna.get("/account/rest/week/", said)
        assert {day.in_words for day in response.context["week"]} == {
            "rest 00:00 to 05:00 and 21:00 to 24:00"
        }
        assert CalendarRow.objects.count() == 0

    def test_nothing_is_drawn_of_what_is_wrong(self, as_anna):
        response = as_anna.get("/account/rest/week/", PLAIN | {"sleep_from": "21:00"})
        assert (response.status_code, response.content) == (204, b"")

    def test_holiday_is_in_it(self, as_anna, anna, now):
        earn(anna, 14, now)
        rest.switch_on(user=anna, now=now)
        assert b"holiday" in as_anna.get("/account/rest/week/", PLAIN).content


class TestHoliday:
    def book(self, client, first, last):
        posted = {"first_day": first.isoformat(), "last_day": last.isoformat()}
        return client.post("/account/holiday/", posted)

    def test_with_nothing_saved_a_page_says_how_far_it_is(self, as_anna, anna, now):
        earn(anna, 9, now)
        page = as_anna.get("/account/holiday/")
        assert page.context["balance"] == Balance(0, 9)
        assert "9 of 14 days" in page.content.decode()
        assert "first_day" not in page.content.decode()

    def test_all_that_can_be_saved(self, as_anna, anna, now):
        earn(anna, 300, now)
        assert b"That's the most you can save" in as_anna.get("/account/holiday/").content

    def test_days_are_booked_from_midnight_to_midnight(self, as_anna, anna, now, today):
        earn(anna, 42, now)
        response = self.book(as_anna, today + DAY * 5, today + DAY * 7)
        assert (response.status_code, response["Location"]) == (302, "/account/holiday/")
        assert said(response) == ["Your holiday is booked."]
        row = HolidayRow.objects.get()
        assert (row.from_at, row.until_at) == (midnight(today + DAY * 5), midnight(today + DAY * 8))
        assert as_anna.get("/account/holiday/").context["balance"] == Balance(0, 0)

    def test_one_from_today_begins_at_once(self, as_anna, anna, now, today):
        earn(anna, 14, now)
        self.book(as_anna, today, today)
        row = HolidayRow.objects.get()
        assert (row.from_at, row.until_at) == (row.booked_at, midnight(today + DAY))
        assert row.booked_at >= now

    @pytest.mark.parametrize(
        ("first", "last", "field", "sentence"),
        [
            (5, 8, "last_day", "That would use 4 of your saved days, but you only have 3."),
            (-1, 1, "first_day", "That day has passed."),
            (3, 2, "last_day", "The last day is before the first."),
            (400, 401, "first_day", "You can book a holiday up to a year ahead."),
        ],
    )
    def test_what_cannot_be_is_told_beside_it(
        self, as_anna, anna, now, today, first, last, field, sentence
    ):
        earn(anna, 42, now)
        response = self.book(as_anna, today + DAY * first, today + DAY * last)
        assert response.status_code == 422
        assert response.context["form"].errors[field] == [sentence]
        assert sentence.encode() in response.content
        assert HolidayRow.objects.count() == 0

    @pytest.mark.parametrize(
        ("day", "sentence"),
        [
            ("", "This field is required."),
            ("soon", "Write the date like this: 2026-12-24."),
            ("9999-12-31", "You can book a holiday up to a year ahead."),
            ("0001-01-01", "That day has passed."),
        ],
    )
    def test_no_day_breaks_the_page(self, as_anna, anna, now, today, day, sentence):
        earn(anna, 42, now)
        posted = {"first_day": day, "last_day": day}
        response = as_anna.post("/account/holiday/", posted)
        assert response.context["form"].errors == {name: [sentence] for name in posted}

    def test_it_begins_now_and_is_ended(self, as_anna, anna, now):
        earn(anna, 42, now)
        as_anna.post("/account/holiday/begin/")
        page = as_anna.get("/account/holiday/")
        stay = page.context["running"]
        assert (stay.state, stay.days) == ("running", 3)
        assert f"You're on holiday until {stay.until}." in page.content.decode()
        response = as_anna.post(f"/account/holiday/{stay.id}/end/")
        assert said(response) == ["Welcome back. You get 2 days back."]
        page = as_anna.get("/account/holiday/")
        assert [(stay.state, stay.days) for stay in page.context["past"]] == [("ended early", 1)]
        assert page.context["balance"] == Balance(2, 0)
        assert b"You're on holiday" not in page.content

    def test_with_nothing_saved_none_begins(self, as_anna):
        response = as_anna.post("/account/holiday/begin/")
        assert said(response) == ["You haven't saved up any holiday."]
        assert HolidayRow.objects.count() == 0

    def test_one_ahead_is_cancelled(self, as_anna, anna, now, today):
        earn(anna, 14, now)
        self.book(as_anna, today + DAY, today + DAY)
        (stay,) = as_anna.get("/account/holiday/").context["ahead"]
        response = as_anna.post(f"/account/holiday/{stay.id}/end/")
        assert said(response) == ["Holiday cancelled. You get 1 day back."]
        (stay,) = as_anna.get("/account/holiday/").context["past"]
        assert (stay.state, stay.days, stay.last_at.astimezone(VIENNA).date()) == (
            "cancelled",
            0,
            today + DAY,
        )

    @pytest.mark.parametrize("number", [1, 2**63, 10**30])
    def test_that_of_somebody_else_stays(self, as_anna, now, number):
        ben = User.objects.create_user("Ben")
        earn(ben, 14, now)
        row = rest.switch_on(user=ben, now=now)
        response = as_anna.post(f"/account/holiday/{row.pk if number == 1 else number}/end/")
        assert said(response) == ["We can't find that holiday."]
        row.refresh_from_db()
        assert row.ended_at is None

    def test_the_switch(self, as_anna):
        for posted, wished in (({}, False), ({"automatic": "on"}, True)):
            as_anna.post("/account/holiday/automatic/", posted)
            assert User.objects.get().starts_holiday is wished

    def test_looking_changes_nothing(self, as_anna):
        for path in ("holiday/begin/", "holiday/1/end/", "holiday/automatic/", "back/"):
            assert as_anna.get(f"/account/{path}").status_code == 405


class TestBack:
    def test_one_goes_on_where_one_was(self, as_anna, anna, now):
        earn(anna, 14, now)
        rest.switch_on(user=anna, now=now)
        response = as_anna.post("/account/back/", {"next": "/tables/"})
        assert (response["Location"], said(response)) == (
            "/tables/",
            ["Welcome back. Your clocks are running again."],
        )
        assert running(reading.earned(user_id=anna.pk), timezone.now()) is None

    def test_nobody_who_is_here_is_welcomed_back(self, as_anna):
        response = as_anna.post("/account/back/", {"next": "https://evil.example/"})
        assert (response["Location"], said(response)) == ("/account/holiday/", [])

    def test_the_line_is_on_every_page(self, as_anna, anna, now):
        earn(anna, 14, now)
        rest.book(user=anna, from_at=now, until_at=now + timedelta(hours=1), now=now)
        for path in ("/", "/preferences/", "/rules/"):
            assert b"You're on holiday until" in as_anna.get(path).content

    def test_it_costs_a_visitor_nothing(self, client, django_assert_num_queries):
        with django_assert_num_queries(0):
            assert b"You're on holiday" not in client.get("/rules/").content


def test_the_ledger_agrees_with_the_page(as_anna, anna, now):
    earn(anna, 33, now)
    page = as_anna.get("/account/holiday/")
    assert page.context["balance"] == balance(reading.earned(user_id=anna.pk), now)
    assert page.context["steps"] == [True] * 5 + [False] * 9

"""A person's calendar: what it says, what it said before, and other programs that read it."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import icalendar
import pytest
import vobject

from accounts.feeds import ical
from accounts.feeds import services as feeds
from accounts.feeds.events import Event
from accounts.feeds.models import CalendarFeed
from accounts.feeds.services import BadFeed
from accounts.rest import services as rest
from accounts.rest.rules.calendars import Calendar
from accounts.users.models import User
from tests.accounts.conftest import NOW, PASSWORD

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)
HOUR = timedelta(hours=1)
VIENNA = ZoneInfo("Europe/Vienna")


@pytest.fixture
def feed(anna: User) -> CalendarFeed:
    return feeds.open_feed(user=anna, now=NOW)


def event(name: str = "match-1-0", *, after: timedelta = DAY, **more: object) -> Event:
    end = NOW + after
    return Event(f"{name}@tiles.example", end - HOUR, end, f"Time runs out: {name}", **more)


def tell(feed: CalendarFeed, *events: Event, now: datetime = NOW) -> dict[str, int]:
    """Return the SEQUENCE of each event by its UID."""
    return {one.event.uid: one.sequence for one in feeds.tell(feed=feed, events=events, now=now)}


# --- What it told before --------------------------------------------------------------------------


def test_an_event_that_moves_keeps_its_uid_and_has_a_higher_sequence(feed: CalendarFeed) -> None:
    assert tell(feed, event()) == {"match-1-0@tiles.example": 0}
    assert tell(feed, event()) == {"match-1-0@tiles.example": 0}
    assert tell(feed, event(after=2 * DAY)) == {"match-1-0@tiles.example": 1}
    assert tell(feed, event(after=DAY)) == {"match-1-0@tiles.example": 2}


def test_others_do_not_move_with_it(feed: CalendarFeed) -> None:
    tell(feed, event("one"), event("two"))
    told = tell(feed, event("one", after=3 * DAY), event("two"))
    assert told == {"one@tiles.example": 1, "two@tiles.example": 0}


def test_an_event_that_comes_back_goes_on_counting(feed: CalendarFeed) -> None:
    tell(feed, event())
    assert tell(feed) == {}
    later = NOW + timedelta(days=30)
    assert tell(feed, event(after=40 * DAY), now=later) == {"match-1-0@tiles.example": 1}


def test_what_is_long_gone_is_forgotten(feed: CalendarFeed) -> None:
    tell(feed, event("old"))
    tell(feed, event("new"), now=NOW + feeds.MEMORY + DAY)
    assert list(CalendarFeed.objects.get().told) == ["new@tiles.example"]


def test_the_last_change_is_a_new_second_each_time(feed: CalendarFeed) -> None:
    changes = []
    for after in (1, 1, 2, 3):
        tell(feed, event(after=after * DAY))
        changes.append(feed.changed_at)
    assert changes == [NOW, NOW, NOW + timedelta(seconds=1), NOW + timedelta(seconds=2)]
    tell(feed, now=NOW + HOUR)
    assert feed.changed_at == NOW + HOUR


def test_it_is_noted_when_a_program_looked(feed: CalendarFeed) -> None:
    looked = []
    for seconds in (0, 30, 60, 61):
        tell(feed, event(), now=NOW + timedelta(seconds=seconds))
        looked.append((CalendarFeed.objects.get().read_at - NOW).seconds)
    assert looked == [0, 0, 60, 60]


# --- The address ----------------------------------------------------------------------------------


def test_a_new_address_ends_the_old_one(feed: CalendarFeed, anna: User) -> None:
    tell(feed, event())
    fresh = feeds.open_feed(user=anna, now=NOW + DAY)
    assert fresh.key != feed.key
    assert len(fresh.key) >= 43
    assert feeds.find(key=feed.key) is None
    assert tell(fresh, event(after=2 * DAY)) == {"match-1-0@tiles.example": 1}


def test_nobody_is_found_by_a_part_of_an_address(feed: CalendarFeed) -> None:
    for key in ("", feed.key[:-1], feed.key + "x", feed.key.swapcase(), "%", "\N{OCTOPUS}"):
        assert feeds.find(key=key) is None


def test_a_closed_account_has_no_calendar(feed: CalendarFeed, anna: User) -> None:
    User.objects.update(is_active=False)
    assert feeds.find(key=feed.key) is None


@pytest.mark.parametrize("alarm", [-1, 2, 25, 32768])
def test_only_the_reminders_that_are_offered(feed: CalendarFeed, anna: User, alarm: int) -> None:
    with pytest.raises(BadFeed):
        feeds.choose(user=anna, with_rest=True, alarm=alarm)
    assert CalendarFeed.objects.get().with_rest is False


# --- Rest -----------------------------------------------------------------------------------------


def rested(anna: User, now: datetime = NOW) -> dict[str, tuple[date, date]]:
    return {
        one.uid.split("@")[0].split("-")[0] + "-" + one.summary: (one.start, one.end)
        for one in feeds.rest_events(user=anna, now=now)
    }


def earn(user: User, days: int) -> None:
    for back in range(days * 14, 0, -1):
        rest.note_active(user_id=user.pk, at=NOW - DAY * back)


def test_a_holiday_covers_all_days_it_touches_where_one_lives(anna: User) -> None:
    earn(anna, 5)
    # In Vienna from Friday noon to the night of Monday; clocks go by UTC+2 in May.
    from_at = datetime(2026, 5, 8, 10, 0, tzinfo=UTC)
    rest.book(
        user=anna, from_at=from_at, until_at=datetime(2026, 5, 11, 22, 0, tzinfo=UTC), now=NOW
    )
    assert rested(anna) == {"holiday-Holiday": (date(2026, 5, 8), date(2026, 5, 12))}


def test_a_holiday_is_whole_even_if_the_clocks_change(anna: User) -> None:
    """From Saturday to the end of Monday; on Sunday, 25 October, a day has 25 hours there."""
    earn(anna, 5)
    midnight = [datetime(2026, 10, day, tzinfo=VIENNA).astimezone(UTC) for day in (24, 27)]
    assert midnight[1] - midnight[0] == 3 * DAY + HOUR
    rest.book(user=anna, from_at=midnight[0], until_at=midnight[1], now=NOW)
    assert rested(anna) == {"holiday-Holiday": (date(2026, 10, 24), date(2026, 10, 27))}


def test_a_holiday_that_was_ended_or_cancelled_is_not_shown(anna: User) -> None:
    earn(anna, 10)
    row = rest.book(user=anna, from_at=NOW + DAY, until_at=NOW + 3 * DAY, now=NOW)
    assert len(rested(anna)) == 1
    rest.end(user=anna, holiday_id=row.pk, now=NOW)
    assert rested(anna) == {}
    rest.book(user=anna, from_at=NOW, until_at=NOW + 5 * DAY, now=NOW)
    assert rested(anna, NOW + 2 * DAY) == {"holiday-Holiday": (date(2026, 5, 4), date(2026, 5, 10))}
    rest.come_back(user_id=anna.pk, now=NOW + 2 * DAY)
    assert rested(anna, NOW + 2 * DAY) == {}


def test_days_off_come_every_week_and_dates_once(anna: User) -> None:
    dates = frozenset({date(2026, 5, 14), date(2026, 12, 24)})
    weekends = Calendar(VIENNA, time(22), time(6), frozenset({5, 6}), dates)
    rest.choose_calendar(user=anna, calendar=weekends, now=NOW)
    found = sorted(feeds.rest_events(user=anna, now=NOW), key=lambda one: one.uid)
    assert [(one.start, one.end, one.weekdays) for one in found] == [
        (date(2026, 5, 14), date(2026, 5, 15), ()),
        (date(2026, 12, 24), date(2026, 12, 25), ()),
        (date(2026, 5, 9), date(2026, 5, 10), ("SA", "SU")),
    ]
    assert len({one.uid for one in found}) == 3


# --- Other programs -------------------------------------------------------------------------------


def written(feed: CalendarFeed, *events: Event) -> bytes:
    return ical.write(
        feeds.tell(feed=feed, events=events, now=NOW), name="Tilepost: Anna, B\u00e4r"
    )


def test_two_libraries_read_the_same(feed: CalendarFeed) -> None:
    events = [
        event(
            "one",
            description="Until Tuesday; \u201cnoon\u201d,\nhttps://x/",
            url="https://x/",
            alarm=3,
        ),
        event("two", after=9 * DAY),
        Event(
            "off@tiles.example", date(2026, 5, 9), date(2026, 5, 10), "Day off", weekdays=("SA",)
        ),
    ]
    data = written(feed, *events)
    theirs = [
        (str(one["uid"]), one.decoded("dtstart"), one.decoded("dtend"), str(one["summary"]))
        for one in icalendar.Calendar.from_ical(data).walk("VEVENT")
    ]
    others = [
        (one.uid.value, one.dtstart.value, one.dtend.value, one.summary.value)
        for one in vobject.readOne(data.decode()).vevent_list
    ]
    assert others == theirs
    assert sorted(theirs) == sorted((e.uid, e.start, e.end, e.summary) for e in events)


def test_what_is_told_of_an_event(feed: CalendarFeed) -> None:
    long = "Ben \u00e4\u00f6\u00fc " * 30 + "; a, b \\ c\nhttps://tiles.example/match/k3v/"
    data = written(
        feed, event("one", description=long, url="https://tiles.example/match/k3v/", alarm=3)
    )
    assert all(len(line) <= 75 for line in data.split(b"\r\n"))
    (told,) = icalendar.Calendar.from_ical(data).walk("VEVENT")
    assert told["description"] == long
    assert told["url"] == "https://tiles.example/match/k3v/"
    assert (told["sequence"], told["status"], told["transp"]) == (0, "CONFIRMED", "TRANSPARENT")
    assert told.decoded("dtstamp") == told.decoded("last-modified") == NOW
    (alarm,) = told.walk("VALARM")
    assert alarm.decoded("trigger") == -3 * HOUR  # from its beginning


def test_times_are_of_no_zone_but_utc(feed: CalendarFeed) -> None:
    """A deadline in the hour that comes twice is one instant all the same."""
    instants = [datetime(2026, 10, 25, hour, 30, tzinfo=UTC) for hour in (0, 1)]
    assert [at.astimezone(VIENNA).strftime("%H:%M") for at in instants] == ["02:30", "02:30"]
    events = [Event(f"{at:%H}@x", at - HOUR, at, "Time runs out") for at in instants]
    data = written(feed, *events)
    assert b"VTIMEZONE" not in data
    assert b"TZID" not in data
    ends = [one.dtend.value for one in vobject.readOne(data.decode()).vevent_list]
    assert [end.astimezone(UTC) for end in ends] == instants


def test_the_same_is_the_same_to_the_byte(feed: CalendarFeed) -> None:
    events = [event("one"), event("two")]
    assert written(feed, *events) == written(feed, *reversed(events))


def test_an_empty_calendar_has_a_component(feed: CalendarFeed) -> None:
    """RFC 5545, 3.4: one at least, and every line ends with CRLF and has 75 octets at most."""
    data = written(feed)
    read = icalendar.Calendar.from_ical(data)
    assert [one.name for one in read.subcomponents] == ["VTIMEZONE"]
    assert read.timezones[0].to_tz(lookup_tzid=False).utcoffset(NOW.replace(tzinfo=None)) == 0 * DAY
    assert vobject.readOne(data.decode()).vtimezone.tzid.value == "Etc/UTC"
    lines = data.split(b"\r\n")
    assert (lines[0], lines[-2:]) == (b"BEGIN:VCALENDAR", [b"END:VCALENDAR", b""])
    assert all(len(line) <= 75 and b"\n" not in line for line in lines)
    assert data == written(feed)


# --- The page -------------------------------------------------------------------------------------


def test_a_calendar_is_made_changed_renewed_and_closed(client, anna: User, kinds) -> None:
    client.login(username="Anna", password=PASSWORD)
    page = "/account/calendar/"
    assert "Create my calendar" in client.get(page).content.decode()
    client.post(page, {"act": "make"})
    key = CalendarFeed.objects.get().key
    client.post(page, {"act": "make"})
    assert CalendarFeed.objects.get().key == key
    shown = client.get(page).content.decode()
    assert f"https://tiles.example/calendar/{key}.ics" in shown
    assert f"webcal://tiles.example/calendar/{key}.ics" in shown
    assert "No calendar app has read your calendar yet." in shown
    client.post(page, {"act": "choose", "alarm": "3", "with_rest": "on"})
    chosen = CalendarFeed.objects.get()
    assert (chosen.alarm, chosen.with_rest) == (3, True)
    for alarm in ("", "-3", "4", "3.0", "\u0663", "9" * 30):
        client.post(page, {"act": "choose", "alarm": alarm})
    assert CalendarFeed.objects.get().alarm == 3
    client.post(page, {"act": "renew"})
    assert CalendarFeed.objects.get().key != key
    client.post(page, {"act": "dance"})
    assert client.post(page, {"act": "close"}).url == page
    assert CalendarFeed.objects.count() == 0


def test_visitors_have_no_calendar(client, db) -> None:
    assert client.get("/account/calendar/").status_code == 302
    assert client.post("/account/calendar/", {"act": "make"}).status_code == 302
    assert CalendarFeed.objects.count() == 0

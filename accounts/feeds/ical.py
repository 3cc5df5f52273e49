"""Events as calendar programs read them: RFC 5545, and what Apple, Google and Microsoft expect."""

from collections.abc import Iterable
from datetime import datetime, timedelta

import icalendar
from django.conf import settings

from accounts.feeds.events import Event, Told

TYPE = "text/calendar; charset=utf-8"
ASK_AGAIN = timedelta(hours=1)


def write(told: Iterable[Told], *, name: str) -> bytes:
    """Return a calendar with these events; the same for the same events, to the byte."""
    calendar = icalendar.Calendar()
    calendar.add("prodid", f"-//{settings.SITE_NAME}//Deadlines//EN")
    calendar.add("version", "2.0")
    calendar.add("calscale", "GREGORIAN")
    calendar.add("name", name)
    calendar.add("x-wr-calname", name)
    calendar.add("refresh-interval", ASK_AGAIN, parameters={"VALUE": "DURATION"})
    calendar.add("x-published-ttl", "PT1H")
    for one in told:
        calendar.add_component(_event(one))
    if not calendar.subcomponents:
        calendar.add_component(_utc())  # RFC 5545, 3.4: a calendar has at least one component
    written: bytes = calendar.to_ical()
    return written


def _utc() -> icalendar.Timezone:
    """Return the time zone of all our times; icalendar's own of UTC has nothing but summer time."""
    zone, standard = icalendar.Timezone(), icalendar.TimezoneStandard()
    zone.add("tzid", "Etc/UTC")
    standard.add("dtstart", datetime(1970, 1, 1))  # noqa: DTZ001 - RFC 5545, 3.6.5: local time
    for offset in ("tzoffsetfrom", "tzoffsetto"):
        standard.add(offset, timedelta(0))
    standard.add("tzname", "UTC")
    zone.add_component(standard)
    return zone


def _event(told: Told) -> icalendar.Event:
    event, made = told.event, icalendar.Event()
    made.add("uid", event.uid)
    made.add("dtstamp", told.changed_at)
    made.add("last-modified", told.changed_at)
    made.add("sequence", told.sequence)
    made.add("dtstart", event.start)
    made.add("dtend", event.end)
    made.add("summary", event.summary)
    made.add("status", "CONFIRMED")
    made.add("transp", "TRANSPARENT")  # nobody is busy because their time runs out
    if event.description:
        made.add("description", event.description)
    if event.url:
        made.add("url", event.url)
    if event.weekdays:
        made.add("rrule", {"freq": "weekly", "byday": list(event.weekdays)})
    if event.alarm:
        made.add_component(_alarm(event))
    return made


def _alarm(event: Event) -> icalendar.Alarm:
    """Return the reminder; programs know best those that count from an event's beginning."""
    assert isinstance(event.start, datetime)  # noqa: S101 - whole days have no alarm
    alarm = icalendar.Alarm()
    alarm.add("action", "DISPLAY")
    alarm.add("description", event.summary)
    alarm.add("trigger", -timedelta(hours=event.alarm))
    return alarm

"""A person's calendar for other programs: its secret address, and what it told them last.

A calendar program fetches all events again and again and knows them by their UIDs. A higher
SEQUENCE tells it that one has moved, so we keep what we told it last. The only writer of
CalendarFeed.
"""

import json
import secrets
from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.feeds.events import Event, Told, digest_of, uid
from accounts.feeds.models import CalendarFeed
from accounts.rest import reading
from accounts.rest import services as rest
from accounts.users.models import User

DAY = timedelta(days=1)
ALARMS = (0, 1, 3, 6, 12, 24)  # hours before a deadline; 0 for none
MEMORY = timedelta(days=180)  # for which we know the SEQUENCE of an event that is gone
LOOKS = timedelta(minutes=1)  # how exactly it is noted when a program looked
WEEKDAYS = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")


class BadFeed(ValueError):
    """The calendar cannot do that; the text is for the player."""


# --- The address ----------------------------------------------------------------------------------


def of(*, user: User) -> CalendarFeed | None:
    """Return a person's calendar, if one was made."""
    return CalendarFeed.objects.filter(user=user).first()


def find(*, key: str) -> CalendarFeed | None:
    """Return the calendar of a secret address, with its owner."""
    feeds = CalendarFeed.objects.select_related("user")
    return feeds.filter(key=key, user__is_active=True).first()


def open_feed(*, user: User, now: datetime) -> CalendarFeed:
    """Return a person's calendar with a new address; the old one stops working."""
    facts = {"key": secrets.token_urlsafe(32), "made_at": now, "read_at": None}
    feed, _made = CalendarFeed.objects.update_or_create(user=user, defaults=facts)
    return feed


def close_feed(*, user: User) -> None:
    """Give the address up."""
    CalendarFeed.objects.filter(user=user).delete()


def choose(*, user: User, with_rest: bool, alarm: int) -> None:
    """Set what a person's calendar holds; raises BadFeed."""
    if alarm not in ALARMS:
        raise BadFeed(_("Choose one of the reminder times."))
    CalendarFeed.objects.filter(user=user).update(with_rest=with_rest, alarm=alarm)


# --- What it told ---------------------------------------------------------------------------------


@transaction.atomic
def tell(*, feed: CalendarFeed, events: Sequence[Event], now: datetime) -> list[Told]:
    """Return the events as they are to be told now, in the order of time, and remember them.

    Whatever has changed since it was told last has a SEQUENCE one higher. ``feed`` gets the instant
    of its last change, a whole second later than the one before. Locks the calendar's row.
    """
    locked = CalendarFeed.objects.select_for_update(no_key=True).get(pk=feed.pk)
    now = now.astimezone(UTC).replace(microsecond=0)
    told = {event.uid: _after(locked.told.get(event.uid), event, now) for event in events}
    digest = digest_of(json.dumps(sorted(told.items())).encode())
    if digest != locked.digest or locked.changed_at is None:
        last_at = locked.changed_at
        locked.changed_at = max(now, last_at + timedelta(seconds=1)) if last_at else now
        locked.digest = digest
        locked.told = {uid: one for uid, one in locked.told.items() if _is_known(one, now)} | told
        locked.read_at = None  # noted anew below
    if locked.read_at is None or now - locked.read_at >= LOOKS:
        locked.read_at = now
        locked.save(update_fields=["told", "digest", "changed_at", "read_at"])
    feed.changed_at = locked.changed_at
    return sorted(
        (_read(event, told[event.uid]) for event in events),
        key=lambda one: (str(one.event.start), one.event.uid),
    )


def _after(before: Sequence[str | int] | None, event: Event, now: datetime) -> list[str | int]:
    """Return what is to be kept of an event: its digest, its SEQUENCE, when it changed last."""
    if before is None:
        return [event.digest, 0, now.isoformat()]
    digest, sequence, changed_at = before
    if digest == event.digest:
        return [digest, sequence, changed_at]
    return [event.digest, int(sequence) + 1, now.isoformat()]


def _read(event: Event, row: Sequence[str | int]) -> Told:
    return Told(event, int(row[1]), datetime.fromisoformat(str(row[2])))


def _is_known(row: Sequence[str | int], now: datetime) -> bool:
    return now - datetime.fromisoformat(str(row[2])) < MEMORY


# --- Rest -----------------------------------------------------------------------------------------


def rest_events(*, user: User, now: datetime) -> Iterator[Event]:
    """Yield a person's holidays and days off as events of whole days, where the person lives."""
    yield from _holidays(user, now)
    last = reading.last_choice(user=user)
    if last is None:
        return
    today = now.astimezone(user.zone).date()
    for day in sorted(day for day in last.dates_off if day >= today):
        yield Event(uid(f"off-{user.pk}-{day:%Y%m%d}"), day, day + DAY, _("Day off"))
    if last.days_off:
        # The first of them since it was chosen; it comes again every week.
        chosen = last.at.astimezone(user.zone).date()
        first = next(d for d in _days_from(chosen) if d.weekday() in last.days_off)
        weekdays = tuple(WEEKDAYS[day] for day in sorted(last.days_off))
        yield Event(
            uid(f"off-{user.pk}-weekly"), first, first + DAY, _("Day off"), weekdays=weekdays
        )


def _holidays(user: User, now: datetime) -> Iterator[Event]:
    for row in reading.holidays(user=user):
        over_at = row.entry.over_at
        if over_at <= max(row.from_at, now):
            continue  # cancelled, or over
        first = row.from_at.astimezone(user.zone).date()
        last = (over_at - rest.MOMENT).astimezone(user.zone).date()
        yield Event(uid(f"holiday-{row.pk}"), first, last + DAY, _("Holiday"))


def _days_from(day: date) -> Iterator[date]:
    while True:
        yield day
        day += DAY

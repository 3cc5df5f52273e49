"""When notices leave: quiet hours, digests and days, where the person lives.

Pure functions of instants and choices. Local times become instants as those of a calendar do.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from accounts.edge.instants import Stretch, first_instant, last_instant
from accounts.notices.models import NoticeChoices
from accounts.users.models import User

DAY = timedelta(days=1)
# A deadline so soon after quiet hours is told of before they begin, and this long before.
SOON_AFTER = timedelta(hours=1)
BEFORE_QUIET = timedelta(minutes=30)


@dataclass(frozen=True)
class Hours:
    """A person's choices about time; ``quiet`` is None or its local beginning and end."""

    zone: ZoneInfo
    digests: tuple[time, ...]
    digest: bool = False
    quiet: tuple[time, time] | None = None


def hours_of(user: User, notices: NoticeChoices | None) -> Hours:
    """Return what a person has chosen, or the defaults."""
    chosen = notices or NoticeChoices()
    quiet = None
    if chosen.quiet_from is not None and chosen.quiet_to is not None:
        quiet = (chosen.quiet_from, chosen.quiet_to)
    return Hours(user.zone, tuple(sorted(chosen.digest_hours)), chosen.digest, quiet)


def day_of(zone: ZoneInfo, at: datetime) -> Stretch:
    """Return the day it is there at an instant, from midnight to midnight."""
    midnight = datetime.combine(at.astimezone(zone).date(), time(0))
    return Stretch(first_instant(zone, midnight), first_instant(zone, midnight + DAY))


def quiet_at(hours: Hours, at: datetime) -> Stretch | None:
    """Return the quiet hours that an instant lies in."""
    around = nights(hours, at, days=1)
    return next((night for night in around if night.from_at <= at < night.to_at), None)


def next_digest(hours: Hours, at: datetime) -> datetime:
    """Return the next hour for a digest, from an instant on."""
    return next(hour for hour in _digests(hours, at) if hour >= at)


def last_digest(hours: Hours, at: datetime) -> datetime:
    """Return the last hour for a digest of the day it is at an instant; it may be over."""
    day = day_of(hours.zone, at)
    return max(hour for hour in _digests(hours, day.from_at) if hour < day.to_at)


def tomorrow(hours: Hours, at: datetime) -> datetime:
    """Return the first instant of the next day at which it is not quiet."""
    midnight = day_of(hours.zone, at).to_at
    night = quiet_at(hours, midnight)
    return night.to_at if night else midnight


def after_quiet(hours: Hours, at: datetime) -> datetime:
    """Return the first instant, from this on, at which it is not quiet."""
    night = quiet_at(hours, at)
    return night.to_at if night else at


def before_too_late(hours: Hours, due_at: datetime, deadline_at: datetime | None) -> datetime:
    """Return when a last reminder goes that is due at an instant.

    In quiet hours it waits for their end, if that is well before the deadline; else it goes before
    they begin. Who learns only then of a turn so short is told at once.
    """
    night = quiet_at(hours, due_at)
    if night is None:
        return due_at
    if deadline_at is None or deadline_at > night.to_at + SOON_AFTER:
        return night.to_at
    return night.from_at - BEFORE_QUIET


def nights(hours: Hours, at: datetime, *, days: int) -> Iterator[Stretch]:
    """Yield the quiet hours from the day before an instant to that many days after it, in order."""
    if hours.quiet is None or hours.quiet[0] == hours.quiet[1]:
        return
    begin, end = hours.quiet
    today = at.astimezone(hours.zone).date()
    for date in (today + DAY * passed for passed in range(-1, days + 1)):
        until = date if begin < end else date + DAY
        yield Stretch(
            first_instant(hours.zone, datetime.combine(date, begin)),
            last_instant(hours.zone, datetime.combine(until, end)),
        )


def _digests(hours: Hours, at: datetime) -> Iterator[datetime]:
    """Yield the hours for digests of three days, in order: more than anybody waits for."""
    today = at.astimezone(hours.zone).date()
    for date in (today, today + DAY, today + 2 * DAY):
        for hour in hours.digests:
            yield after_quiet(hours, first_instant(hours.zone, datetime.combine(date, hour)))

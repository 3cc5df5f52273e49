"""When notices leave: quiet hours, digests and days, where the person lives.

Pure functions of instants and choices. Local times become instants as those of a calendar do.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from accounts.edge.instants import Stretch, first_instant, join, last_instant
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
    """Return the next hour for a digest, from an instant on; with none, when it is not quiet."""
    return next((hour for hour in _digests(hours, at) if hour >= at), after_quiet(hours, at))


def last_digest(hours: Hours, at: datetime) -> datetime | None:
    """Return the last hour for a digest of the day it is at an instant; it may be over.

    None if the day has none: those hours may be quiet, and all end on another day.
    """
    day = day_of(hours.zone, at)
    of_day = [hour for hour in _digests(hours, at) if day.from_at <= hour < day.to_at]
    return max(of_day, default=None)


def tomorrow(hours: Hours, at: datetime) -> datetime:
    """Return the first instant of the next day at which it is not quiet."""
    return after_quiet(hours, day_of(hours.zone, at).to_at)


def after_quiet(hours: Hours, at: datetime) -> datetime:
    """Return the first instant, from this on, at which it is not quiet."""
    return _after(nights(hours, at, days=1), at)


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
    return after_quiet(hours, night.from_at - BEFORE_QUIET)  # the last night may end after that


def nights(hours: Hours, at: datetime, *, days: int) -> Iterator[Stretch]:
    """Yield the quiet hours from before an instant to that many days after it, in order and apart.

    Where they last nearly all day, two can meet when clocks change, and are one.
    """
    yield from join(_nights(hours, at, days))


def _nights(hours: Hours, at: datetime, days: int) -> Iterator[Stretch]:
    if hours.quiet is None or hours.quiet[0] == hours.quiet[1]:
        return
    begin, end = hours.quiet
    today = at.astimezone(hours.zone).date()
    for date in (today + DAY * passed for passed in range(-2, days + 1)):
        until = date if begin < end else date + DAY
        yield Stretch(
            first_instant(hours.zone, datetime.combine(date, begin)),
            last_instant(hours.zone, datetime.combine(until, end)),
        )


def _digests(hours: Hours, at: datetime) -> list[datetime]:
    """Return the hours for digests of the days around an instant, in order.

    More than anybody waits for, and those before it that wait for the end of quiet hours.
    """
    today = at.astimezone(hours.zone).date()
    around = list(nights(hours, at, days=4))
    walls = [
        datetime.combine(today + DAY * passed, hour)
        for passed in range(-2, 4)
        for hour in hours.digests
    ]
    return sorted(_after(around, first_instant(hours.zone, wall)) for wall in walls)


def _after(nights: Iterable[Stretch], at: datetime) -> datetime:
    return next((night.to_at for night in nights if night.from_at <= at < night.to_at), at)

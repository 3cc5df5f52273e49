"""The coming days as a picture and in words: when a person's clocks stand still."""

import dataclasses
from collections.abc import Iterable, Iterator
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from accounts.edge.instants import MIDNIGHT, Stretch, first_instant
from accounts.edge.languages import listed
from accounts.rest.rules.calendars import Calendar, rests

DAY = timedelta(days=1)
DAYS = 7
MINUTES = 24 * 60


@dataclasses.dataclass(frozen=True, slots=True)
class Bar:
    """Minutes of a local day, from the first to the one after the last."""

    start: int
    end: int

    @property
    def length(self) -> int:
        """Return how many minutes it has."""
        return self.end - self.start


@dataclasses.dataclass(frozen=True, slots=True)
class Day:
    """A date with its rests and holidays, and what minute it is if it is today."""

    date: date
    rests: tuple[Bar, ...]
    away: tuple[Bar, ...]
    now: int | None

    @property
    def in_words(self) -> str:
        """Return what the picture of the day shows."""
        said = [_("rest %(hours)s") % {"hours": _hours(self.rests)}] if self.rests else []
        said += [_("holiday %(hours)s") % {"hours": _hours(self.away)}] if self.away else []
        return _("; ").join(said) or _("no rest")


def week(calendar: Calendar, *, now: datetime, away: Iterable[Stretch] = ()) -> tuple[Day, ...]:
    """Return the coming seven days where the person lives, today first."""
    zone = calendar.zone
    today = now.astimezone(zone)
    first = today.date()
    ends_at = first_instant(zone, _midnight(first + DAY * DAYS))
    starts_at = first_instant(zone, _midnight(first))
    quiet = rests(calendar, starts_at, ends_at)
    gone = list(away)
    return tuple(
        Day(
            day,
            tuple(_bars(zone, day, quiet)),
            tuple(_bars(zone, day, gone)),
            _minute(today) if day == first else None,
        )
        for day in (first + DAY * passed for passed in range(DAYS))
    )


def until(at: datetime, *, zone: ZoneInfo, now: datetime) -> str:
    """Return an end in words that follow "until": "the end of Monday", "tomorrow, 15:00"."""
    local, today = at.astimezone(zone), now.astimezone(zone).date()
    if local.time() == MIDNIGHT:
        return _("the end of %(day)s") % {"day": _name(local.date() - DAY, today)}
    return _("%(day)s, %(time)s") % {"day": _name(local.date(), today), "time": f"{local:%H:%M}"}


def _name(day: date, today: date) -> str:
    ahead = (day - today).days
    if ahead in (0, 1):
        return _("tomorrow") if ahead else _("today")
    if 1 < ahead < DAYS:
        return date_format(day, "l")
    return date_format(day, "l j F" if day.year == today.year else "l j F Y")


def _bars(zone: ZoneInfo, day: date, stretches: Iterable[Stretch]) -> Iterator[Bar]:
    """Yield what stretches cover of a date."""
    starts_at = first_instant(zone, _midnight(day))
    ends_at = first_instant(zone, _midnight(day + DAY))
    for stretch in stretches:
        from_at, to_at = max(stretch.from_at, starts_at), min(stretch.to_at, ends_at)
        if from_at < to_at:
            end = MINUTES if to_at == ends_at else _minute(to_at.astimezone(zone))
            yield Bar(_minute(from_at.astimezone(zone)), end)


def _midnight(day: date) -> datetime:
    return datetime.combine(day, MIDNIGHT)


def _minute(local: datetime) -> int:
    return local.hour * 60 + local.minute


def _hours(bars: tuple[Bar, ...]) -> str:
    if bars == (Bar(0, MINUTES),):
        return _("all day")
    said = _("%(start)s to %(end)s")
    return listed([said % {"start": _wall(bar.start), "end": _wall(bar.end)} for bar in bars])


def _wall(minute: int) -> str:
    return "24:00" if minute == MINUTES else f"{time(*divmod(minute, 60)):%H:%M}"

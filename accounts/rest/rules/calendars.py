"""A person's quiet times: sleep hours, days off and dates off, where the person lives.

Local times become instants by one rule. Quiet begins at the first instant at which the clock on the
wall shows its beginning or later, and ends at the last instant before which the wall still showed
a time before its end. So a time that the wall skips in spring is the moment of the jump, and sleep
in the hour that comes twice in autumn is never cut in two.
"""

import dataclasses
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from itertools import count, takewhile
from typing import NamedTuple, Self
from zoneinfo import ZoneInfo

from accounts.edge.refusal import Refusal

DAY = timedelta(days=1)
MIDNIGHT = time(0)
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
WALL_EPOCH = datetime.combine(EPOCH.date(), MIDNIGHT)
LONGEST_SLEEP = timedelta(hours=10)
MOST_DAYS_OFF = 3
MOST_DATES_OFF = 21
DAYS_OF_A_WEEK = frozenset(range(7))


class BadCalendar(Refusal):
    """The calendar asks for more quiet than anyone may have."""


class Stretch(NamedTuple):
    """A stretch of time from an instant to a later one, which is no longer part of it."""

    from_at: datetime
    to_at: datetime


@dataclasses.dataclass(frozen=True, slots=True)
class Calendar:
    """When a person rests, in local time: hours of sleep, weekdays off, single dates off.

    Sleep may go past midnight; there is none when both ends are equal. Monday is day 0.
    Raises BadCalendar, so that every calendar leaves awake hours in each week.
    """

    zone: ZoneInfo
    sleep_from: time = MIDNIGHT
    sleep_to: time = MIDNIGHT
    days_off: frozenset[int] = frozenset()
    dates_off: frozenset[date] = frozenset()

    def __post_init__(self) -> None:
        if any(_is_odd(moment) for moment in (self.sleep_from, self.sleep_to)):
            raise BadCalendar("Give both times in whole minutes.")
        if self.sleep > LONGEST_SLEEP:
            raise BadCalendar("You can have up to 10 sleep hours a day.")
        if not self.days_off <= DAYS_OF_A_WEEK:
            raise BadCalendar("For weekly days off, choose days of the week.")
        if len(self.days_off) > MOST_DAYS_OFF:
            raise BadCalendar("You can have up to 3 days off a week.")
        if len(self.dates_off) > MOST_DATES_OFF:
            raise BadCalendar("You can plan up to 21 single days off.")

    @property
    def sleep(self) -> timedelta:
        """Return how long sleep lasts by the clock on the wall."""
        return (_since_midnight(self.sleep_to) - _since_midnight(self.sleep_from)) % DAY


@dataclasses.dataclass(frozen=True, slots=True)
class History:
    """A person's calendars over time: the first, and each later one since it was chosen."""

    first: Calendar
    changes: tuple[tuple[datetime, Calendar], ...] = ()

    def at(self, instant: datetime) -> Calendar:
        """Return the calendar in force at an instant.

        A turn keeps, to its end, the calendar that was in force when it began: a change moves
        nothing that is running, so nobody gains time by it.
        """
        chosen = bisect_right(self.changes, instant, key=lambda change: change[0])
        return self.changes[chosen - 1][1] if chosen else self.first

    def change(self, at: datetime, calendar: Calendar) -> Self:
        """Return the history with another calendar in force from ``at``, later than all before."""
        if self.changes and at <= self.changes[-1][0]:
            raise ValueError("calendars change forward in time")
        return dataclasses.replace(self, changes=(*self.changes, (at, calendar)))


def rests(calendar: Calendar, since: datetime, until: datetime) -> tuple[Stretch, ...]:
    """Return the rests that end after ``since`` and begin before ``until``, in order and apart."""
    return tuple(takewhile(lambda rest: rest.from_at < until, coming_rests(calendar, since)))


def coming_rests(calendar: Calendar, start: datetime) -> Iterator[Stretch]:
    """Yield the rests that end after ``start``, in order and apart; there may be no end of them."""
    return join(rest for rest in _rests_by_date(calendar, start) if rest.to_at > start)


def join(stretches: Iterable[Stretch]) -> Iterator[Stretch]:
    """Yield what stretches in the order of their beginnings cover, in order and apart."""
    joined: Stretch | None = None
    for stretch in stretches:
        if stretch.to_at <= stretch.from_at:
            continue  # all of it was skipped by a jump of the clocks
        if joined is None:
            joined = stretch
        elif stretch.from_at > joined.to_at:
            yield joined
            joined = stretch
        elif stretch.to_at > joined.to_at:
            joined = Stretch(joined.from_at, stretch.to_at)
    if joined:
        yield joined


def first_instant(zone: ZoneInfo, wall: datetime) -> datetime:
    """Return the first instant at which clocks there show ``wall`` (naive) or a later time."""
    return _instants(zone, wall)[0]


def last_instant(zone: ZoneInfo, wall: datetime) -> datetime:
    """Return the first instant since which clocks there show nothing before ``wall`` (naive)."""
    return _instants(zone, wall)[1]


def _rests_by_date(calendar: Calendar, start: datetime) -> Iterator[Stretch]:
    """Yield each date's rests in the order of their beginnings; they may overlap or be over."""
    zone = calendar.zone
    bedtime, asleep = _since_midnight(calendar.sleep_from), calendar.sleep
    for day in _dates(calendar, start.astimezone(zone).date() - DAY):
        midnight = datetime.combine(day, MIDNIGHT)
        if day.weekday() in calendar.days_off or day in calendar.dates_off:
            yield Stretch(first_instant(zone, midnight), last_instant(zone, midnight + DAY))
        if asleep:
            down = midnight + bedtime
            yield Stretch(first_instant(zone, down), last_instant(zone, down + asleep))


def _dates(calendar: Calendar, first: date) -> Iterator[date]:
    """Yield the dates since ``first`` on which the calendar may have a rest."""
    if calendar.sleep or calendar.days_off:
        return (first + DAY * passed for passed in count())
    return iter(sorted(day for day in calendar.dates_off if day >= first))


@lru_cache(maxsize=2**14)  # a turn's nights are asked for again and again
def _instants(zone: ZoneInfo, wall: datetime) -> tuple[datetime, datetime]:
    before, after = _offset(zone, wall), _offset(zone, wall.replace(fold=1))
    early = EPOCH + (wall - WALL_EPOCH - before)
    if before == after:
        return early, early
    late = EPOCH + (wall - WALL_EPOCH - after)
    if early < late:
        return early, late
    jump = _find_jump(zone, late, early)
    return jump, jump


def _find_jump(zone: ZoneInfo, before: datetime, after: datetime) -> datetime:
    """Return the one instant between the two at which clocks there jump ahead."""
    offset = before.astimezone(zone).utcoffset()

    def has_jumped(seconds: int) -> bool:
        return (before + timedelta(seconds=seconds)).astimezone(zone).utcoffset() != offset

    seconds = range(int((after - before).total_seconds()))
    return before + timedelta(seconds=bisect_left(seconds, True, key=has_jumped))


def _offset(zone: ZoneInfo, wall: datetime) -> timedelta:
    offset = zone.utcoffset(wall)
    assert offset is not None  # noqa: S101 - an IANA zone always has one
    return offset


def _since_midnight(moment: time) -> timedelta:
    return timedelta(hours=moment.hour, minutes=moment.minute)


def _is_odd(moment: time) -> bool:
    return bool(moment.second or moment.microsecond or moment.tzinfo)

"""When a person rests: sleep hours, days off and dates off, where the person lives."""

import dataclasses
from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from itertools import count, takewhile
from zoneinfo import ZoneInfo

from accounts.edge.instants import DAY, MIDNIGHT, Stretch, first_instant, join, last_instant
from accounts.edge.refusal import Refusal

LONGEST_SLEEP = timedelta(hours=10)
MOST_DAYS_OFF = 3
MOST_DATES_OFF = 21
DAYS_OF_A_WEEK = frozenset(range(7))


class BadCalendar(Refusal):
    """The calendar asks for more rest than anyone may have."""


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


def rests(calendar: Calendar, since: datetime, until: datetime) -> tuple[Stretch, ...]:
    """Return the rests that end after ``since`` and begin before ``until``, in order and apart."""
    return tuple(takewhile(lambda rest: rest.from_at < until, _coming(calendar, since)))


def _coming(calendar: Calendar, start: datetime) -> Iterator[Stretch]:
    """Yield the rests that end after ``start``; there may be no end of them."""
    return join(rest for rest in _rests_by_date(calendar, start) if rest.to_at > start)


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


def _since_midnight(moment: time) -> timedelta:
    return timedelta(hours=moment.hour, minutes=moment.minute)


def _is_odd(moment: time) -> bool:
    return bool(moment.second or moment.microsecond or moment.tzinfo)

"""Holiday: days that are earned by playing, saved, and spent on standing clocks.

Every balance is a function of what happened and of an instant: a day is earned with every 14th
active day, at most 21 are saved, a holiday takes its days when it is booked and gives back those
not begun when it ends before its time. No balance is ever below zero.
"""

import dataclasses
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from math import ceil

from accounts.edge.instants import Stretch
from accounts.edge.refusal import Refusal

DAY = timedelta(days=1)
ACTIVE_DAYS_FOR_ONE = 14
MOST_SAVED = 21
# A stay of whole days may last an hour longer than so many times 24 hours when clocks are put back.
FREE = timedelta(hours=1)


class NoHoliday(Refusal):
    """The holiday cannot be taken."""


@dataclasses.dataclass(frozen=True, slots=True)
class Holiday:
    """A holiday as it was booked, and when it was ended before its time, if it was."""

    booked_at: datetime
    from_at: datetime
    until_at: datetime
    ended_at: datetime | None = None

    @property
    def over_at(self) -> datetime:
        """Return when it ends or ended; a cancelled holiday is over before it begins."""
        return self.until_at if self.ended_at is None else self.ended_at

    @property
    def booked(self) -> int:
        """Return how many days it took when it was booked."""
        return days_begun(self.until_at - self.from_at)

    @property
    def given_back(self) -> int:
        """Return how many of its days were not begun when it was ended."""
        return self.booked - days_begun(self.over_at - self.from_at)


@dataclasses.dataclass(frozen=True, slots=True)
class Earned:
    """What a person's holiday days follow from: when the person played, and the holidays.

    ``active_at`` needs one instant of each day (UTC) on which the person played and may hold more.
    """

    active_at: tuple[datetime, ...] = ()
    holidays: tuple[Holiday, ...] = ()


@dataclasses.dataclass(frozen=True, slots=True)
class Balance:
    """Whole days saved, and how many active days are done towards the next."""

    days: int = 0
    towards: int = 0


def days_begun(length: timedelta) -> int:
    """Return how many days a holiday of this length takes: those begun, the last hour free."""
    return max(1, ceil((length - FREE) / DAY)) if length > timedelta(0) else 0


def stretches(earned: Earned) -> tuple[Stretch, ...]:
    """Return when the person's clocks stand for holiday, at tables that have it."""
    return tuple(
        Stretch(holiday.from_at, holiday.over_at)
        for holiday in earned.holidays
        if holiday.over_at > holiday.from_at
    )


def running(earned: Earned, at: datetime) -> Holiday | None:
    """Return the holiday the person is on at an instant."""
    for holiday in earned.holidays:
        if holiday.from_at <= at < holiday.over_at:
            return holiday
    return None


def balance(earned: Earned, at: datetime) -> Balance:
    """Return what is saved at an instant, by all that was recorded up to it."""
    now = 0
    for happened_at, points in _points(earned):
        if happened_at > at:
            break
        now = points
    return Balance(*divmod(now, ACTIVE_DAYS_FOR_ONE))


def saved(earned: Earned, at: datetime) -> int:
    """Return the whole days saved at an instant."""
    return balance(earned, at).days


def book(earned: Earned, *, from_at: datetime, until_at: datetime, now: datetime) -> Earned:
    """Return the same with a holiday booked; raises NoHoliday."""
    if from_at < now:
        raise NoHoliday("A holiday can't start in the past.")
    if until_at <= from_at:
        raise NoHoliday("A holiday has to end after it starts.")
    return _enter(earned, Holiday(now, from_at, until_at))


def switch_on(earned: Earned, *, at: datetime) -> Earned:
    """Return the same with a holiday from ``at`` for all days saved; raises NoHoliday.

    It is cut short where one that is booked begins. It is switched on by hand, or by itself at an
    instant that may have passed when somebody looks.
    """
    days = saved(earned, at)
    if not days:
        raise NoHoliday("You haven't saved up any holiday.")
    next_at = min((v.from_at for v in stretches(earned) if v.from_at > at), default=None)
    until_at = at + days * DAY
    return _enter(earned, Holiday(at, at, min(until_at, next_at or until_at)))


def end(earned: Earned, holiday: Holiday, *, now: datetime) -> Earned:
    """Return the same with a holiday ended now, or cancelled; raises NoHoliday if it is over.

    The days not begun are given back.
    """
    if holiday not in earned.holidays or holiday.over_at <= now or holiday.ended_at:
        raise NoHoliday("That holiday is already over.")
    ended = dataclasses.replace(holiday, ended_at=now)
    kept = tuple(ended if each == holiday else each for each in earned.holidays)
    return dataclasses.replace(earned, holidays=kept)


def _enter(earned: Earned, holiday: Holiday) -> Earned:
    if any(_overlap(holiday, other) for other in earned.holidays):
        raise NoHoliday("You already have a holiday at that time.")
    entered = dataclasses.replace(earned, holidays=(*earned.holidays, holiday))
    if any(points < 0 for _, points in _points(entered)):
        have = saved(earned, holiday.booked_at)
        raise NoHoliday(
            "That would use {days} of your saved days, but you only have {have}.",
            days=holiday.booked,
            have=have,
        )
    return entered


def _overlap(one: Holiday, other: Holiday) -> bool:
    return one.from_at < other.over_at and other.from_at < one.over_at


def _points(earned: Earned) -> Iterator[tuple[datetime, int]]:
    """Yield, in order of time, when the balance changed and what it was since, in active days."""
    points = 0
    for happened_at, change in _changes(earned):
        points = min(points + change, MOST_SAVED * ACTIVE_DAYS_FOR_ONE)
        yield happened_at, points


def _changes(earned: Earned) -> list[tuple[datetime, int]]:
    """Return all changes in active days, in order of time; at one instant what is earned first."""
    played = [(at, 1) for at in _active_days(earned)]
    back = [
        (each.ended_at, each.given_back * ACTIVE_DAYS_FOR_ONE)
        for each in earned.holidays
        if each.ended_at
    ]
    taken = [(each.booked_at, -each.booked * ACTIVE_DAYS_FOR_ONE) for each in earned.holidays]
    return sorted([*played, *back, *taken], key=lambda change: change[0])


def _active_days(earned: Earned) -> Iterator[datetime]:
    """Yield the first instant of each day (UTC) on which the person played and was not away."""
    last_day = None
    for at in sorted(earned.active_at):
        day = at.astimezone(UTC).date()
        if day != last_day and running(earned, at) is None:
            last_day = day
            yield at

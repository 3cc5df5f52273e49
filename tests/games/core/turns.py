"""Turns drawn at random, and a slow second opinion on their clocks that counts minutes."""

import dataclasses
from datetime import date, datetime, timedelta
from functools import cache
from itertools import accumulate
from zoneinfo import ZoneInfo

from accounts.edge.instants import DAY
from accounts.rest.rules.calendars import Calendar, rests
from games.core.clock import Pace, TimeControl, TurnClock
from tests.accounts.rest.rules.cases import SOME_DAY, ZONES, changes, draw_calendar

MINUTE = timedelta(minutes=1)


@dataclasses.dataclass(frozen=True)
class Turn:
    """A turn, its player's calendar, and what others have agreed on."""

    started_at: datetime
    thinking: timedelta
    calendar: Calendar
    allowance: timedelta
    stops: tuple[tuple[datetime, datetime], ...] = ()


def clock_of(turn):
    """Return the clock of a turn, with the rests that its player's calendar has."""
    clock = TurnClock(
        TimeControl(Pace.CORRESPONDENCE, turn.thinking.total_seconds()),
        started_at=turn.started_at,
        allowance=turn.allowance.total_seconds(),
        stops=turn.stops,
    )
    found = rests(turn.calendar, turn.started_at, clock.latest)
    return dataclasses.replace(clock, rests=found)


def left(turn, now):
    """Return how much time to think is left at an instant."""
    used = timedelta(seconds=clock_of(turn).used(now))
    return max(timedelta(0), turn.thinking - used)


def draw_turn(rng, *, name=None, near=None, most_days=4):
    """Return a turn that begins in whole minutes, as a rule close to a change of the clocks."""
    name = name or rng.choice(ZONES)
    near = near or rng.choice(changes(name) or (SOME_DAY,))
    start = near + timedelta(minutes=rng.randrange(-4 * 1440, 1440))
    stops = tuple(draw_stop(rng, start) for _ in range(rng.choice((0, 0, 0, 1, 2))))
    return Turn(
        start,
        thinking=timedelta(
            minutes=rng.choice((0, rng.randrange(240), rng.randrange(most_days * 1440)))
        ),
        calendar=draw_calendar(rng, name, start),
        allowance=timedelta(
            minutes=rng.choice((0, rng.randrange(600), rng.randrange(most_days * 1440)))
        ),
        stops=stops,
    )


def draw_stop(rng, start):
    """Return a stop that begins a day before to four days after the start."""
    from_at = start + timedelta(minutes=rng.randrange(-1440, 4 * 1440))
    return (from_at, from_at + timedelta(minutes=rng.randrange(1, 3 * 1440)))


# --- The second opinion ---------------------------------------------------------------------------


@cache
def wall_minutes(name, first):
    """Return, for each minute of 24 days, the least and the greatest time on the wall there.

    The least from then on, and the greatest up to then, in minutes: they differ only close to where
    clocks are put back.
    """
    zone = ZoneInfo(name)
    walls = [(first + MINUTE * m).astimezone(zone) for m in range(24 * 1440)]
    shown = [wall.toordinal() * 1440 + wall.hour * 60 + wall.minute for wall in walls]
    least = list(accumulate(reversed(shown), min))[::-1]
    return list(zip(least, accumulate(shown, max), strict=True))


def find_rests(calendar, first):
    """Return by its number when each date's rests begin and end, in minutes of the wall."""
    rests = {}
    for day in range(first.toordinal() - 3, first.toordinal() + 28):
        midnight = day * 1440
        down = midnight + calendar.sleep_from.hour * 60 + calendar.sleep_from.minute
        rests[day] = [(down, down + calendar.sleep // MINUTE)]
        of_day = date.fromordinal(day)
        if of_day.weekday() in calendar.days_off or of_day in calendar.dates_off:
            rests[day].append((midnight, midnight + 1440))
    return rests


def is_quiet(rests, least, greatest):
    """Tell whether a rest has begun by the greatest time on the wall and not ended by the least."""
    for day in range(least // 1440 - 1, greatest // 1440 + 1):
        for begins, ends in rests[day]:
            if begins <= greatest and least < ends:
                return True
    return False


def count_minutes(turn):
    """Return the deadline, the rest used and the time to think left at each minute, by counting."""
    name = turn.calendar.zone.key
    near = min(changes(name) or (SOME_DAY,), key=lambda at: abs(at - turn.started_at))
    first = near - 5 * DAY
    walls, rests = wall_minutes(name, first), find_rests(turn.calendar, first)
    minute = (turn.started_at - first) // MINUTE
    spare, left = turn.allowance // MINUTE, turn.thinking // MINUTE
    course = []
    while True:
        at = first + MINUTE * minute
        course.append(left)
        if any(from_at <= at < to_at for from_at, to_at in turn.stops):
            pass
        elif spare and is_quiet(rests, *walls[minute]):
            spare -= 1
        elif left:
            left -= 1
            if not left:
                return at + MINUTE, turn.allowance - spare * MINUTE, [*course, 0]
        else:
            return at, turn.allowance - spare * MINUTE, course
        minute += 1

"""Turns drawn at random, and a slow second opinion on them that counts minutes."""

from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from itertools import accumulate
from zoneinfo import ZoneInfo

from accounts.edge.instants import DAY, Stretch
from accounts.rest.rules.calendars import Calendar
from accounts.rest.rules.countdown import Countdown

MINUTE = timedelta(minutes=1)
# -11 to +14; halves and quarters of hours; clocks changed by two hours, one or half of one, at
# midnight, twice in a year around Ramadan, and in winter instead of summer.
ZONES = (
    "Pacific/Pago_Pago", "Pacific/Honolulu", "Pacific/Marquesas", "America/Anchorage",
    "America/Los_Angeles", "America/New_York", "America/Havana", "America/Asuncion",
    "America/Santiago", "America/St_Johns", "America/Sao_Paulo", "America/Nuuk", "Atlantic/Azores",
    "UTC", "Europe/London", "Europe/Dublin", "Africa/Casablanca", "Antarctica/Troll",
    "Europe/Berlin", "Europe/Chisinau", "Africa/Cairo", "Asia/Beirut", "Asia/Gaza", "Asia/Tehran",
    "Asia/Kolkata", "Asia/Kathmandu", "Australia/Eucla", "Asia/Tokyo", "Australia/Adelaide",
    "Australia/Lord_Howe", "Pacific/Norfolk", "Pacific/Auckland", "Pacific/Chatham",
    "Pacific/Apia", "Pacific/Tongatapu", "Pacific/Kiritimati",
)  # fmt: skip
SOME_DAY = datetime(2025, 6, 1, tzinfo=UTC)
YEARS = (2024, 2025, 2026)


@cache
def changes(name):
    """Return the instants (to the hour) at which clocks there are changed in these years."""
    zone = ZoneInfo(name)
    hours = 24 * 366 * len(YEARS)
    first = datetime(YEARS[0], 1, 1, tzinfo=UTC)
    found, before = [], None
    for step in range(hours):
        at = first + timedelta(hours=step)
        offset = at.astimezone(zone).utcoffset()
        if before not in (None, offset):
            found.append(at)
        before = offset
    return tuple(found)


def draw_calendar(rng, name, near):
    """Return a calendar with anything from no quiet at all to as much as is allowed."""
    grid = rng.choice((1, 15, 30, 60))
    asleep = rng.choice((0, 600, rng.randrange(0, 601, grid)))
    down = rng.randrange(0, 1440, grid)
    up = (down + asleep) % 1440
    dates = rng.choice((0, 0, 0, 1, 4))
    return Calendar(
        ZoneInfo(name),
        time(*divmod(down, 60)),
        time(*divmod(up, 60)),
        frozenset(rng.sample(range(7), rng.choice((0, 0, 1, 2, 3)))),
        frozenset(near.date() + DAY * rng.randrange(-3, 9) for _ in range(dates)),
    )


def draw_turn(rng, *, name=None, near=None, most_days=4):
    """Return a turn that begins in whole minutes, as a rule close to a change of the clocks."""
    name = name or rng.choice(ZONES)
    near = near or rng.choice(changes(name) or (SOME_DAY,))
    start = near + timedelta(minutes=rng.randrange(-4 * 1440, 1440))
    stops = tuple(draw_stop(rng, start) for _ in range(rng.choice((0, 0, 0, 1, 2))))
    return Countdown(
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
    return Stretch(from_at, from_at + timedelta(minutes=rng.randrange(1, 3 * 1440)))


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
        if any(stop.from_at <= at < stop.to_at for stop in turn.stops):
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


def june(day, hour=12, minute=0):
    """Return an instant of June 2026, which has 1 June on a Monday."""
    return datetime(2026, 6, day, hour, minute, tzinfo=UTC)


def dates(*days):
    """Return dates of June 2026."""
    return frozenset(date(2026, 6, day) for day in days)

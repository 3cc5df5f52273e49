"""Calendars drawn at random, around the days when clocks are changed."""

from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from zoneinfo import ZoneInfo

from accounts.edge.instants import DAY
from accounts.rest.rules.calendars import Calendar

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


def june(day, hour=12, minute=0):
    """Return an instant of June 2026, which has 1 June on a Monday."""
    return datetime(2026, 6, day, hour, minute, tzinfo=UTC)


def dates(*days):
    """Return dates of June 2026."""
    return frozenset(date(2026, 6, day) for day in days)

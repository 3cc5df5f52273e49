"""Who sweeps: whoever comes first when the time between two sweeps is over; the others stand by.

Nobody holds anything meanwhile. If one dies in its sweep, another does the next.
"""

from datetime import datetime, timedelta

from django.db import connection

# Sweepers of several nodes come at any time, and some a little early.
EARLY = 0.8
# A clock that is ahead of the others by more keeps nobody from sweeping.
AHEAD = timedelta(seconds=3)

_CLAIM = """
WITH claimed AS (
    UPDATE matches_sweep SET at = %(now)s
    WHERE name = %(name)s AND (at <= %(before)s OR at > %(ahead)s)
    RETURNING name
), first AS (
    INSERT INTO matches_sweep (name, at)
    SELECT %(name)s, %(now)s
    WHERE NOT EXISTS (SELECT FROM matches_sweep WHERE name = %(name)s)
    ON CONFLICT DO NOTHING
    RETURNING name
)
SELECT name FROM claimed UNION ALL SELECT name FROM first
"""


def claim(name: str, *, every: float, now: datetime) -> bool:
    """Note that a sweep begins, and tell whether it may: none did for most of so many seconds."""
    before, ahead = now - timedelta(seconds=every * EARLY), now + AHEAD
    with connection.cursor() as cursor:
        cursor.execute(_CLAIM, {"name": name, "now": now, "before": before, "ahead": ahead})
        return cursor.fetchone() is not None

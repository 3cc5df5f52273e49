"""How far this machine's clock is from the database's.

Turns are measured by the clock of whichever machine takes a move or sweeps, so where there are
several their clocks have to agree, as NTP makes them. We only say so if they don't.
"""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta

from django.db import connection

logger = logging.getLogger(__name__)

TOO_FAR = timedelta(seconds=0.5)  # a quarter of the grace that a live move has


class _Last:
    ahead: timedelta | None = None


def compare(*, read: Callable[[], datetime]) -> timedelta:
    """Ask the database for its time, and return by how much our clock is ahead of it, at least.

    ``read`` tells our time. A slow answer says less: whatever may be its way counts as none.
    """
    with connection.cursor() as cursor:
        asked_at = read()
        cursor.execute("SELECT clock_timestamp()")
        theirs: datetime = cursor.fetchone()[0]
        answered_at = read()
    ahead = max(asked_at - theirs, timedelta(0)) + min(answered_at - theirs, timedelta(0))
    _Last.ahead = ahead
    if abs(ahead) > TOO_FAR:
        kind = "ahead of" if ahead > timedelta(0) else "behind"
        seconds = abs(ahead).total_seconds()
        logger.warning("this machine's clock is %.1f s %s the database's", seconds, kind)
    return ahead


def latest() -> timedelta | None:
    """Return by how much our clock was ahead of the database's last, None if nobody has asked."""
    return _Last.ahead

"""What time it is on the site: the database's time, on whichever machine it's read.

A turn may begin on one machine, be played on another and be swept by a third, so all of them go by
one clock. Each reads its own, less what it has found that to be ahead of the database's.
"""

import contextlib
import dataclasses
import logging
import time
from collections.abc import Callable
from datetime import datetime, timedelta

from django.db import Error, connection
from django.utils import timezone

logger = logging.getLogger(__name__)

COMPARE_EVERY = 10.0  # seconds
TOO_FAR = timedelta(seconds=0.5)  # NTP keeps a machine nearer than that


@dataclasses.dataclass(frozen=True, slots=True)
class Comparison:
    """By how much a machine's clock was ahead of the database's, and when it said what.

    ``monotonic`` is a count of seconds that goes on evenly, even when a clock is set.
    """

    ahead: timedelta = timedelta(0)
    said: datetime | None = None  # None: they have never been compared
    monotonic: float = 0.0

    def right(self, says: datetime, monotonic: float) -> datetime:
        """Return what time it is when the machine's clock says ``says``.

        One that has been set since, or a machine that has slept, is seen by the even count.
        """
        if self.said is not None:
            passed = timedelta(seconds=monotonic - self.monotonic)
            if abs(says - self.said - passed) > TOO_FAR:
                says = self.said + passed
        return says - self.ahead


class _Last:
    comparison = Comparison()


def read_clock() -> datetime:
    """Return what time it is; once for each request or task, which then passes it on."""
    return _Last.comparison.right(machine_time(), time.monotonic())


def machine_time() -> datetime:
    """Return what this machine takes the time to be."""
    return timezone.now()  # noqa: TID251 - the one place that reads it


def is_compared() -> bool:
    """Tell whether this process knows how its machine's clock compares with the database's."""
    return _Last.comparison.said is not None


def ahead() -> timedelta:
    """Return by how much this machine's clock was found to be ahead of the database's."""
    return _Last.comparison.ahead


def compare(*, read: Callable[[], datetime] = machine_time) -> timedelta:
    """Ask the database for its time; return by how much our clock is ahead of it.

    ``read`` tells this machine's time. The database answers at some instant between our asking and
    its answer, so what was found before stands for as long as that leaves it possible: a slow
    answer says less, and never moves the clock.
    """
    with connection.cursor() as cursor:
        asked_at = read()
        cursor.execute("SELECT clock_timestamp()")
        theirs: datetime = cursor.fetchone()[0]
        answered_at = read()
    known = _Last.comparison.ahead
    ahead = min(max(known, asked_at - theirs), answered_at - theirs)
    _Last.comparison = Comparison(ahead, answered_at, time.monotonic())
    if min(abs(ahead), abs(ahead - known)) > TOO_FAR:  # it's said once
        kind = "ahead of" if ahead > timedelta(0) else "behind"
        seconds = abs(ahead).total_seconds()
        logger.warning("this machine's clock is %.1f s %s the database's", seconds, kind)
    return ahead


def compare_when_due() -> None:
    """Compare before something that reads the clock, unless that was a moment ago."""
    last = _Last.comparison
    if last.said is None or time.monotonic() - last.monotonic >= COMPARE_EVERY:
        with contextlib.suppress(Error):  # whoever asks next meets it too
            compare()


def forget() -> None:
    """Go by this machine's own clock until it's compared again."""
    _Last.comparison = Comparison()

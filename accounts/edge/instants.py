"""Local times as instants, and stretches of time.

Local times become instants by one rule. A stretch begins at the first instant at which the clock on
the wall shows its beginning or later, and ends at the last instant before which the wall still
showed a time before its end. So a time that the wall skips in spring is the moment of the jump, and
a stretch in the hour that comes twice in autumn is never cut in two.
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, time, timedelta
from functools import lru_cache
from typing import NamedTuple
from zoneinfo import ZoneInfo

DAY = timedelta(days=1)
MIDNIGHT = time(0)
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
WALL_EPOCH = datetime.combine(EPOCH.date(), MIDNIGHT)


class Stretch(NamedTuple):
    """A stretch of time from an instant to a later one, which is no longer part of it."""

    from_at: datetime
    to_at: datetime


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

"""How the site is, in facts: what balancers, Prometheus and the page for its host all show.

Each is asked for in one short statement, and nothing of it is about a person or a position.
"""

import dataclasses
import functools
import shutil
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.core.cache import cache
from redis.exceptions import RedisError

from accounts.edge import clock
from accounts.notices.delivery import census as mails
from config.celery import app
from config.hosting import reading as backups
from config.meters import queues
from config.meters.queues import Failing
from config.processes import maintenance
from games.matches import reading
from games.matches.reading import census

# What lasts longer is worth a warning.
OVERDUE = timedelta(seconds=10)
UNSENT = timedelta(minutes=10)
BACKUP = timedelta(days=2)
DRILL = timedelta(days=8)
LATE, PERIODS = timedelta(seconds=10), 3  # a sweep may miss a few of its times
UNKNOWN = timedelta(days=365)  # of a job that another version has
LOW, FULL = 1024**3, 64 * 1024**2  # bytes that are left for what the site stores
SILENCE = timedelta(seconds=10)  # of web processes, which beat about every second


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Vitals:
    """How the site is at an instant; ``skew`` is by how much our clock is ahead of the database's.

    A ``backup`` and a ``drill`` that was good are told by when; None means never. What is
    ``failing`` is tried again. ``room`` is what is left of the disk, in bytes.
    """

    now: datetime
    broker: bool
    maintenance: bool
    skew: timedelta
    beat_at: datetime | None
    processes: int
    overdue: int
    overdue_at: datetime | None
    unsent: int
    unsent_at: datetime | None
    backup_at: datetime | None
    drill_at: datetime | None
    swept: Mapping[str, datetime]
    failing: Sequence[Failing]
    room: int

    @property
    def is_full(self) -> bool:
        """Tell whether nothing more can be stored, as the database is the site's own."""
        sockets = settings.DATABASES["default"]["OPTIONS"].get("host", "")
        return self.room < FULL and Path(sockets).is_relative_to(settings.DATA_DIR)

    @property
    def late_sweeps(self) -> list[str]:
        """Return the periodic jobs that should have been done again by now, by name."""
        return sorted(name for name, at in self.swept.items() if self.is_late(name, at))

    def is_late(self, name: str, at: datetime) -> bool:
        """Tell whether a periodic job that began then should have begun again."""
        return (self.age(at) or timedelta(0)) > LATE + PERIODS * periods().get(name, UNKNOWN)

    def age(self, at: datetime | None) -> timedelta | None:
        """Return how long ago something was, and never less than nothing; None if it wasn't."""
        return None if at is None else max(self.now - at, timedelta(0))

    @property
    def warnings(self) -> list[str]:
        """Return what a host should look at, by its name, though the site can be reached."""
        return [name for name, is_wrong in self._signs() if is_wrong]

    def _signs(self) -> list[tuple[str, bool]]:
        never = timedelta.max
        return [
            ("maintenance", self.maintenance),
            ("broker", not self.broker),
            ("web", (self.age(self.beat_at) or timedelta(0)) > SILENCE),
            ("sweeps", bool(self.late_sweeps)),
            ("deadlines", (self.age(self.overdue_at) or timedelta(0)) > OVERDUE),
            ("mail", (self.age(self.unsent_at) or timedelta(0)) > UNSENT),
            ("failures", bool(self.failing)),
            ("disk", self.room < LOW),
            ("clock", abs(self.skew) > clock.TOO_FAR),
            ("backup", (never if (age := self.age(self.backup_at)) is None else age) > BACKUP),
            ("drill", (never if (age := self.age(self.drill_at)) is None else age) > DRILL),
        ]


@functools.cache
def periods() -> dict[str, timedelta]:
    """Return how often each periodic job is done, by its name."""
    return {
        one["task"].rpartition(".")[2]: timedelta(seconds=one["schedule"])
        for one in app.conf.beat_schedule.values()
    }


def look(*, now: datetime) -> Vitals:
    """Return how the site is; raise OperationalError while the database is away."""
    signs = census.signs(now=now)
    unsent, unsent_at = mails.late(now=now)
    waiting, since = mails.account_mails(now=now)
    backup, drill = backups.last_backup(), backups.last_good_drill()
    return Vitals(
        now=now,
        broker=broker_answers(),
        maintenance=maintenance.is_on(),
        skew=clock.ahead(),
        beat_at=signs.beat_at,
        processes=signs.processes,
        overdue=signs.overdue,
        overdue_at=signs.overdue_at,
        unsent=unsent + waiting,
        unsent_at=min(filter(None, (unsent_at, since)), default=None),
        backup_at=backup.made_at if backup else None,
        drill_at=drill.at if drill else None,
        swept=reading.swept(),
        failing=queues.failing(now=now),
        room=room(),
    )


def room() -> int:
    """Return how many bytes are left where the site of this machine stores things.

    The folder of the database can be on another disk than that of all else.
    """
    data = settings.DATA_DIR
    there = next(one for one in (data, *data.parents) if one.exists())
    folders = (there, data / "postgres")
    return min(shutil.disk_usage(one).free for one in folders if one.exists())


def broker_answers() -> bool:
    """Tell whether Redis answers and keeps what it's given: it may be full, or read-only."""
    try:
        cache.set("health", 1, timeout=60)
    except (RedisError, OSError):
        return False
    return True

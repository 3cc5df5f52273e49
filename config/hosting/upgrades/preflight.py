"""Whether all is ready for a new version: what stands in its way, and what a host should know."""

import dataclasses
import shutil
import sys
from base64 import urlsafe_b64decode
from collections.abc import Iterator
from datetime import datetime, timedelta
from enum import IntEnum
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader

from accounts.edge import clock
from accounts.notices.models import AccountMail, Delivery, DeliveryStatus
from config.hosting import reading
from config.hosting.backups import programs
from config.hosting.backups.alarm import TOO_LONG
from config.hosting.upgrades.operations import effects

PYTHON, POSTGRES, REDIS = (3, 11), 15, 6
MANY_ROWS = 100_000
MANY_WAITING = 1_000
TOO_SKEWED = timedelta(seconds=5)
QUEUES = ("clock", "default", "bots", "reviews")
_NOT_OURS = """
SELECT relname FROM pg_class
WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'S')
AND NOT pg_has_role(current_user, relowner, 'USAGE') ORDER BY relname
"""


class Weight(IntEnum):
    """How much something found matters."""

    FINE = 0
    KNOW = 1  # a host should know it
    STOPS = 2  # nothing should be changed before it's mended


@dataclasses.dataclass(frozen=True, slots=True)
class Finding:
    """Something that was looked at, and what it means."""

    weight: Weight
    text: str


def look(*, now: datetime) -> Iterator[Finding]:
    """Yield all that was looked at, one after the other."""
    for check in (_programs, _settings, _rights, _room, _migrations, _queues, _clock):
        yield from check()
    yield from _backups(now)


def _at_least(name: str, found: tuple[int, ...], wanted: tuple[int, ...]) -> Finding:
    told = ".".join(map(str, found))
    if found >= wanted:
        return Finding(Weight.FINE, f"{name} {told}.")
    needed = ".".join(map(str, wanted))
    return Finding(Weight.STOPS, f"{name} is {told}, and {needed} or newer is needed.")


def _programs() -> Iterator[Finding]:
    yield _at_least("Python", sys.version_info[:2], PYTHON)
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_setting('server_version_num')::int / 10000")
        yield _at_least("PostgreSQL", cursor.fetchone(), (POSTGRES,))
    try:
        client: Any = cache._cache.get_client()  # type: ignore[attr-defined]  # noqa: SLF001
        version = str(client.info("server")["redis_version"])
    except Exception as error:  # noqa: BLE001 - whatever it is, it's told
        yield Finding(Weight.STOPS, f"We couldn't reach Redis: {type(error).__name__}.")
    else:
        yield _at_least("Redis", tuple(map(int, version.split(".")[:2])), (REDIS,))


def _settings() -> Iterator[Finding]:
    if settings.DEBUG:
        yield Finding(Weight.STOPS, "DEBUG is on: errors would show strangers how the site works.")
    if len(settings.SECRET_KEY) < 32:
        yield Finding(Weight.STOPS, "SECRET_KEY is too short. Use at least 50 random characters.")
    for name in ("SIGNING_KEY", "VAPID_PRIVATE_KEY"):
        try:
            size = len(urlsafe_b64decode(getattr(settings, name) + "=="))
        except ValueError:
            size = 0
        if size != 32:
            yield Finding(Weight.STOPS, f"{name} has to be 32 bytes as base64url.")


def _rights() -> Iterator[Finding]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT has_schema_privilege(current_user, 'public', 'CREATE')")
        if cursor.fetchone() != (True,):
            yield Finding(
                Weight.STOPS, "The database's account can't create tables in the schema public."
            )
        cursor.execute(programs.POWERFUL)
        if cursor.fetchone():
            yield Finding(
                Weight.KNOW,
                "The database's account could run programs on the database's machine. The site "
                "needs no such rights, and restores no backup with them: use an account that isn't "
                "a superuser, which owns the database and can't make other accounts.",
            )
        cursor.execute(_NOT_OURS)
        if others := [name for (name,) in cursor.fetchall()]:
            yield Finding(
                Weight.STOPS,
                f"The database's account can't change {len(others)} tables, such as {others[0]}: "
                "they belong to another account.",
            )


def _room() -> Iterator[Finding]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_database_size(current_database())")
        (size,) = cursor.fetchone()
    if "://" in settings.BACKUP_TO or settings.BACKUP_TO == "none":
        return
    folder = Path(settings.BACKUP_TO).absolute()
    while not folder.exists():
        folder = folder.parent
    free = shutil.disk_usage(folder).free
    weight = Weight.FINE if free > 2 * size else Weight.KNOW if free > size else Weight.STOPS
    told = f"The database has {_megabytes(size)}, and {folder} has room for {_megabytes(free)}."
    yield Finding(weight, told)


def _megabytes(size: int) -> str:
    return f"{size / 1_000_000:,.0f} MB"


def _migrations() -> Iterator[Finding]:
    executor = MigrationExecutor(connection)
    unknown = set(executor.loader.applied_migrations) - set(executor.loader.disk_migrations)
    unknown = {key for key in unknown if key[0] in executor.loader.migrated_apps}
    if unknown:
        app, name = min(unknown)
        yield Finding(
            Weight.STOPS,
            f"The database has had the migration {name} of {app}, which this version doesn't have. "
            "Use the version that made it, or a newer one.",
        )
        return
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    if not plan:
        yield Finding(Weight.FINE, "The database has had all migrations.")
    for migration, _ in plan:
        yield from _migration(executor, migration.app_label, migration.name)


def _migration(executor: Any, app: str, name: str) -> Iterator[Finding]:
    found = list(effects(executor.loader, app, name))
    kind = "additive" if all(one.is_additive for one in found) else "not additive"
    yield Finding(Weight.FINE, f"To come: {app} {name}, {kind}.")
    for one in found:
        rows = _rows(one.locks) if one.locks else 0
        if rows >= MANY_ROWS:
            yield Finding(
                Weight.KNOW,
                f"{app} {name} ({one.operation}) locks {one.locks} while it reads its "
                f"{rows:,} rows. Choose a quiet hour.",
            )
        if not one.is_additive and executor.loader.applied_migrations:
            yield Finding(
                Weight.KNOW,
                f"{app} {name} ({one.operation}) isn't additive: stop every other program of the "
                "site before it.",
            )


def _rows(table: str) -> int:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT reltuples::bigint FROM pg_class WHERE oid = to_regclass(%s)", [table]
        )
        found = cursor.fetchone()
    return max(0, found[0]) if found else 0


def _queues() -> Iterator[Finding]:
    try:
        client: Any = cache._cache.get_client()  # type: ignore[attr-defined]  # noqa: SLF001
        for queue in QUEUES:
            names = [queue, *(f"{queue}\x06\x16{step}" for step in range(1, 10))]
            waiting = sum(client.llen(name) for name in names)
            if waiting > MANY_WAITING:
                yield Finding(Weight.KNOW, f"{waiting:,} tasks wait in the queue {queue}.")
    except Exception:  # noqa: BLE001 - it has been told above
        return
    mails = AccountMail.objects.count()
    mails += Delivery.objects.filter(status=DeliveryStatus.QUEUED).count()
    weight = Weight.KNOW if mails > MANY_WAITING else Weight.FINE
    yield Finding(weight, f"{mails:,} emails and notifications wait to be sent.")


def _clock() -> Iterator[Finding]:
    ahead = abs(clock.compare())
    if ahead > clock.TOO_FAR:
        yield Finding(
            Weight.STOPS if ahead > TOO_SKEWED else Weight.KNOW,
            f"The clocks of this machine and of the database's differ by "
            f"{ahead.total_seconds():.1f} s. Have both follow NTP.",
        )


def _backups(now: datetime) -> Iterator[Finding]:
    if settings.BACKUP_TO == "none":
        yield Finding(Weight.KNOW, "BACKUP_TO is none: make sure your own backups are fresh.")
        return
    if ("hosting", "0001_initial") not in MigrationLoader(connection).applied_migrations:
        yield Finding(Weight.KNOW, "There's no backup yet.")
        return
    backup, drill = reading.last_backup(), reading.last_good_drill()
    if backup is None:
        yield Finding(Weight.KNOW, "There's no backup yet.")
    else:
        is_old = backup.made_at < now - timedelta(days=2)
        weight = Weight.KNOW if is_old else Weight.FINE
        yield Finding(weight, f"The last backup is from {backup.made_at:%d %B %Y, %H:%M} UTC.")
    if drill is None or drill.at < now - TOO_LONG:
        yield Finding(
            Weight.KNOW, "No backup has been proved good lately. To try one: manage.py drill"
        )
    last = reading.last_drill()
    if last is not None and last.faults:
        yield Finding(Weight.KNOW, f"The last drill failed: {reading.faults_in_words(last)[0]}")

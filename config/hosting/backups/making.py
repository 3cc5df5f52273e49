"""Making a backup: dump, counts and instant are those of one snapshot of the database."""

import contextlib
import hashlib
import subprocess
import tempfile
from collections.abc import Iterator
from datetime import datetime, timedelta
from io import BytesIO
from time import monotonic
from typing import IO, Any

from django.conf import settings
from psycopg import IsolationLevel, sql

from config.hosting.backups import BackupError, keeping, keys, programs
from config.hosting.backups.manifest import Manifest
from config.hosting.backups.places import DUMP, MANIFEST, Place
from config.hosting.models import Backup, Drill
from config.version import VERSION

DAY = timedelta(days=1)
ONE_AT_A_TIME = 7_845_113  # the number of a lock that one backup holds for the whole site
TABLES = """
SELECT relname FROM pg_class
WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') ORDER BY relname
"""
# Those that aren't secret, and by which a host sees where a backup comes from.
_TOLD = ("SITE_URL", "SITE_NAME", "REPLY_HOST", "DEFAULT_FROM_EMAIL")


class AlreadyRuns(BackupError):
    """Another process makes a backup, perhaps on another machine."""


def is_due(*, now: datetime) -> bool:
    """Tell whether the newest backup is older than a day."""
    return not Backup.objects.filter(made_at__gt=now - DAY).exists()


def back_up(*, place: Place, keep: keeping.Counts, if_due: bool = False) -> Manifest | None:
    """Make a backup, remove those too old to be kept, and return the new one.

    Return None if none was due. Raise AlreadyRuns, or BackupError with what is wrong.
    """
    began = monotonic()
    with _snapshot() as (connection, snapshot, at):
        if if_due and not is_due(now=at):
            return None
        manifest = _write(place, connection, snapshot, at)
    # A database that an older version has made knows nothing of backups yet.
    if all(model._meta.db_table in manifest.rows for model in (Backup, Drill)):  # noqa: SLF001
        Backup.objects.create(
            made_at=manifest.at,
            place=place.address,
            name=manifest.name,
            size=manifest.size,
            seconds=monotonic() - began,
        )
        _remove_old(place, keep)
    return manifest


@contextlib.contextmanager
def _snapshot() -> Iterator[tuple[Any, str, datetime]]:
    """Hold a snapshot of the database, and with it the right to make a backup."""
    with programs.connect(programs.own_database()) as connection:
        connection.isolation_level = IsolationLevel.REPEATABLE_READ
        connection.read_only = True
        for timeout in ("idle_in_transaction_session_timeout", "statement_timeout"):
            connection.execute(sql.SQL("SET LOCAL {} = 0").format(sql.Identifier(timeout)))
        rows: list[Any] = connection.execute(
            "SELECT pg_try_advisory_xact_lock(%s), pg_export_snapshot(), clock_timestamp()",
            [ONE_AT_A_TIME],
        ).fetchall()
        ((is_ours, snapshot, at),) = rows
        if not is_ours:
            raise AlreadyRuns("A backup is being made already.")
        yield connection, snapshot, at


def _write(place: Place, connection: Any, snapshot: str, at: datetime) -> Manifest:
    name = f"tilepost-{at:%Y-%m-%d-%H%M%S}"
    major = connection.info.server_version // 10_000
    program, dumped_by = programs.find("pg_dump", at_least=major)
    database, env = programs.environment(programs.own_database())
    command = [str(program), "--format=custom", "--no-owner", "--no-privileges", "--no-comments"]
    command += [f"--snapshot={snapshot}", f"--dbname={database}"]
    with tempfile.TemporaryFile() as said:
        process = subprocess.Popen(  # noqa: S603 - a program found by ourselves
            command, stdout=subprocess.PIPE, stderr=said, env=env
        )
        try:
            stream = _Dump(process, said)
            place.store(f"{name}{DUMP}", stream)
        finally:
            process.kill()
            process.wait()
            assert process.stdout is not None  # noqa: S101 - we asked for it
            process.stdout.close()
    tables = [table for (table,) in connection.execute(TABLES)]
    secrets = keys.ours()
    manifest = Manifest(
        name=name,
        at=at,
        version=VERSION,
        postgres=major,
        dumped_by=dumped_by,
        migrations=migrations_in(connection),
        rows={table: rows_in(connection, table) for table in tables},
        size=stream.size,
        sha256=stream.digest.hexdigest(),
        keys={key: keys.fingerprint(value) for key, value in secrets.items()},
        settings={setting: str(getattr(settings, setting)) for setting in _TOLD},
    ).signed(secrets[keys.SIGNING])
    place.store(f"{name}{MANIFEST}", BytesIO(manifest.written()))
    return manifest


def rows_in(connection: Any, table: str) -> int:
    """Return how many rows a table has."""
    count = sql.SQL("SELECT count(*) FROM {}").format(sql.Identifier("public", table))
    return int(connection.execute(count).fetchone()[0])


def migrations_in(connection: Any) -> dict[str, list[str]]:
    """Return the migrations a database has had, by app."""
    found: dict[str, list[str]] = {}
    for app, name in connection.execute("SELECT app, name FROM django_migrations ORDER BY id"):
        found.setdefault(app, []).append(name)
    return found


def _remove_old(place: Place, keep: keeping.Counts) -> None:
    """Remove what is too old; the newest one and the last that was proved good always stay."""
    names = place.names()
    good = Drill.objects.filter(faults=[]).order_by("-at").values_list("name", flat=True).first()
    kept = keeping.kept(names, keep) | {good}
    for name in names:
        if name not in kept and keeping.made_at(name):
            place.remove(name)
            Backup.objects.filter(name=name, place=place.address).delete()


class _Dump:
    """What pg_dump writes, measured on its way; its end is an error unless all went well."""

    def __init__(self, process: "subprocess.Popen[bytes]", said: IO[bytes]) -> None:
        self.process = process
        self.said = said
        self.size = 0
        self.digest = hashlib.sha256()

    def read(self, size: int = -1) -> bytes:
        """Return the next bytes; raise BackupError at the end if the dump isn't whole."""
        assert self.process.stdout is not None  # noqa: S101 - we asked for it
        block = self.process.stdout.read(size)
        self.size += len(block)
        self.digest.update(block)
        if (size < 0 or len(block) < size) and self.process.wait():
            self.said.seek(0)
            words = self.said.read().decode(errors="replace").strip().splitlines()
            raise BackupError(f"pg_dump failed: {words[0] if words else 'it said nothing'}")
        return block

"""A drill: the newest backup restored elsewhere, migrated, played again and compared.

What comes of it is noted in the site's own database, also when it breaks off.
"""

import contextlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from pathlib import Path
from time import monotonic
from typing import Any

from django.conf import settings
from django.db import connection
from psycopg.conninfo import conninfo_to_dict

from config.hosting.backups import BackupError, keys, programs, restoring
from config.hosting.backups.making import TABLES
from config.hosting.backups.places import Place
from config.hosting.faults import Fault, fault
from config.hosting.models import Drill
from config.local import folders
from config.local.errors import LocalError
from config.local.paths import PROJECT
from config.local.postgres import Postgres

WEEK, DAY = timedelta(days=7), timedelta(days=1)
ONE_AT_A_TIME = 7_845_114  # the number of a lock that one drill holds for the whole site
MARK = "tilepost drill"  # what a database is known by that drills may empty
_EMPTY = (
    "DROP SCHEMA public CASCADE",
    "CREATE SCHEMA public",
    f"COMMENT ON SCHEMA public IS '{MARK}'",
)


class AlreadyRuns(BackupError):
    """Another process drills, perhaps on another machine."""


def is_due(*, now: datetime) -> bool:
    """Tell whether the last drill was a week ago; one that failed is repeated after a day."""
    last = Drill.objects.order_by("-at").first()
    return last is None or last.at <= now - (WEEK if last.is_good else DAY)


def drill(*, place: Place, name: str, now: datetime) -> Drill:
    """Try a backup and note what came of it; raise AlreadyRuns."""
    began, found = monotonic(), _Found()
    with _alone():
        try:
            place, found.name = restoring.find(place, name)
            _try(place, found)
        except restoring.Unusable as unusable:
            found.faults += unusable.faults
        except (BackupError, LocalError) as error:
            found.faults.append(fault("programs", said=str(error)))
        except Exception as error:  # noqa: BLE001 - it is noted, whatever it is
            found.faults.append(fault("broke", said=f"{type(error).__name__}: {error}"[:300]))
        return Drill.objects.create(
            at=now,
            name=found.name,
            made_at=found.made_at,
            matches=found.matches,
            plies=found.plies,
            seconds=monotonic() - began,
            faults=found.faults,
        )


class _Found:
    """What has come of a drill so far."""

    def __init__(self) -> None:
        self.name = ""
        self.made_at: datetime | None = None
        self.matches = self.plies = 0
        self.faults: list[Fault] = []


@contextlib.contextmanager
def _alone() -> Iterator[None]:
    """Hold the right to drill for the whole site."""
    with programs.connect(programs.own_database()) as held:
        held.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
        found = held.execute("SELECT pg_try_advisory_xact_lock(%s)", [ONE_AT_A_TIME])
        if found.fetchone() != (True,):
            raise AlreadyRuns("A drill is under way already.")
        yield


def _try(place: Place, found: _Found) -> None:
    ours = keys.ours()
    known = restoring.described(place, found.name, key=ours[keys.SIGNING])
    found.made_at = known.at
    found.faults += restoring.misfits(known)
    found.faults += restoring.wrong_keys(known, ours)
    with restoring.checked(place, known) as dump, _scratch() as (database, folder):
        restoring.load(dump, known, database)
        env = _environment(database, folder)
        _migrate(env)
        if missing := _missing_tables(database):
            found.faults += missing
            return
        for one in proofs(env):
            found.matches += one["matches"]
            found.plies += one["plies"]
            found.faults += one["faults"]


@contextlib.contextmanager
def _scratch() -> Iterator[tuple[str, Path]]:
    """Have an empty database and a folder that go away again."""
    with tempfile.TemporaryDirectory(prefix="tilepost-drill-") as name:
        folder = Path(name)
        folders.prepare(folder)
        if settings.DRILL_DATABASE_URL:
            with _emptied(settings.DRILL_DATABASE_URL):
                yield settings.DRILL_DATABASE_URL, folder
            return
        server = Postgres(folder, sync=False)
        process = server.spawn()
        try:
            server.wait_until_ready(process)
            yield server.url, folder
        finally:
            server.stop(process)
            shutil.rmtree(server.sockets, ignore_errors=True)


@contextlib.contextmanager
def _emptied(database: str) -> Iterator[None]:
    """Have a database of the host's own, emptied before and after; it's for drills alone."""
    place = ("host", "port", "dbname")
    given, own = (conninfo_to_dict(one) for one in (database, programs.own_database()))
    with programs.connect(database, autocommit=True) as scratch:
        mark = "SELECT obj_description('public'::regnamespace)"
        is_ours = scratch.execute(mark).fetchone() == (MARK,)
        is_used = scratch.execute(TABLES).fetchone() is not None
        if all(given.get(one) == own.get(one) for one in place) or (is_used and not is_ours):
            raise BackupError(
                "DRILL_DATABASE_URL names a database that isn't empty. "
                "Name one that is for drills alone."
            )
        try:
            for command in _EMPTY:
                scratch.execute(command)
            yield
        finally:
            for command in _EMPTY:
                scratch.execute(command)


def _environment(database: str, folder: Path) -> Mapping[str, str]:
    """Return the environment in which the site's programs meet the restored database alone."""
    without = ("DATABASE_DIRECT_URL", "DRILL_DATABASE_URL", "EMAIL_URL", "DATABASE_URL_FILE")
    env = {name: value for name, value in os.environ.items() if name not in without}
    return {
        **env,
        **keys.ours(),
        "DATABASE_URL": database,
        "TILEPOST_DATA": str(folder),
        "DJANGO_SETTINGS_MODULE": "config.settings",
    }


def _migrate(env: Mapping[str, str]) -> None:
    done = subprocess.run(
        [sys.executable, "manage.py", "migrate", "--no-input", "-v0"],
        cwd=PROJECT,
        env=env,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        words = done.stderr.strip().splitlines()
        raise restoring.Unusable(fault("migrate", said=words[-1][:300] if words else "-"))


def _missing_tables(database: str) -> list[Fault]:
    with programs.connect(database) as scratch:
        there = {str(table) for (table,) in scratch.execute(TABLES)}
    expected = set(connection.introspection.django_table_names(include_views=False))
    return [fault("table", table=table) for table in sorted(expected - there)]


def proofs(env: Mapping[str, str], *, newest: int = 0) -> Iterator[Any]:
    """Prove all matches, or the newest, on as many cores as there are; yield what came of each."""
    parts = os.cpu_count() or 1
    command = [sys.executable, "-m", "config.hosting.backups.proving"]
    with contextlib.ExitStack() as stack:
        running = [
            stack.enter_context(
                subprocess.Popen(  # noqa: S603 - our own program
                    [*command, str(part), str(parts), str(newest)],
                    cwd=PROJECT,
                    env=env,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE,
                    text=True,
                )
            )
            for part in range(parts)
        ]
        for process in running:
            said, complaint = process.communicate()
            if process.returncode:
                words = complaint.strip().splitlines()
                raise RuntimeError(words[-1][:200] if words else "it said nothing")
            yield json.loads(said)

"""PostgreSQL's own programs, of a version that fits the server, and how they reach it."""

import contextlib
import functools
import os
import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import psycopg
from django.conf import settings
from django.db import connection
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from config.hosting.backups import BackupError
from config.local import postgres
from config.local.errors import LocalError

# Finds whether the account could have the server run programs, or read and write its files, by
# itself or as another. Before version 16, whoever could make accounts could become such a one.
POWERFUL = """
SELECT current_user FROM pg_roles WHERE pg_has_role(session_user, oid, 'MEMBER') AND (
    rolsuper
    OR rolcreaterole AND current_setting('server_version_num')::int < 160000
    OR rolname IN
        ('pg_execute_server_program', 'pg_read_server_files', 'pg_write_server_files')
)
"""


def find(name: str, *, at_least: int) -> tuple[Path, int]:
    """Return a program and its major version: the oldest one that fits, as the server's is best."""
    found = sorted({(version, path) for path, version in _installed(name)})
    for version, path in found:
        if version >= at_least:
            return path, version
    newest = f" The newest one here is of version {found[-1][0]}." if found else ""
    raise BackupError(
        f"We need {name} of PostgreSQL {at_least} or newer.{newest} Install your system's "
        f"postgresql-client package, or set PG_BINDIR to the folder that has {name}."
    )


def _installed(name: str) -> Iterator[tuple[Path, int]]:
    folders: list[Path] = []
    if chosen := os.environ.get("PG_BINDIR"):
        folders = [Path(chosen)]
    else:
        with contextlib.suppress(LocalError):
            folders.append(postgres.find_programs())
        folders += Path("/usr/lib/postgresql").glob("*/bin")
        if usual := shutil.which(name):
            folders.append(Path(usual).parent)
    for folder in folders:
        if (folder / name).is_file():
            yield folder / name, version(folder / name)


@functools.cache
def version(program: Path) -> int:
    """Return the major version of a program; 0 if it can't be run."""
    try:
        said = subprocess.run(  # noqa: S603 - it was found by ourselves
            [program, "--version"], capture_output=True, text=True, check=False
        )
    except OSError:
        return 0
    number = re.search(r"\) (\d+)", said.stdout)
    return int(number[1]) if number else 0


def own_database() -> str:
    """Return how the site's database is reached without a pooler between, as libpq has it.

    Raise BackupError if there is one, and nobody has said how to get past it.
    """
    if settings.DATABASE_DIRECT_URL:
        return str(settings.DATABASE_DIRECT_URL)
    if connection.settings_dict["DISABLE_SERVER_SIDE_CURSORS"]:
        # What pg_dump sets for its session would stay set for whoever has it next.
        raise BackupError(
            "Backups can't be made through PgBouncer. Set DATABASE_DIRECT_URL to the address of "
            "the database itself."
        )
    known = {option.keyword.decode() for option in psycopg.pq.Conninfo.get_defaults()}
    known -= {"options", "client_encoding"}  # they're about a session of a page
    params = connection.get_connection_params()
    return make_conninfo(**{name: params[name] for name in params if name in known})


def connect(database: str, **more: Any) -> psycopg.Connection[Any]:
    """Return a connection; raise BackupError if there is none."""
    try:
        return psycopg.connect(database, connect_timeout=5, **more)
    except psycopg.OperationalError as error:
        raise BackupError(f"We couldn't reach the database: {error}") from error


def environment(database: str) -> tuple[str, Mapping[str, str]]:
    """Return what to call a database on a command line, and the environment with its password."""
    params: dict[str, Any] = dict(conninfo_to_dict(database))
    password = params.pop("password", None)
    secret = {"PGPASSWORD": str(password)} if password else {}
    return make_conninfo(**params), {**os.environ, **secret}

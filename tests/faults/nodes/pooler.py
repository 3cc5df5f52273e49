"""A PgBouncer of our own before a PostgreSQL, in transaction mode, where there is one to be had.

``PGBOUNCER`` names its program if it isn't found by itself.
"""

import os
import re
import shutil
import socket
import subprocess
from pathlib import Path

import psycopg
from typing_extensions import override

from config.local import folders, paths
from config.local.postgres import Postgres
from config.local.process import Server

PROGRAM = os.environ.get("PGBOUNCER") or shutil.which("pgbouncer", path="/usr/sbin:/usr/bin")
_CONFIGURATION = """
[databases]
{database} = host={sockets} dbname={database} user={database}

[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {port}
auth_type = any
pool_mode = transaction
max_client_conn = 400
default_pool_size = 30
server_login_retry = 1
{prepared}
"""


def version() -> tuple[int, ...]:
    """Return which PgBouncer there is, (0,) for none."""
    if PROGRAM is None:
        return (0,)
    said = subprocess.run([PROGRAM, "--version"], capture_output=True, text=True, check=True).stdout
    return tuple(map(int, re.findall(r"\d+", said.split("\n")[0])))


class PgBouncer(Server):
    """A pooler of one data folder; ``prepares`` tells whether it knows prepared statements."""

    def __init__(self, data: Path, postgres: Postgres) -> None:
        super().__init__(name="pgbouncer", log=data / "log" / "pgbouncer.log", cwd=Path("/"))
        self.prepares = version() >= (1, 22)
        self.port = _free_port()
        self.url = f"postgresql://{paths.DATABASE}@127.0.0.1:{self.port}/{paths.DATABASE}"
        self.direct = postgres.url
        self.file = data / "run" / "pgbouncer.ini"
        self.configuration = _CONFIGURATION.format(
            database=paths.DATABASE,
            sockets=postgres.sockets,
            port=self.port,
            prepared="max_prepared_statements = 200" if self.prepares else "",
        )

    @property
    def env_of_site(self) -> dict[str, str]:
        """Return what a site needs to know."""
        known = {
            "DATABASE_URL": self.url,
            "DATABASE_POOLED": "1",
            "DATABASE_DIRECT_URL": self.direct,
        }
        return known if self.prepares else {**known, "DATABASE_PREPARES": "0"}

    @override
    def spawn(self) -> subprocess.Popen[bytes]:
        """Start it, as an account that isn't root: it refuses to run as that."""
        assert PROGRAM is not None
        self.file.write_text(self.configuration, encoding="utf-8")
        self.file.chmod(0o644)
        # The account of the database may use its sockets.
        return self.launch([PROGRAM, "-q", self.file], folders.database_account())

    @override
    def ready(self) -> bool:
        """Tell whether the database answers behind it."""
        try:
            psycopg.connect(self.url, connect_timeout=2).close()
        except psycopg.OperationalError:
            return False
        return True


def _free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])

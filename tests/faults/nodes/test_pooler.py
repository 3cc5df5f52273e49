"""PgBouncer in transaction mode between a site and its database."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from config.local import paths
from config.local.postgres import Postgres
from config.local.valkey import Valkey
from tests.faults.nodes import pooler
from tests.faults.nodes.pooler import PgBouncer
from tests.prepared import PreparedSite

pytestmark = pytest.mark.skipif(pooler.PROGRAM is None, reason="there is no PgBouncer here")

# Two connections that hand each other their server connections, each with more statements than a
# connection keeps; a table that was changed; and a transaction whose end has psycopg forget them.
_STATEMENTS = """
from django.db import connections, transaction
from games.matches import reading
from games.matches.models import Match, Outage
other = connections.create_connection("default")
for turn in range(3):
    for number in range(300):
        for one in (connections["default"], other):
            with one.cursor() as cursor:
                for _ in range(6 if number % 50 == 0 else 1):
                    cursor.execute(f"SELECT %s + {number}", [turn])
                    assert cursor.fetchone() == (turn + number,)
try:
    with transaction.atomic():
        list(Match.objects.all())
        raise KeyError
except KeyError:
    pass
for _ in range(20):
    assert not list(Match.objects.iterator()) and not Outage.objects.exists()
    with other.cursor() as cursor:
        cursor.execute("SHOW lock_timeout")
        assert cursor.fetchone() == ("5s",)
        cursor.execute("SHOW idle_in_transaction_session_timeout")
        assert cursor.fetchone() == ("15s",)
        cursor.execute("SHOW timezone")
        assert cursor.fetchone() == ("UTC",)
print("all well")
"""


@pytest.fixture
def env() -> Iterator[dict[str, str]]:
    site = PreparedSite()
    postgres = Postgres(site.data_dir, sync=False)
    servers = [postgres, PgBouncer(site.data_dir, postgres), Valkey(site.data_dir)]
    processes = []
    try:
        for server in servers:
            processes.append(process := server.spawn())
            server.wait_until_ready(process)
        yield {**os.environ, **site.env, **servers[1].env_of_site, "REDIS_URL": servers[2].url}
    finally:
        for server, process in reversed(list(zip(servers, processes, strict=False))):
            server.stop(process)
        site._leave()


def manage(env: dict[str, str], *command: str) -> str:
    done = subprocess.run(
        [sys.executable, "manage.py", *command], cwd=paths.PROJECT, env=env, capture_output=True,
        text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout + done.stderr


def test_statements_come_through_and_the_waits_hold(env: dict[str, str]) -> None:
    assert manage(env, "prepare") == ""
    assert manage(env, "shell", "-v0", "-c", _STATEMENTS) == "all well\n"


def test_a_backup_goes_past_it_and_leaves_nothing_to_the_next_session(env: dict[str, str]) -> None:
    env["BACKUP_TO"] = str(Path(env["TILEPOST_DATA"]) / "backups")
    assert manage(env, "prepare") == ""
    manage(env, "backup")
    assert manage(env, "shell", "-v0", "-c", _STATEMENTS) == "all well\n"

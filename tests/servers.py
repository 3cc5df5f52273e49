"""A private PostgreSQL and Valkey for one run of the tests, unless the environment names others.

Loaded with ``-p`` by pyproject.toml, which is early enough for the settings to see the addresses.
Our PostgreSQL begins with the databases of the prepared folder, so that nobody has to make tables.
"""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest

from config.local import folders
from config.local.postgres import Postgres
from config.local.process import Server
from config.local.valkey import Valkey
from tests import prepared

# Thousands of tests are rolled back, and what they wrote lies about as dead rows. Plans that were
# made while a table was empty would read all of them, more with every test.
_STEADY_PLANS = {"autovacuum": "off", "enable_seqscan": "off"}
_OURS = "TILEPOST_TEST_SERVERS"  # which servers belong to this run; parallel workers read it
# The same in every run: what is drawn from it, such as the day's challenges, is no luck then.
_SECRET_KEY = "Known to everybody who reads this, so that each run draws the same things"
_running: list[tuple[Server, subprocess.Popen[bytes]]] = []
_folder = Path(tempfile.mkdtemp(prefix="tilepost-test-"))


def _servers() -> list[Server]:
    """Return the servers this process has to start, and set the addresses the settings will read.

    Parallel workers share PostgreSQL, where each has a database of its own. What is published in
    Valkey is heard by all its clients, so each worker has a Valkey of its own.
    """
    ours = os.environ.get(_OURS, "").split()
    servers: list[Server] = []
    if not os.environ.get("DATABASE_URL"):
        servers.append(Postgres(_folder, sync=False, settings=_STEADY_PLANS))
        os.environ["DATABASE_URL"] = servers[-1].url
    if not os.environ.get("REDIS_URL") or "valkey" in ours:
        servers.append(Valkey(_folder))
        os.environ["REDIS_URL"] = servers[-1].url
    os.environ[_OURS] = " ".join([*ours, *(server.name for server in servers)])
    os.environ["TILEPOST_DATA"] = str(_folder)
    (_folder / "secret_key").write_text(_SECRET_KEY, encoding="ascii")
    return servers


_wanted = _servers()


@pytest.hookimpl(tryfirst=True)
def pytest_configure() -> None:
    """Start the servers, all at once."""
    folders.prepare(_folder)
    if any(isinstance(server, Postgres) for server in _wanted):
        prepared.copy(_folder)
    (_folder / "static").mkdir(exist_ok=True)
    _running.extend((server, server.spawn()) for server in _wanted)
    for server, process in _running:
        server.wait_until_ready(process)


@pytest.hookimpl(trylast=True)
def pytest_unconfigure() -> None:
    """Stop the servers and delete all they have written."""
    for server, process in reversed(_running):
        server.stop(process)
    _running.clear()
    shutil.rmtree(_folder, ignore_errors=True)


def postgres_is_ours() -> bool:
    """Tell whether this run has a PostgreSQL of its own, which goes away with it."""
    return "postgres" in os.environ[_OURS]

"""A private PostgreSQL and Valkey for one run of the tests, unless the environment names others.

Loaded with ``-p`` by pyproject.toml, which is early enough for the settings to see the addresses.
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

_OWN_VALKEY = "TILEPOST_TEST_VALKEY"  # tells a parallel worker that Valkey is ours to choose
_running: list[tuple[Server, subprocess.Popen[bytes]]] = []
_folder = Path()


def _servers() -> list[Server]:
    """Return the servers this process has to start, and set the addresses the settings will read.

    Parallel workers share PostgreSQL, where each has a database of its own. What is published in
    Valkey is heard by all its clients, so each worker has a Valkey of its own.
    """
    global _folder  # noqa: PLW0603 - made once, deleted once
    parallel = "PYTEST_XDIST_WORKER" in os.environ
    needs_postgres = not os.environ.get("DATABASE_URL")
    needs_valkey = not os.environ.get("REDIS_URL") or (parallel and _OWN_VALKEY in os.environ)
    if not (needs_postgres or needs_valkey):
        return []
    _folder = Path(tempfile.mkdtemp(prefix="tilepost-test-"))
    os.environ["TILEPOST_DATA"] = str(_folder)
    servers: list[Server] = []
    if needs_postgres:
        postgres = Postgres(_folder, sync=False)
        os.environ["DATABASE_URL"] = postgres.url
        servers.append(postgres)
    if needs_valkey:
        valkey = Valkey(_folder)
        os.environ["REDIS_URL"] = valkey.url
        os.environ[_OWN_VALKEY] = "1"
        servers.append(valkey)
    return servers


_wanted = _servers()


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Start the servers, all at once."""
    if not _wanted:
        return
    folders.prepare(_folder)
    _running.extend((server, server.spawn()) for server in _wanted)
    for server, process in _running:
        server.wait_until_ready(process)


@pytest.hookimpl(trylast=True)
def pytest_unconfigure(config: pytest.Config) -> None:
    """Stop the servers and delete all they have written."""
    for server, process in reversed(_running):
        server.stop(process)
    _running.clear()
    if _wanted:
        shutil.rmtree(_folder, ignore_errors=True)

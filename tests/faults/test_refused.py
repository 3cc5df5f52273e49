"""A disk or a Redis that takes nothing more: no acknowledged move is lost, and all comes back.

Only an administrator can mount a small disk. ``THOROUGH=1`` has the trouble last longer.
"""

import asyncio
import contextlib
import json
import os
import shutil
import subprocess
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractContextManager
from typing import Any

import psycopg
import pytest
import redis

from config.local import paths
from config.local.postgres import SUPERUSER, Postgres
from config.local.valkey import Valkey, find_server
from tests.faults.evening import Evening, evening
from tests.faults.history import History, Outage, replaced, robbed, unsafe
from tests.faults.players import get
from tests.faults.site import Site
from tests.faults.storm import MOVES, Storm, tables
from tests.faults.test_storm import PROPER
from tests.size import runs

pytestmark = pytest.mark.thorough

FULL_FOR = runs(60.0, quick=10.0)  # seconds
REFUSED_FOR = runs(30.0, quick=10.0)
DISK = "1g"
SEGMENTS = 100  # of 16 MiB, more than it keeps ready
# It loads a key in so many microseconds and looks up after each, for longer than we look.
LOADS_IN, LOOKS_EVERY = 5_000, 1024  # microseconds, bytes
KEYS = 12_000
WITHIN = 30.0  # seconds


# --- A full disk ----------------------------------------------------------------------------------


class SmallDisk(Site):
    """A site with a small disk for a folder of its data ("": for all of it)."""

    def __init__(self, folder: str) -> None:
        super().__init__()
        self.disk = self.data_dir / folder
        kept = self.data_dir.with_name(f"{self.data_dir.name}-kept")
        subprocess.run(["cp", "-a", self.disk, kept], check=True)
        mount = ["mount", "-t", "tmpfs", "-o", f"size={DISK}", "tmpfs", str(self.disk)]
        if subprocess.run(mount, capture_output=True, check=False).returncode:
            shutil.rmtree(kept)
            shutil.rmtree(self.data_dir)
            pytest.skip("only an administrator can mount a small disk")
        owner = kept.stat()
        os.chown(self.disk, owner.st_uid, owner.st_gid)
        self.disk.chmod(owner.st_mode & 0o777)
        subprocess.run(["cp", "-a", f"{kept}/.", self.disk], check=True)
        shutil.rmtree(kept)

    @contextlib.contextmanager
    def full(self) -> Iterator[None]:
        """Keep every byte of the disk taken."""
        filler = self.disk / "filler"
        with filler.open("wb") as file:
            size = 2**26
            while size:
                try:
                    os.posix_fallocate(file.fileno(), file.tell(), size)
                    file.seek(size, os.SEEK_CUR)
                except OSError:
                    size //= 2
        self._write()
        try:
            yield
        finally:
            filler.unlink()

    def _write(self) -> None:
        """Have the database use up the files that it keeps ready, and fail if its disk is full."""
        login = Postgres(self.data_dir).login(SUPERUSER, paths.DATABASE)
        own = psycopg.connect(login, autocommit=True)
        with contextlib.suppress(psycopg.Error), own as connection:
            for _ in range(SEGMENTS):
                connection.execute("SELECT pg_switch_wal(), txid_current()")

    def _leave(self) -> None:
        self.inside.leave()
        self.cut_power()
        subprocess.run(["umount", "--lazy", str(self.disk)], check=True)
        super()._leave()


@pytest.mark.parametrize("folder", ["", "postgres", "log"])
def test_a_full_disk_costs_no_move_and_all_comes_back_without_hands(folder: str) -> None:
    with SmallDisk(folder) as site:
        history, said = asyncio.run(_try(site, site.full, FULL_FOR))
        _check(site, history)
    stores = folder != "log"
    assert [told["ready"] for told in said] == [True, not stores, True]
    assert ["disk" in told["warnings"] for told in said] == [stores] * 3


# --- A Redis that refuses -------------------------------------------------------------------------


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    with Site() as running:
        yield running


def _valkey(site: Site) -> redis.Redis:
    return redis.Redis(unix_socket_path=str(Valkey(site.data_dir).socket))


@contextlib.contextmanager
def _set(server: redis.Redis, name: str, value: str, usual: str) -> Iterator[None]:
    server.config_set(name, value)
    try:
        yield
    finally:
        server.config_set(name, usual)


def _without_memory(site: Site) -> AbstractContextManager[None]:
    return _set(_valkey(site), "maxmemory", "1", usual="0")


@contextlib.contextmanager
def _with_a_password(site: Site) -> Iterator[None]:
    server = _valkey(site)
    with _set(server, "requirepass", "another", usual=""):
        server.execute_command("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes")
        server.execute_command("CLIENT", "KILL", "TYPE", "pubsub")
        yield


@contextlib.contextmanager
def _read_only(site: Site) -> Iterator[None]:
    server = _valkey(site)
    server.replicaof("127.0.0.1", "1")
    try:
        yield
    finally:
        server.replicaof("NO", "ONE")


@contextlib.contextmanager
def _loading(site: Site) -> Iterator[None]:
    """Have it load what another one holds, key by key."""
    folder = site.data_dir / "other"
    folder.mkdir()
    socket = folder / "valkey.sock"
    port = str(site.port + 1 if site.port < 65535 else site.port - 1)
    options = ["--port", port, "--bind", "127.0.0.1", "--unixsocket", socket, "--dir", folder]
    options += ["--save", "", "--repl-diskless-sync-delay", "0"]
    other = subprocess.Popen([find_server(), *options], stdout=subprocess.DEVNULL)
    try:
        source = redis.Redis(unix_socket_path=str(socket))
        _wait(lambda: socket.exists() and source.ping())
        with source.pipeline() as pipe:
            for number in range(KEYS):
                pipe.set(f"key-{number}", os.urandom(LOOKS_EVERY))
            pipe.execute()
        server = _valkey(site)
        server.config_set("key-load-delay", LOADS_IN)
        server.config_set("loading-process-events-interval-bytes", LOOKS_EVERY)
        server.replicaof("127.0.0.1", port)
        _wait(lambda: _is_loading(server))
        yield
        assert _is_loading(server)
        server.config_set("key-load-delay", 0)
        _wait(lambda: not _is_loading(server))
        server.replicaof("NO", "ONE")
    finally:
        other.kill()
        other.wait()
        shutil.rmtree(folder)


def _is_loading(server: redis.Redis) -> bool:
    with contextlib.suppress(redis.BusyLoadingError):
        server.get("x")
        return False
    return True


def _wait(condition: Callable[[], Any]) -> None:
    end = time.monotonic() + WITHIN
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.05)


@pytest.mark.parametrize("refuses", [_without_memory, _read_only, _with_a_password, _loading])
def test_a_redis_that_refuses_costs_nothing(
    site: Site, refuses: Callable[[Site], AbstractContextManager[None]]
) -> None:
    history, said = asyncio.run(_try(site, lambda: refuses(site), REFUSED_FOR))
    _check(site, history)
    assert [(told["ready"], told["broker"]) for told in said] == [
        (True, True), (True, False), (True, True)
    ]  # fmt: skip


# --- What both are tried with ---------------------------------------------------------------------


async def _try(
    site: Site, trouble: Callable[[], AbstractContextManager[None]], seconds: float
) -> tuple[History, list[dict[str, Any]]]:
    """Play through a trouble; return the history, and what health said before, in it and after."""
    async with evening(site, seed=11, tables=tables(10)) as scene:
        storm = Storm(scene)
        await scene.moves(MOVES)
        said = [await _health(scene)]
        async with storm.visited():
            began_at = time.time()
            async with _beside(trouble()):
                await asyncio.sleep(seconds)
                said.append(await _health(scene))
            ended_at = time.time()
            await scene.all_run()
            back_at = await scene.answers()
            scene.history.outages.append(Outage(began_at, back_at))
            await scene.moves(MOVES)
            await asyncio.sleep(5)
        said.append(await _health(scene))
        history = await scene.end()
    _tell(storm, history, back_at - ended_at)
    assert [page for page in storm.pages if page.status not in PROPER] == []
    return history, said


@contextlib.asynccontextmanager
async def _beside(trouble: AbstractContextManager[None]) -> AsyncIterator[None]:
    """Begin and end a trouble while people play on."""
    with contextlib.ExitStack() as stack:
        await asyncio.to_thread(stack.enter_context, trouble)
        yield
        await asyncio.to_thread(stack.close)


async def _health(scene: Evening) -> dict[str, Any]:
    async with asyncio.timeout(WITHIN):
        status, body = await get(scene.site.url, "/health/ready", {})
    told: dict[str, Any] = json.loads(body)
    assert status == (200 if told["ready"] else 503)
    return told


def _check(site: Site, history: History) -> None:
    assert unsafe(history) + list(replaced(history)) + list(robbed(history)) == []
    assert {answer.status for answer in history.answers} & {500, 502} == set()
    site.replay()


def _tell(storm: Storm, history: History, back_after: float) -> None:
    taken = sum(answer.acknowledged for answer in history.answers)
    statuses: dict[int, int] = {}
    for page in storm.pages:
        statuses[page.status] = statuses.get(page.status, 0) + 1
    print(  # noqa: T201
        f"\n{taken} moves; pages by status: {dict(sorted(statuses.items()))}; "
        f"back {back_after:.1f} s after the end."
    )

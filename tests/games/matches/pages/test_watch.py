"""The watch goes on whatever pages and sockets wait for, with so many connections and no more."""

import asyncio
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest
from asgiref.sync import SyncToAsync, async_to_sync
from django.db import connection
from django.utils import timezone

from config.asgi import PAGE_THREADS, SLOW_THREADS
from config.local import connections
from games.core.clock import Pace
from games.matches import play
from games.matches.live.lifespan import lifespan
from games.matches.live.threads import SOCKET_THREADS, WATCH_THREADS, socket_threads, watch_threads
from games.matches.live.watch import Watch, watch
from games.matches.models import WebProcess
from tests.factories import make_match
from tests.gauge import PATIENCE

pytestmark = pytest.mark.django_db(transaction=True)
DOOR = 77  # the number of a lock for which all wait
# One thread sees who opens a socket, one asks for computers' turns, one keeps figures.
BESIDE = 3
OTHERS = PAGE_THREADS + SLOW_THREADS + BESIDE


@contextmanager
def held_up() -> Iterator[None]:
    """Have every thread for pages and for sockets wait for the database."""
    waiting = threading.Barrier(OTHERS + SOCKET_THREADS + 1)

    def wait() -> None:
        with connection.cursor() as cursor:
            cursor.execute("SET lock_timeout = 0")
            waiting.wait()
            cursor.execute("SELECT pg_advisory_lock_shared(%s)", [DOOR])
        connection.close()

    with connection.cursor() as cursor, ThreadPoolExecutor(OTHERS - 1) as others:
        cursor.execute("SELECT pg_advisory_lock(%s)", [DOOR])
        done = [others.submit(wait) for _ in range(OTHERS - 1)]
        done += [SyncToAsync.single_thread_executor.submit(wait)]
        done += [socket_threads.submit(wait) for _ in range(SOCKET_THREADS)]
        waiting.wait()
        try:
            yield
        finally:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [DOOR])
            for one in done:
                one.result()


@pytest.fixture
def ours() -> Iterator[Watch]:
    """The watch of a process that ends in good order."""
    ours = Watch()
    yield ours
    assert ours.process is not None
    play.sign_off(process=ours.process)


def connected() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()")
        return cursor.fetchone()[0]


def test_clocks_go_on_while_all_pages_and_sockets_wait(ours: Watch) -> None:
    now = timezone.now()
    match = make_match(pace=Pace.CORRESPONDENCE, budget=3600, now=now - timedelta(hours=2))

    async def look_and_sweep() -> None:
        async with asyncio.timeout(PATIENCE):
            await ours.look()
            await ours.sweep()

    with held_up():
        async_to_sync(look_and_sweep)()
        assert connected() <= connections.WEB + 1  # that of this test
    match.refresh_from_db()
    assert match.ply == 1
    assert WebProcess.objects.get().pk == ours.process


def test_a_sweep_that_waits_holds_up_no_sign_of_life(ours: Watch) -> None:
    began, door = threading.Event(), threading.Event()

    async def look() -> None:
        async with asyncio.timeout(PATIENCE):
            await ours.look()

    def wait() -> None:
        began.set()
        door.wait()

    sweep = watch_threads.submit(wait)
    began.wait()
    async_to_sync(look)()
    door.set()
    sweep.result()
    assert WebProcess.objects.get().pk == ours.process


def test_the_bound_counts_every_thread() -> None:
    assert connections.WEB == OTHERS + SOCKET_THREADS + WATCH_THREADS


def test_a_process_is_known_before_its_first_request() -> None:
    async def begin_and_end() -> list[str]:
        asked: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        answers: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        running = asyncio.create_task(lifespan({}, asked.get, answers.put))
        await asked.put({"type": "lifespan.startup"})
        told = [(await answers.get())["type"]]
        known.append(watch.process)
        await asked.put({"type": "lifespan.shutdown"})
        told.append((await answers.get())["type"])
        await running
        return told

    known: list[int | None] = []
    try:
        assert async_to_sync(begin_and_end)() == [
            "lifespan.startup.complete",
            "lifespan.shutdown.complete",
        ]
    finally:
        watch.process = None
    assert [type(process) for process in known] == [int]

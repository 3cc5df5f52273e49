"""The watch goes on whatever pages and sockets wait for, with so many connections and no more."""

import asyncio
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.db import connection
from django.utils import timezone

from config.asgi import PAGE_THREADS, SLOW_THREADS
from config.local import connections
from config.processes.threads import Threads
from games.core.clock import Pace
from games.matches import play
from games.matches.live.lifespan import lifespan
from games.matches.live.threads import (
    MOVE_THREADS,
    SOCKET_THREADS,
    WATCH_THREADS,
    in_own_thread,
    move_threads,
    now,
    socket_threads,
    watch_threads,
)
from games.matches.live.watch import Watch, watch
from games.matches.models import WebProcess
from tests.factories import make_match
from tests.gauge import PATIENCE

pytestmark = pytest.mark.django_db(transaction=True)
DOOR = 77  # the number of a lock for which all wait
# One thread asks for computers' turns, one keeps figures.
BESIDE = 2
OTHERS = PAGE_THREADS + SLOW_THREADS + BESIDE


@asynccontextmanager
async def held_up() -> AsyncIterator[None]:
    """Have every thread for pages and for sockets wait for the database."""
    waiting = threading.Barrier(OTHERS + SOCKET_THREADS + 1)

    def wait() -> None:
        with connection.cursor() as cursor:
            cursor.execute("SET lock_timeout = 0")
            waiting.wait()
            cursor.execute("SELECT pg_advisory_lock_shared(%s)", [DOOR])
        connection.close()

    def lock(*, held: bool) -> None:
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT pg_advisory_{'lock' if held else 'unlock'}(%s)", [DOOR])

    one, others = Threads(1, "one"), Threads(OTHERS, "others")
    await one.run(lambda: lock(held=True))
    held = [(others, OTHERS), (socket_threads, SOCKET_THREADS)]
    done = [asyncio.create_task(kind.run(wait)) for kind, number in held for _ in range(number)]
    await asyncio.to_thread(waiting.wait)
    try:
        yield
    finally:
        await one.run(lambda: lock(held=False))
        await asyncio.gather(*done)
        await one.run(lambda: connection.close())


@pytest.fixture
def ours() -> Iterator[Watch]:
    """The watch of a process that ends in good order."""
    ours = Watch()
    yield ours
    assert ours.process is not None
    play.sign_off(process=ours.process, now=timezone.now())


def connected() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()")
        return cursor.fetchone()[0]


def test_clocks_go_on_while_all_pages_and_sockets_wait(ours: Watch) -> None:
    long_ago = timezone.now() - timedelta(hours=2)
    match = make_match(pace=Pace.CORRESPONDENCE, budget=3600, now=long_ago)

    async def beat_and_sweep() -> None:
        async with asyncio.timeout(PATIENCE), held_up():
            await ours.beat()
            await ours.look()
            await ours.sweep()
            counted.append(await in_own_thread(connected))

    counted: list[int] = []
    asyncio.run(beat_and_sweep())
    # And those of this test: its own, who holds the lock, and the library's shared thread.
    assert counted[0] <= connections.WEB + 3
    match.refresh_from_db()
    assert match.ply == 1
    assert WebProcess.objects.get().pk == ours.process


def test_a_sweep_that_waits_holds_up_no_sign_of_life(ours: Watch) -> None:
    door = threading.Event()

    async def act() -> None:
        async with asyncio.timeout(PATIENCE):
            sweep = asyncio.create_task(watch_threads.run(door.wait))
            await asyncio.sleep(0)
            await ours.beat()
            await ours.look()
            door.set()
            await sweep

    asyncio.run(act())
    assert WebProcess.objects.get().pk == ours.process


def test_a_process_has_heard_what_came_when_all_moves_before_are_being_played(ours: Watch) -> None:
    """Else a clock might move although the move had come in time, and waited for us."""
    door, known = threading.Event(), list[datetime | None]()

    async def act() -> None:
        async with asyncio.timeout(PATIENCE):
            await ours.beat()
            known.append(await in_own_thread(heard_until))
            moves = [asyncio.create_task(move_threads.run(door.wait)) for _ in range(5)]
            await asyncio.sleep(0)
            sent_at.append(now())
            beat = asyncio.create_task(ours.beat())
            await asyncio.wait({beat}, timeout=0.3)
            known.append(await in_own_thread(heard_until))
            door.set()
            await asyncio.gather(beat, *moves)
            known.append(await in_own_thread(heard_until))

    sent_at: list[datetime] = []
    asyncio.run(act())
    assert known[0] is not None
    assert known[2] is not None
    assert known[0] == known[1] < sent_at[0] <= known[2]


def heard_until() -> datetime | None:
    return WebProcess.objects.get().heard_until


def test_the_bound_counts_every_thread() -> None:
    assert connections.WEB == OTHERS + MOVE_THREADS + SOCKET_THREADS + WATCH_THREADS


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

"""Where sockets and the watch use the database: threads of their own, off the event loop."""

from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from typing import ParamSpec, TypeVar

from channels.db import DatabaseSyncToAsync

from accounts.edge.clock import read_clock

P = ParamSpec("P")


R = TypeVar("R")


# Consumers keep off Django's one shared thread: there, one slow query would hold up all sockets.
# Signs of life and clocks wait for no socket, nor for each other.
SOCKET_THREADS, WATCH_THREADS = 4, 2


socket_threads = ThreadPoolExecutor(SOCKET_THREADS, thread_name_prefix="sockets")


watch_threads = ThreadPoolExecutor(WATCH_THREADS, thread_name_prefix="watch")


def now() -> datetime:
    """Return the present instant, at the edge where sockets read the clock."""
    return read_clock()


async def in_thread(function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Run a function that uses the database outside the event loop."""
    return await _run(socket_threads, function, *args, **kwargs)


async def in_own_thread(function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Run a function as ``in_thread`` does, in a thread that the sockets leave to the watch."""
    return await _run(watch_threads, function, *args, **kwargs)


async def _run(
    threads: ThreadPoolExecutor, function: Callable[P, R], *args: P.args, **kwargs: P.kwargs
) -> R:
    run: Callable[P, Awaitable[R]]
    run = DatabaseSyncToAsync(function, thread_sensitive=False, executor=threads)
    return await run(*args, **kwargs)

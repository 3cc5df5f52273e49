"""Where moves, sockets and the watch use the database: threads of their own, off the event loop."""

from collections.abc import Callable
from datetime import datetime
from typing import ParamSpec, TypeVar

from django.db import close_old_connections

from accounts.edge.clock import read_clock
from config.processes.threads import Threads

P = ParamSpec("P")
R = TypeVar("R")

# Consumers keep off Django's one shared thread: there, one slow query would hold up all sockets.
# Signs of life and clocks wait for no socket, nor for each other; moves wait for no page.
MOVE_THREADS, SOCKET_THREADS, WATCH_THREADS = 2, 4, 2
PATIENCE = 5.0  # seconds for which a socket waits for a thread

move_threads = Threads(MOVE_THREADS, "moves")
socket_threads = Threads(SOCKET_THREADS, "sockets", seconds=PATIENCE)
watch_threads = Threads(WATCH_THREADS, "watch")


def now() -> datetime:
    """Return the present instant, at the edge where sockets read the clock."""
    return read_clock()


async def in_thread(function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Run a function that uses the database outside the event loop; raise TooLate."""
    return await socket_threads.run(_with_database(function, *args, **kwargs))


async def in_own_thread(function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Run a function as ``in_thread`` does, in a thread that the sockets leave to the watch."""
    return await watch_threads.run(_with_database(function, *args, **kwargs))


async def after_moves(function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Run a function in a thread of moves, once all that have come before are being played."""
    return await move_threads.after_all(_with_database(function, *args, **kwargs))


def _with_database(function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> Callable[[], R]:
    def work() -> R:
        close_old_connections()
        try:
            return function(*args, **kwargs)
        finally:
            close_old_connections()

    return work

"""The threads of the site that keep a database connection from one test to the next."""

import threading

from django.db import connection

from games.matches.live.threads import (
    MOVE_THREADS,
    SOCKET_THREADS,
    WATCH_THREADS,
    move_threads,
    socket_threads,
    watch_threads,
)


def close_connections() -> None:
    """Have each of them close its own."""
    sizes = MOVE_THREADS, SOCKET_THREADS, WATCH_THREADS
    kinds = dict(zip((move_threads, socket_threads, watch_threads), sizes, strict=True))
    together = threading.Barrier(sum(sizes))

    def close() -> None:
        together.wait()
        connection.close()

    pools = [kind._threads for kind, number in kinds.items() for _ in range(number)]
    for done in [pool.submit(close) for pool in pools]:
        done.result()

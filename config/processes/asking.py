"""Tasks are asked for by a thread of their own: a broker that hangs holds up nobody's answer.

That somebody is to look soon is only a hint. Sweeps find whatever nobody could be asked to do, so
one that would wait for long behind others need not be given at all.
"""

import logging
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from django.db import connection

MOST = 100  # hints that wait

logger = logging.getLogger(__name__)

_thread = ThreadPoolExecutor(1, thread_name_prefix="asking")
_room = threading.BoundedSemaphore(MOST)


def ask_soon(ask: Callable[..., object], *about: object) -> None:
    """Have a function ask for a task, without waiting for it."""
    if _room.acquire(blocking=False):
        _thread.submit(_ask, ask, about)


def _ask(ask: Callable[..., object], about: tuple[object, ...]) -> None:
    try:
        ask(*about)
    except Exception as error:  # noqa: BLE001 - a sweep will find it
        logger.warning("a task could not be asked for: %r", error)
    finally:
        connection.close()
        _room.release()

"""Each machine thinks about one thing of a kind: its other process stays free for computers."""

import contextlib
import socket
from collections.abc import Iterator

from django.core.cache import cache
from redis.exceptions import RedisError


@contextlib.contextmanager
def alone(kind: str, seconds: int) -> Iterator[bool]:
    """Tell for the block whether this machine does nothing else of a kind; without a cache it may.

    After so many seconds whoever was at it must have died.
    """
    key = f"{kind}:{socket.gethostname()}"
    try:
        is_alone = cache.add(key, 1, seconds)
    except RedisError:
        yield True
        return
    try:
        yield is_alone
    finally:
        if is_alone:
            with contextlib.suppress(RedisError):
                cache.delete(key)

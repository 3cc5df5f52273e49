"""A mark of what all open tables are now, so that a page which has it need not ask for them again.

It is kept in the cache and nothing hangs on it: without one, a page asks.
"""

import secrets

from django.core.cache import cache
from redis.exceptions import RedisError

KEY = "tables:mark"


def current() -> str:
    """Return the mark of the open tables, to be read before they are; "" if there's no cache."""
    try:
        return str(cache.get_or_set(KEY, _new, None))
    except RedisError:
        return ""


def change() -> None:
    """Note that the open tables aren't what they were."""
    try:
        cache.set(KEY, _new(), None)
    except RedisError:
        return


def _new() -> str:
    return secrets.token_hex(8)

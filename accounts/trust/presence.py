"""Who has a page of the site open, for friends to see; kept in the cache: nothing hangs on it.

Without a cache nobody knows who is here, and everything else goes on.
"""

from collections.abc import Collection

from django.core.cache import cache
from redis.exceptions import RedisError

SIGN_EVERY = 15  # seconds
LASTS = 40  # seconds: one sign may be lost


def _key(user_id: int) -> str:
    return f"here:{user_id}"


def note_here(*, user_id: int) -> None:
    """Note that somebody has a page open."""
    try:
        cache.set(_key(user_id), True, LASTS)
    except RedisError:
        return


def who_is_here(*, user_ids: Collection[int]) -> set[int] | None:
    """Return which of these people have a page open, None if that cannot be told."""
    if not user_ids:
        return set()
    try:
        found = cache.get_many([_key(user_id) for user_id in user_ids])
    except RedisError:
        return None
    return {user_id for user_id in user_ids if _key(user_id) in found}

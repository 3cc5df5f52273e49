"""How often turns are tried out: each try costs about as much as a look at the table."""

from allauth.core.internal.ratelimit import truncate_ip
from django.core.cache import cache
from redis.exceptions import RedisError

from games.core.errors import Refusal
from games.core.language.text import Text

# Nobody tries out moves faster than this; a school or a club shares one network address.
TRIES, TRIES_OF_VISITORS = 100, 300
WITHIN = 10  # seconds


class TooOften(Refusal):
    """More tries than somebody can need in so short a time."""

    code = "too_often"
    usual = Text("That was a lot at once. Please wait a few seconds.")


def too_often(*, user_id: int | None, address: str = "") -> bool:
    """Count one more try; tell whether a user, or the visitors from an address, had too many.

    A network of IPv6 is one address. Without a cache nobody is held up.
    """
    at = f"at:{truncate_ip(address)}"
    whose, most = (f"{user_id}", TRIES) if user_id else (at, TRIES_OF_VISITORS)
    key = f"tries:{whose}"
    try:
        cache.add(key, 0, WITHIN)
        return cache.incr(key) > most
    except (RedisError, ValueError):  # out of reach, or forgotten between the two steps
        return False

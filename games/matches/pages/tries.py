"""How often turns are tried out, and by whom thoughts are asked for: more than that has to wait.

A try costs about as much as a look at the table; what takes a thought is thought elsewhere.
"""

import functools
from datetime import datetime

from allauth.account.adapter import get_adapter
from allauth.core.internal.ratelimit import truncate_ip
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse, JsonResponse
from redis.exceptions import RedisError

from games.core.language.text import Text
from games.thinking import asking
from games.thinking.asking import Later, Thinking
from games.thinking.question import Ask

# Nobody tries out moves faster than this; a school or a club shares one network address.
TRIES, TRIES_OF_VISITORS = 100, 300
WITHIN = 10  # seconds


class TooOften(Later):
    """More tries than somebody can need in so short a time."""

    code, seconds = "too_often", WITHIN
    usual = Text("That was a lot at once. Please wait a few seconds.")


def too_often(*, user_id: int | None, address: str = "") -> bool:
    """Count one more try; tell whether a user, or the visitors from an address, had too many.

    A network of IPv6 is one address. Without a cache nobody is held up.
    """
    key, most = f"tries:{_whose(user_id, address)}", TRIES if user_id else TRIES_OF_VISITORS
    try:
        cache.add(key, 0, WITHIN)
        return cache.incr(key) > most
    except (RedisError, ValueError):  # out of reach, or forgotten between the two steps
        return False


def asker(request: HttpRequest, *, now: datetime) -> Ask:
    """Return how a visitor has turns thought about: one question at a time."""
    address = "" if request.user.pk else get_adapter().get_client_ip(request)
    return functools.partial(asking.ask, by=_whose(request.user.pk, address), now=now)


def come_back(later: Later) -> HttpResponse:
    """Answer with what can be done soon, and when: a script asks again while we're thinking."""
    is_thinking = isinstance(later, Thinking)
    told = {"ok": True, "thinking": True} if is_thinking else {"ok": False, "error": later.code}
    response = JsonResponse({**told, "text": str(later.text)}, status=later.status)
    response["Retry-After"] = str(later.seconds)
    return response


def _whose(user_id: int | None, address: str) -> str:
    return f"{user_id}" if user_id else f"at:{truncate_ip(address)}"

"""Where a request or a task meets the world: what is asked, and who asks."""

import functools
import json
import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, RawPostDataException
from django.http.response import HttpResponseBase
from django.shortcuts import redirect

from accounts.edge.links import entrance

if TYPE_CHECKING:  # users are made of what is here
    from accounts.users.models import User

FORM_ID = "form_id"  # the field by which a form that is sent again is known
SIGNED_IN = "signed_in"  # the field of a form that was shown to somebody with an account
BY_SIGNED_IN = "X-Signed-In"  # the header of what the page of somebody signed in sends
DEEPEST = 50  # levels of lists and objects; ours have a dozen


def body_of(request: HttpRequest) -> bytes:
    """Return what was sent; nothing of a form in parts, which was read as it came."""
    try:
        return request.body
    except RawPostDataException:
        return b""


def read_json(body: bytes) -> Any:
    """Return what a browser or a file says as JSON; raise ValueError if it's none that we keep.

    Whoever reads it further need not think of numbers without end, of texts that can't be stored,
    nor of lists in lists in lists.
    """
    try:
        data = json.loads(body, parse_constant=_refuse, parse_float=_finite)
    except RecursionError as error:
        raise ValueError("too deep") from error
    level, depth = [data], 0
    while level:
        if depth > DEEPEST:
            raise ValueError("too deep")
        deeper: list[Any] = []
        for one in level:
            if isinstance(one, str) and not is_text(one):
                raise ValueError("no text")
            if isinstance(one, dict):
                deeper += [*one.keys(), *one.values()]
            elif isinstance(one, list):
                deeper += one
        level, depth = deeper, depth + 1
    return data


def is_text(text: str) -> bool:
    """Tell whether a text can be kept and sent: no NUL, and no half of a surrogate pair."""
    return "\0" not in text and not any("\ud800" <= sign <= "\udfff" for sign in text)


def _refuse(name: str) -> None:
    raise ValueError(f"{name} is no number")


def _finite(written: str) -> float:
    number = float(written)
    if not math.isfinite(number):
        raise ValueError(f"{written[:20]} is too large")
    return number


View = Callable[..., HttpResponseBase]


def is_fetched(request: HttpRequest) -> bool:
    """Tell whether a page asks that stays open, for a part of it (`static/shell/site/live.js`)."""
    return request.headers.get("X-Requested-With") == "fetch"


def signed_in(view: View) -> View:
    """Have whoever is not signed in do so first, and then come back.

    What only takes forms cannot be come back to: there one comes back to the page with the form.
    """

    @functools.wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not request.user.is_authenticated:
            return redirect(entrance(request, "account_login"))
        return view(request, *args, **kwargs)

    return answer


def person_of(request: HttpRequest) -> "User":
    """Return who is asking; raise PermissionDenied for somebody who is not signed in."""
    if not request.user.is_authenticated:
        raise PermissionDenied
    return request.user

"""Where a request or a task meets the world: what time it is, and who asks."""

import functools
import json
from collections.abc import Callable
from datetime import datetime
from typing import Any
from urllib.parse import urlencode, urlsplit

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, RawPostDataException
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme

from accounts.users.models import User


def read_clock() -> datetime:
    """Return what time it is; once for each request or task, which then passes it on."""
    return timezone.now()  # noqa: TID251 - the edge where requests and tasks read the clock


def body_of(request: HttpRequest) -> bytes:
    """Return what was sent; nothing of a form in parts, which was read as it came."""
    try:
        return request.body
    except RawPostDataException:
        return b""


def read_json(body: bytes) -> Any:
    """Return what a browser sent as JSON; raise ValueError if it is none, or no text to keep."""
    try:
        data = json.loads(body, parse_constant=_refuse)
    except RecursionError as error:
        raise ValueError("too deep") from error
    left = [data]
    while left:
        match left.pop():
            case str() as text if not is_text(text):
                raise ValueError("no text")
            case dict() as one:
                left += [*one.keys(), *one.values()]
            case list() as one:
                left += one
    return data


def is_text(text: str) -> bool:
    """Tell whether a text can be kept and sent: no NUL, and no half of a surrogate pair."""
    return "\0" not in text and not any("\ud800" <= sign <= "\udfff" for sign in text)


def _refuse(name: str) -> None:
    raise ValueError(f"{name} is no number")


def is_own(url: str) -> bool:
    """Tell whether an address is the path of a page here; we send people nowhere else."""
    # A path: `redirect` would take any other word for the name of a view.
    return url.startswith("/") and url_has_allowed_host_and_scheme(url, allowed_hosts=None)


def own_address(request: HttpRequest) -> str:
    """Return the page of this site that a form wants to go on to, or nothing."""
    url = request.POST.get("next") or request.GET.get("next") or ""
    return url if is_own(url) else ""


def entrance(request: HttpRequest, name: str) -> str:
    """Return the address of the page to sign in or up by, from which one comes back here.

    From a page that is itself about coming in one goes on to where that one leads.
    """
    back = _way_back(request)
    return f"{reverse(name)}?{urlencode({'next': back})}" if back else reverse(name)


def _way_back(request: HttpRequest) -> str:
    """Return where to come back to: this page, or that whose form was sent; "" for the usual."""
    if request.path.startswith(reverse("account_login").removesuffix("login/")):
        return own_address(request)
    if request.method not in ("GET", "HEAD"):
        try:
            parts = urlsplit(request.headers.get("Referer", ""))
        except ValueError:  # what calls itself an address may be none
            return ""
        here = parts.netloc == request.headers.get("Host") and is_own(parts.path)
        return f"{parts.path}?{parts.query}".removesuffix("?") if here else ""
    if request.path == reverse("home"):
        return ""
    return request.path if "fragment" in request.GET else request.get_full_path()


View = Callable[..., HttpResponseBase]


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


def person_of(request: HttpRequest) -> User:
    """Return who is asking; raise PermissionDenied for somebody who is not signed in."""
    if not isinstance(request.user, User):
        raise PermissionDenied
    return request.user

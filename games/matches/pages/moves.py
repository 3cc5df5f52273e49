"""Moves by the short way: beside the middleware, with every check that it would make.

Whatever is out of the ordinary goes the usual way instead, by ``pages.matches.submit_move``:
whoever is not signed in or comes from a mail, tokens and addresses that do not fit, a database that
is away.
"""

import functools
import re
from typing import Any

from csp.middleware import CSPMiddleware
from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.middleware.clickjacking import XFrameOptionsMiddleware
from django.middleware.csrf import CsrfViewMiddleware
from django.middleware.security import SecurityMiddleware
from django.utils import translation
from django_permissions_policy import PermissionsPolicyMiddleware

from accounts.edge import clock, languages
from accounts.edge.clock import read_clock
from accounts.users import sessions
from games.core.errors import IllegalAction, Refusal
from games.matches import play, reading
from games.matches.answers import NotSeated
from games.matches.pages.matches import answered, read_command, refused, submit_move
from games.matches.post import keys

PATH = re.compile(r"/match/([2-9a-z]{12})/moves")


def _empty(_request: HttpRequest) -> HttpResponse:
    return HttpResponse()


def _given(response: Any, _request: HttpRequest) -> Any:
    return response


_csrf = CsrfViewMiddleware(_empty)
# What these put on an answer is the same for all answers of one kind.
_dressing = (
    XFrameOptionsMiddleware,
    PermissionsPolicyMiddleware,
    CSPMiddleware,
    SecurityMiddleware,
)


def answer(request: HttpRequest) -> HttpResponse | None:
    """Answer a move, or return None if it has to go the usual way."""
    path = PATH.fullmatch(request.path_info)
    if path is None or request.method != "POST" or keys.HEADER in request.headers:
        return None
    if not (_is_from_our_page(request) and clock.is_compared()):
        return None
    now = read_clock()
    try:
        known = sessions.known(request.COOKIES.get(settings.SESSION_COOKIE_NAME, ""), now=now)
        match_id = reading.id_of(public_id=path[1]) if known else None
        if known is None or match_id is None:
            return None
        response = _play(request, match_id, known, now)
    except (NotSeated, InterfaceError, OperationalError):
        return None
    for name, value in _headers(request.is_secure()).items():
        response.headers[name] = value
    response.headers["Content-Length"] = str(len(response.content))
    return response


def _is_from_our_page(request: HttpRequest) -> bool:
    try:
        request.get_host()
    except DisallowedHost:
        return False
    if settings.SECURE_SSL_REDIRECT and not request.is_secure():
        return False
    _csrf.process_request(request)
    return _csrf.process_view(request, submit_move, (), {}) is None


def _play(request: Any, match_id: int, known: sessions.Known, now: Any) -> HttpResponse:
    try:
        command = read_command(request.body)
    except IllegalAction as error:
        return _in_words(request, known, error, status=400)
    arrived_at = request.scope.get("arrived_at", now)
    try:
        outcome = play.submit(
            match_id=match_id, user_id=known.user_id, now=now, arrived_at=arrived_at, **command
        )
    except NotSeated:
        raise
    except Refusal as error:
        return _in_words(request, known, error)
    return answered(outcome)


def _in_words(
    request: HttpRequest, known: sessions.Known, error: Refusal, *, status: int = 0
) -> HttpResponse:
    language = languages.known_or_blank(known.language) or languages.of_request(request)
    with translation.override(language):
        return refused(error, status=status)


@functools.cache
def _headers(is_secure: bool) -> dict[str, str]:
    """Return what the middleware puts on such an answer."""
    request = HttpRequest()
    request.path = "/match/"
    request.META = {"wsgi.url_scheme": "https" if is_secure else "http"}
    request.is_secure = lambda: is_secure  # type: ignore[method-assign]
    response: Any = JsonResponse({})
    del response.headers["Content-Type"]
    for kind in _dressing:
        response = kind(functools.partial(_given, response))(request)
    response.headers["Cache-Control"] = "private, no-store"
    response.headers["Vary"] = "Cookie"
    return dict(response.headers)

"""What pages and sockets say while the site is closed, or a server is away: come back soon."""

import contextlib
import functools
import logging
import random
import sys
import threading
import time
from collections.abc import Awaitable, Callable
from typing import Any

from django.db import InterfaceError, OperationalError, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils import translation
from django.utils.translation import gettext_lazy
from django.views.defaults import server_error
from redis.exceptions import RedisError

from accounts.edge import clock, languages
from config.processes import maintenance
from config.processes.threads import TooLate

logger = logging.getLogger(__name__)

# Redis may be away, full, read-only or loading, or want another password.
AWAY = (InterfaceError, OperationalError, RedisError, TooLate)
LOOKING = ("GET", "HEAD")
PATIENCE = 3.0  # seconds after its loss for which pages wait for the database
# A move waits longer, as it counts by its arrival: an outage that is as long as this is given back
# to all clocks (play.pulse.LONGEST). The page that sent it waits longer still (command.js).
PATIENCE_OF_MOVES = 7.0
ASK_EVERY = 0.2  # seconds
JSON = "application/json"
# These read nothing there, or say themselves that it is away.
NEEDLESS = ("/health/", "/version", "/sw.js", "/manifest.webmanifest", "/offline/")
COME_BACK = 2  # seconds, after which a page asks again
COME_AGAIN = 1013  # how a socket is shut whose page is to try again later
SPREAD = 3  # seconds more at most, where many are sent away together
# During maintenance these answer all the same.
OPEN = (*NEEDLESS, "/metrics")
COME_BACK_LATER = 20  # seconds, during maintenance
TEXT = gettext_lazy(
    "We need a moment to catch our breath. Nothing has been lost. Try again shortly."
)


RESTS = gettext_lazy(
    "We're looking after the site. Nothing has been lost, and all clocks have stopped. "
    "Try again in a few minutes."
)


class _Loss:
    """Since when this process has missed the database, by the monotonic clock."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.since: float | None = None

    def noted(self) -> float:
        """Return when the database was lost: now, unless that is known already."""
        with self.lock:
            if self.since is None:
                self.since = time.monotonic()
            return self.since

    def over(self) -> None:
        with self.lock:
            self.since = None


_loss = _Loss()


class PatientMiddleware:
    """Says that the site is closed, or, after a little while, that its database is away.

    All pages wait for the same few seconds, and all that people send for a few more: later ones are
    told at once, so that none piles up behind another.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request, or with 503 while the site is closed or the database is away."""
        if maintenance.is_on() and not request.path.startswith(OPEN):
            return closed(request)
        patience = PATIENCE if request.method in LOOKING else PATIENCE_OF_MOVES
        if request.path.startswith(NEEDLESS):
            return self.get_response(request)
        if not _is_there(patience):
            return unavailable(request)
        _set_clock(getattr(request, "scope", {}))
        return self.get_response(request)


def _set_clock(scope: dict[str, Any]) -> None:
    """Tell anew when a request came, if this process hadn't heard yet what time it is."""
    if "arrived_at" in scope and not clock.is_compared():
        clock.compare_when_due()
        scope["arrived_at"] = clock.read_clock()


def _is_there(patience: float) -> bool:
    while True:
        try:
            connection.close_if_health_check_failed()
            connection.ensure_connection()
        except (InterfaceError, OperationalError):
            if time.monotonic() - _loss.noted() > patience:
                return False
            time.sleep(ASK_EVERY)
        else:
            _loss.over()
            return True


def failed(request: HttpRequest) -> HttpResponse:
    """Answer for a request that raised: a server that went away meanwhile is no fault of ours."""
    if isinstance(error := sys.exception(), AWAY):
        if isinstance(error, RedisError):
            logger.warning("Redis refused or didn't answer: %r", error)
        return unavailable(request)
    return server_error(request)


def unavailable(request: HttpRequest) -> HttpResponse:
    """Answer with 503 in words, and when to come back."""
    is_script = JSON in request.headers.get("Accept", "")
    told = ("unavailable", str(TEXT)) if is_script else None
    return _come_back(request, "503.html", COME_BACK, told)


def busy(scope: Any) -> HttpResponse:
    """Answer a request for which no thread was free, and spread those who come back."""
    accepts = dict(scope["headers"]).get(b"accept", b"")
    language = languages.of_headers(scope["headers"])
    is_look = scope["method"] in LOOKING
    body, kind = _said(language, is_look, JSON.encode() in accepts)
    seconds = COME_BACK + random.randint(0, SPREAD)  # noqa: S311 - it is no secret
    answer = HttpResponse(body, status=503, content_type=kind)
    return _later_by(answer, seconds, is_look and kind != JSON)


@functools.cache
def _said(language: str, is_look: bool, is_script: bool) -> tuple[bytes, str]:
    """Return words that many may get at a time, and of what kind they are."""
    request = HttpRequest()
    request.method = "GET" if is_look else "POST"
    request.META["HTTP_ACCEPT"] = JSON if is_script else ""
    with translation.override(language):
        answer = unavailable(request)
    return answer.content, answer["Content-Type"]


def closed(request: HttpRequest) -> HttpResponse:
    """Answer with 503 during maintenance; a command of a page is told in words, too."""
    sent = (request.headers.get("Accept", ""), request.content_type or "")
    is_script = any(JSON in kind for kind in sent)
    told = ("maintenance", str(RESTS)) if is_script else None
    return _come_back(request, "maintenance.html", COME_BACK_LATER, told)


def _come_back(
    request: HttpRequest, page: str, seconds: int, told: tuple[str, str] | None
) -> HttpResponse:
    """Say by a page, or a code and words for scripts, that it's to be tried again later."""
    if told:
        said = {"ok": False, "error": told[0], "text": told[1]}
        return _later_by(JsonResponse(said, status=503), seconds, is_page=False)
    again = request.method in LOOKING
    return _later_by(render(None, page, {"again": again}, status=503), seconds, is_page=again)


def _later_by(answer: HttpResponse, seconds: int, is_page: bool) -> HttpResponse:
    """Have whoever gets an answer come back after so long; a page does so by itself."""
    if is_page:
        answer["Refresh"] = str(seconds)
    answer["Retry-After"] = str(seconds)
    answer["Cache-Control"] = "no-store"
    answer["Content-Length"] = str(len(answer.content))  # the middleware that adds it is left out
    return answer


class ComeAgain:
    """Has whoever opens a socket try again later while the site is closed, or a server is away."""

    def __init__(self, inner: Callable[[Any, Any, Any], Awaitable[None]]) -> None:
        self.inner = inner

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve a socket."""
        if maintenance.is_on():
            await _later(send)
            return
        is_answered = False

        async def answer(message: dict[str, Any]) -> None:
            nonlocal is_answered
            is_answered = True
            await send(message)

        try:
            await self.inner(scope, receive, answer)
        except AWAY:
            if not is_answered:
                await _later(send)
                return
            with contextlib.suppress(Exception):  # it may be shut already
                await send({"type": "websocket.close", "code": COME_AGAIN})


async def _later(send: Any) -> None:
    later = [(b"retry-after", str(COME_BACK).encode())]
    await send({"type": "websocket.http.response.start", "status": 503, "headers": later})
    await send({"type": "websocket.http.response.body", "body": b""})

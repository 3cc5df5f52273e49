"""Pages by ASGI: a request stays in one thread from the first middleware to the last.

Django's own handler changes between loop and threads at every layer that is written for one of
them, and makes a thread for each request. Ours hands a request over once, to one of a few threads.
"""

import asyncio
import functools
import logging
import time
from collections.abc import Awaitable, Callable, Mapping
from fnmatch import fnmatchcase
from http import HTTPStatus
from typing import IO, Any

from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.core.signals import request_started
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.urls import set_script_prefix
from django.utils import translation
from typing_extensions import override

from accounts.edge import languages
from config.meters import counting
from config.processes import maintenance, tracing
from config.processes.threads import Threads, TooLate
from config.web import unavailable
from games.matches.live import arrivals
from games.matches.live.threads import move_threads
from games.matches.pages import moves

USUAL = 128 * 1024  # bytes of a body: more than the longest form has
MOVE = "match-moves"  # the name of the address that takes moves
PATIENCE, PATIENCE_OF_SLOW = 5.0, 20.0  # seconds for which a page waits for a thread
WATCHED = frozenset({"health-live", "health-ready", "metrics"})  # asked for every few seconds

logger = logging.getLogger("tilepost.requests")


class Pages(ASGIHandler):
    """Django as an ASGI application for its synchronous views and middleware.

    ``longer`` gives the most bytes of a body for pages whose address is like that: nothing more is
    read, whoever asks. Such a page takes its time with them, and has ``slow`` threads apart. Moves
    have their own too, and wait for one as long as it takes.
    """

    def __init__(
        self, threads: int, longer: Mapping[str, int] | None = None, slow: int = 1
    ) -> None:
        super().__init__()
        self._longer = longer or {}
        self._threads = Threads(threads, "pages", seconds=PATIENCE)
        self._slow = Threads(slow, "slow-pages", seconds=PATIENCE_OF_SLOW)

    @override
    def load_middleware(self, is_async: bool = False) -> None:
        super().load_middleware(is_async=False)

    @override
    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer one request, or say that there are too many.

        What somebody sends is carried out even if they hang up meanwhile; what they only look at is
        not. ``scope["arrived_at"]`` is the instant at which the request had come.
        """
        began = time.perf_counter()
        mark = tracing.begin_request(scope["headers"])

        async def answer(response: HttpResponseBase) -> None:
            response.headers[tracing.HEADER] = mark
            await self.send_response(response, send)
            _note(scope, response.status_code, time.perf_counter() - began)

        most = self._most_of_longer(scope["path"])
        coming = _Counted(receive, USUAL if most is None else most)
        try:
            body = await self.read_body(coming)
        except RequestAborted:
            if coming.left < 0:
                await answer(_too_much(scope))
            return
        scope["arrived_at"] = arrivals.instant()
        threads = self._threads_for(scope, is_slow=most is not None)
        work = functools.partial(self._respond, scope, body)
        sends = scope["method"] not in unavailable.LOOKING
        try:
            response = await threads.run(work, gone=lambda: _left(receive), must=sends)
        except TooLate:
            body.close()
            await answer(unavailable.busy(scope))
            return
        except asyncio.CancelledError:  # this process ends, and can't wait for it
            await answer(unavailable.busy(scope))
            return
        await answer(response)
        if not response.closed:
            await threads.run(response.close)

    def _threads_for(self, scope: Any, *, is_slow: bool) -> Threads:
        if is_slow:
            return self._slow
        is_move = scope["method"] == "POST" and moves.PATH.fullmatch(scope["path"])
        return move_threads if is_move else self._threads

    def _most_of_longer(self, path: str) -> int | None:
        found = [most for like, most in self._longer.items() if fnmatchcase(path, like)]
        return max(found, default=None)

    def _respond(self, scope: Any, body: IO[bytes]) -> HttpResponseBase:
        set_script_prefix(get_script_prefix(scope))
        with body:
            request, refusal = self.create_request(scope, body)
            answer = moves.answer(request) if request and not maintenance.is_on() else None
            if answer is not None:
                scope["view"] = MOVE
                answer.closed = True  # there is nothing to close
                return answer
            request_started.send(sender=type(self), scope=scope)
            response = self.get_response(request) if request else refusal
            assert response is not None  # noqa: S101 - it is one or the other
            scope["view"] = _view_of(request)
        if not response.streaming:
            response.close()  # it is whole, and here is its database connection
        return response


async def _left(receive: Callable[[], Awaitable[dict[str, Any]]]) -> None:
    """Return when whoever asked has hung up."""
    while (await receive())["type"] != "http.disconnect":
        pass


def _view_of(request: HttpRequest | None) -> str:
    """Return the name of the address that was asked for: the address itself may name people."""
    found = getattr(request, "resolver_match", None)
    return (found.view_name or found.route) if found else ""


def _note(scope: Any, status: int, seconds: float) -> None:
    """Count an answer, and log it."""
    method, view = scope["method"], scope.get("view", "")
    counting.ANSWERS.labels(f"{status // 100}xx").inc()
    if view == MOVE and status == HTTPStatus.OK:
        counting.MOVE_SECONDS.observe(seconds)
    level = logging.DEBUG if view in WATCHED else logging.INFO
    if logger.isEnabledFor(level):
        facts = {"method": method, "view": view, "status": status, "seconds": round(seconds, 4)}
        said = method, view or "-", status, seconds
        logger.log(level, "%s %s %d in %.3f s", *said, extra={"facts": facts})


def _too_much(scope: Any) -> HttpResponse:
    """Refuse a body in the language of the browser, which no middleware has looked at yet."""
    with translation.override(languages.of_headers(scope["headers"])):
        text = translation.gettext("That's too much to send in one go. Try something smaller.")
    return HttpResponse(text, status=413, content_type="text/plain; charset=utf-8")


class _Counted:
    """What comes in, up to so many bytes of a body; then it is over."""

    def __init__(self, receive: Callable[[], Awaitable[dict[str, Any]]], most: int) -> None:
        self.receive = receive
        self.left = most

    async def __call__(self) -> dict[str, Any]:
        message = await self.receive()
        self.left -= len(message.get("body", b""))
        return message if self.left >= 0 else {"type": "http.disconnect"}

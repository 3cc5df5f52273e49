"""Sockets, before they are served: whose page asks, how many there are, and until when.

They end with the session they were opened in: whoever has signed out is sent nothing more. During
maintenance there are none.
"""

import asyncio
import contextlib
import logging
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import urlsplit

from allauth.core.internal.ratelimit import truncate_ip
from channels.auth import AuthMiddleware, get_user
from channels.routing import URLRouter
from channels.security.websocket import OriginValidator
from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY
from django.urls import re_path

from accounts.edge.requests import is_text
from accounts.users import sessions
from accounts.users.sessions import Opened
from config.meters import counting
from config.processes import maintenance, tracing
from config.web.unavailable import COME_AGAIN
from games.matches.live.threads import in_thread, now

LOOK_EVERY = 2.0  # seconds
# Sockets in this process: a page has two, and a school or a club shares one network address.
MOST_OF_A_PERSON, MOST_OF_VISITORS = 60, 300
TOO_MANY = COME_AGAIN
UNKNOWN = 4004
SIGNED_OUT = 1008  # the page opens another socket, as whoever it is then

Application = Callable[[Any, Any, Any], Awaitable[None]]
Message = dict[str, Any]

logger = logging.getLogger(__name__)


class Origins(OriginValidator):
    """Serves sockets to pages of these origins alone; one that cannot be read is none of them."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve a socket."""
        try:
            for name, value in scope["headers"]:
                if name == b"origin":
                    _ = urlsplit(value.decode("latin1")).port
        except ValueError:
            await _refuse(scope, receive, send)
        else:
            await super().__call__(scope, receive, send)


class Known(AuthMiddleware):
    """Sees who opens a socket, in the threads of sockets: the library has a single one for all."""

    async def resolve_scope(self, scope: Any) -> None:
        """Read who it is."""
        scope["user"] = await in_thread(get_user.func, scope)


class Addresses:
    """Has sockets served by their addresses; one that none has, or that is no text, is refused."""

    def __init__(self, patterns: list[Any]) -> None:
        # The router takes applications where the library's types know views alone.
        self.inner = URLRouter([*patterns, re_path("", _refuse)])  # type: ignore[arg-type]

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve a socket."""
        known = self.inner if is_text(scope["path"]) else _refuse
        await known(scope, receive, send)


async def _refuse(_scope: Any, receive: Any, send: Any) -> None:
    await receive()
    await send({"type": "websocket.close", "code": UNKNOWN})


class Bounds:
    """Lets a person, and all visitors of one network address, have so many sockets and no more."""

    def __init__(self, inner: Application) -> None:
        self.inner = inner
        self.open: Counter[int | str] = Counter()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve a socket, or have its page try again later."""
        user = scope["user"]
        known = user.is_authenticated
        at = truncate_ip(_address(scope))  # a network of IPv6 is one address
        whose, most = (user.pk, MOST_OF_A_PERSON) if known else (at, MOST_OF_VISITORS)
        if self.open[whose] >= most:
            await receive()
            await send({"type": "websocket.close", "code": TOO_MANY})
            return
        self.open[whose] += 1
        tracing.begin_request(scope["headers"])
        try:
            with counting.SOCKETS.track_inprogress():
                await self.inner(scope, receive, send)
        finally:
            self.open[whose] -= 1
            if not self.open[whose]:
                del self.open[whose]


def _address(scope: Any) -> str:
    """Return the network address of whoever opens a socket, as the proxies that are trusted say."""
    lines = [value for name, value in scope["headers"] if name == b"x-forwarded-for"]
    told = b",".join(lines).decode("latin1").split(",")
    trusted = settings.TRUSTED_PROXIES
    if 0 < trusted <= len(told):
        return str(told[-trusted]).strip()
    return str((scope.get("client") or ("",))[0])


class EndForMaintenance:
    """Ends all sockets of this process when the site is closed; their pages come again later."""

    def __init__(self, inner: Application) -> None:
        self.inner = inner
        self.ends: set[asyncio.Future[None]] = set()
        self._looking: asyncio.Task[None] | None = None

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve a socket until it is shut, or the site is closed."""
        end: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.ends.add(end)
        if self._looking is None or self._looking.done():
            self._looking = asyncio.create_task(self._keep_looking())
        try:
            await self.inner(scope, _until(end, receive, send, COME_AGAIN), send)
        finally:
            self.ends.discard(end)

    def look(self) -> None:
        """End the sockets if the site is closed."""
        for end in self.ends if maintenance.is_on() else ():
            if not end.done():
                end.set_result(None)

    async def _keep_looking(self) -> None:
        while self.ends:
            await asyncio.sleep(LOOK_EVERY)
            self.look()


class EndWithSession:
    """Ends the sockets of people whose session is over, all of this process with one look."""

    def __init__(self, inner: Application) -> None:
        self.inner = inner
        self.ends: dict[Opened, set[asyncio.Future[None]]] = {}
        self._looking: asyncio.Task[None] | None = None

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve a socket until it is shut, or its session is over."""
        user, session = scope["user"], scope["session"]
        if not user.is_authenticated:
            await self.inner(scope, receive, send)
            return
        opened = Opened(session.session_key, user.pk, session.get(HASH_SESSION_KEY, ""))
        end: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.ends.setdefault(opened, set()).add(end)
        if self._looking is None or self._looking.done():
            self._looking = asyncio.create_task(self._keep_looking())
        try:
            await self.inner(scope, _until(end, receive, send, SIGNED_OUT), send)
        finally:
            self.ends[opened].discard(end)
            if not self.ends[opened]:
                del self.ends[opened]

    async def look(self) -> None:
        """End the sockets of all sessions that are over."""
        for opened in await in_thread(sessions.over, opened=set(self.ends), now=now()):
            for end in self.ends.get(opened, ()):
                if not end.done():
                    end.set_result(None)

    async def _keep_looking(self) -> None:
        while self.ends:
            await asyncio.sleep(LOOK_EVERY)
            try:
                await self.look()
            except Exception:
                logger.exception("sessions could not be looked at")


def _until(
    end: asyncio.Future[None], receive: Any, send: Any, code: int
) -> Callable[[], Awaitable[Message]]:
    """Return what tells a socket what comes in, and that it is shut once it has to end."""
    coming: asyncio.Task[Message] | None = None

    async def hear() -> Message:
        nonlocal coming
        coming = coming or asyncio.ensure_future(receive())
        try:
            await asyncio.wait({coming, end}, return_when=asyncio.FIRST_COMPLETED)
        except asyncio.CancelledError:
            coming.cancel()
            raise
        if coming.done():
            message, coming = coming.result(), None
            return message
        coming.cancel()
        with contextlib.suppress(Exception):  # it may be shut already
            await send({"type": "websocket.close", "code": code})
        return {"type": "websocket.disconnect", "code": code}

    return hear

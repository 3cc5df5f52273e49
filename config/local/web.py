"""A web process: made ready before it is needed, it serves as soon as it is told to.

    python -m config.local.web LISTENER DOOR

Both are numbers of open files: the socket the site is reached by, and one end of a pair of sockets.
At the door it says "r" when all is loaded, waits for "g", and says "s" when it serves.
"""

import asyncio
import contextlib
import gc
import math
import os
import socket
import sys
from collections.abc import Sequence
from time import monotonic
from types import FrameType
from typing import Any

import uvicorn
from typing_extensions import override
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from config.processes import leaving

# New objects until Python looks among the youngest, and how often among older ones.
LOOK_FOR_GARBAGE = 10_000, 10, 10
TICK = 0.1  # seconds between two looks of uvicorn at what is to be done
SEEN_OFF = 0.7  # of the lead: sockets are sent elsewhere once proxies have had time to notice
COME_BACK = 2  # seconds after which a page may open its socket again
CUT_OFF = 1006  # how a socket has ended that nobody shut (RFC 6455, 7.4.1)
READY, GO, SERVES = b"r", b"g", b"s"


class Connection(HttpToolsProtocol):
    """A connection that a process which stops leaves open while a request may be on its way.

    uvicorn closes one that is idle at once, and whoever has just sent a request gets no answer.
    """

    on_its_way = 1.0  # seconds
    stops = False

    @override
    def shutdown(self) -> None:
        self.stops = True
        if self._is_idle():
            self.loop.call_later(self.on_its_way, self._close_if_idle)
        else:
            self.cycle.keep_alive = False

    @override
    def on_headers_complete(self) -> None:
        super().on_headers_complete()
        # Whoever waits for the answer is to ask another process next.
        if (self.stops or leaving.has_begun()) and self.cycle is not None:
            self.cycle.keep_alive = False

    @override
    def handle_websocket_upgrade(self) -> None:
        super().handle_websocket_upgrade()
        if self.stops:  # it opens first, and is then told to come again
            protocol: Any = self.transport.get_protocol()
            self.loop.call_later(self.on_its_way, protocol.shutdown)

    def _is_idle(self) -> bool:
        return getattr(self.cycle, "response_complete", True)  # there is none before the first

    def _close_if_idle(self) -> None:
        if self._is_idle() and not self.transport.is_closing():
            self.transport.close()


class Socket(WebSocketsSansIOProtocol):
    """A socket that counts as gone as soon as it is shut for what came in, or for silence.

    uvicorn takes what is sent between that and the end of the connection for a fault of ours, and
    so it does when a process stops while a socket is being opened: its page just comes again.
    """

    @override
    async def run_asgi(self) -> None:
        inner = self.app

        async def serve(scope: Any, receive: Any, send: Any) -> None:
            await inner(scope, receive, send)
            if self.transport.is_closing() and not self.handshake_complete:
                raise ClientDisconnected

        self.app = serve
        await super().run_asgi()

    @override
    def send_500_response(self) -> None:
        if not leaving.has_begun():
            super().send_500_response()
        elif self.initial_response is None and not self.handshake_complete:
            answer = self.conn.reject(503, "")
            answer.headers["Retry-After"] = str(COME_BACK)
            self.conn.send_response(answer)
            self.transport.write(b"".join(self.conn.data_to_send()))

    @override
    def handle_parser_exception(self) -> None:
        super().handle_parser_exception()
        self.disconnected = True

    @override
    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.disconnected = True

    @override
    async def send(self, message: Any) -> None:
        # uvicorn accepts nothing on a connection that is closing, and wonders at what comes next.
        if self.transport.is_closing() and not self.handshake_complete:
            raise ClientDisconnected
        await super().send(message)

    @override
    def connection_lost(self, exc: Exception | None) -> None:
        if self.handshake_complete:  # uvicorn's own code looks like that of a page that is left
            self.queue.put_nowait({"type": "websocket.disconnect", "code": CUT_OFF})
        super().connection_lost(exc)


class Server(uvicorn.Server):
    """Serves until a signal says stop, and for ``lead`` seconds more, as one that is leaving.

    Meanwhile whoever spreads the requests learns by ``/health/ready`` to send them elsewhere.
    """

    def __init__(self, config: uvicorn.Config, *, lead: float = 0.0, door: int | None = None):
        super().__init__(config)
        self.lead = lead
        self.door = door
        self._ends_at: float | None = None

    @override
    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        leaving.begin()
        super().handle_exit(sig, frame)

    @override
    async def on_tick(self, counter: int) -> bool:
        is_to_stop = await super().on_tick(counter)
        if not is_to_stop or self.force_exit:
            return is_to_stop
        now = monotonic()
        if self._ends_at is None:
            self._ends_at = now + self.lead
        left = self._ends_at - now
        if left < self.lead * SEEN_OFF:
            self._see_off(left)
        return left <= 0

    def _see_off(self, left: float) -> None:
        """Have some sockets come again, so that all have in time and not in the same moment."""
        connections = self.server_state.connections
        sockets = [one for one in connections if not isinstance(one, HttpToolsProtocol)]
        for socket_ in sockets[: math.ceil(len(sockets) * TICK / max(left, TICK))]:
            socket_.shutdown()

    @override
    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.door is not None:
            os.write(self.door, SERVES)

    @override
    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        waiting = [one.dup() for one in sockets or []]
        for server in self.servers:
            server.close()
        for listener in waiting:
            await self._take_in(listener)
        await super().shutdown(sockets)

    async def _take_in(self, listener: socket.socket) -> None:
        """Serve those who have come to a socket that is about to close and weren't let in yet."""
        loop = asyncio.get_running_loop()
        with listener, contextlib.suppress(BlockingIOError):
            listener.setblocking(False)
            while True:
                connection, _ = listener.accept()
                connection.setblocking(False)
                await loop.connect_accepted_socket(self._connection, connection)

    def _connection(self) -> asyncio.Protocol:
        return Connection(
            config=self.config, server_state=self.server_state, app_state=self.lifespan.state
        )


def configuration(listener: int | None = None) -> uvicorn.Config:
    """Return how pages and sockets are served."""
    return uvicorn.Config(
        "config.asgi:application",
        fd=listener,
        loop="uvloop",
        http=Connection,
        ws=Socket,
        ws_per_message_deflate=False,  # compressing small JSON doubles the memory of a socket
        ws_max_size=16384,
        ws_ping_interval=10.0,
        ws_ping_timeout=10.0,
        timeout_graceful_shutdown=5,
        lifespan="on",
        # Whom to believe about the visitor's address is for the settings to say.
        proxy_headers=False,
        server_header=False,
        access_log=False,
        log_config=None,  # the settings say how lines look
        log_level="warning",
    )


def load(config: uvicorn.Config) -> None:
    """Read all that the first page would otherwise wait for."""
    config.load()
    from django.template.loader import get_template
    from django.urls import reverse

    reverse("home")  # all addresses, and the views behind them
    for name in ("home.html", "games/match.html", "500.html", "503.html", "maintenance.html"):
        get_template(name)
    # All this stays: to look through it for what may go holds up every request for 0.1 s.
    gc.collect()
    gc.freeze()
    gc.set_threshold(*LOOK_FOR_GARBAGE)


def main(listener: int, door: int) -> None:
    """Serve as the site does."""
    serve(configuration(listener), door)


def serve(config: uvicorn.Config, door: int) -> None:
    """Get ready, wait to be told, and serve until a signal says stop."""
    load(config)
    os.write(door, READY)
    if os.read(door, 1) == GO:  # else whoever started us has gone
        Server(config, lead=_lead(), door=door).run()


def alone(listeners: Sequence[socket.socket]) -> None:
    """Serve at these sockets, as a process that nobody has to tell when."""
    config = configuration()
    load(config)
    Server(config, lead=_lead()).run(list(listeners))


def _lead() -> float:
    from django.conf import settings  # they are set up by now

    return float(settings.WEB_DRAIN)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))

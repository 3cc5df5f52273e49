"""A web process: made ready before it is needed, it serves as soon as it is told to.

    python -m config.local.web LISTENER DOOR

Both are numbers of open files: the socket the site is reached by, and one end of a pair of sockets.
At the door it says "r" when all is loaded, waits for "g", and says "s" when it serves.
"""

import gc
import os
import sys
from typing import Any

import uvicorn
from typing_extensions import override
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

# New objects until Python looks among the youngest, and how often among older ones.
LOOK_FOR_GARBAGE = 10_000, 10, 10
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
        if self.stops and self.cycle is not None:
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


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, door: int) -> None:
        super().__init__(config)
        self.door = door

    @override
    async def startup(self, sockets: Any = None) -> None:
        await super().startup(sockets)
        os.write(self.door, SERVES)


def configuration(listener: int) -> uvicorn.Config:
    """Return how pages and sockets are served."""
    return uvicorn.Config(
        "config.asgi:application",
        fd=listener,
        loop="uvloop",
        http=Connection,
        ws="websockets-sansio",
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
        _Server(config, door).run()


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))

"""The life of a web process: it beats before the first request, and says when it ends."""

import asyncio
import contextlib
from typing import Any

from games.matches import play
from games.matches.live.threads import in_own_thread, now
from games.matches.live.watch import logger, watch
from games.matches.poke import send_from


async def _first_beat() -> None:
    """Before the first request: whoever waited for us should find their time given back."""
    try:
        await watch.compare_clocks()
        await in_own_thread(play.keep_pulse, now=now())
        await watch.enrol()
    except Exception as error:  # noqa: BLE001 - the first look will do it
        logger.warning("the pulse was not noted: %r", error)


async def _last_beat() -> None:
    """Nobody is to wait for a process that has ended."""
    if watch.process is not None:
        with contextlib.suppress(Exception):  # then it is given up after a while
            await in_own_thread(play.sign_off, process=watch.process, now=now())


async def lifespan(_scope: Any, receive: Any, send: Any) -> None:
    """Run the watch for as long as the server runs (the ASGI lifespan protocol)."""
    beat: asyncio.Task[None] | None = None
    while True:
        message = await receive()
        if message["type"] == "lifespan.startup":
            send_from(asyncio.get_running_loop(), watch.take)
            await _first_beat()
            beat = asyncio.create_task(watch.run())
            await send({"type": "lifespan.startup.complete"})
        elif message["type"] == "lifespan.shutdown":
            send_from(None)
            if beat:
                beat.cancel()
            await _last_beat()
            await send({"type": "lifespan.shutdown.complete"})
            return

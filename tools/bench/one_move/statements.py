"""How many statements a move takes: ``python -m tools.bench.one_move.statements`` prints JSON.

A statement is what Django sends to PostgreSQL; BEGIN and COMMIT do not count. Those of a move are
of one ``play.submit``, those of its request of the whole POST, with session and person. Those of a
frame are all that a process sends that has a page of the match open and makes no move itself, until
the page has the frame. Each is counted several times, and the most frequent number is told.
"""

import asyncio
import json
import statistics
import sys
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from contextvars import ContextVar
from functools import partial
from typing import Any

import django

django.setup()

from asgiref.sync import sync_to_async  # noqa: E402
from asgiref.testing import ApplicationCommunicator  # noqa: E402
from django.db import connection  # noqa: E402
from django.db.backends.signals import connection_created  # noqa: E402

from config.asgi import application  # noqa: E402
from tools.bench.one_move.table import Table, address, keep_up  # noqa: E402
from tools.bench.site import frames  # noqa: E402

TRIES = 6
PATIENCE = 15.0  # seconds for a frame

Socket: Any = ApplicationCommunicator  # it has no types

# What is being done; threads that belong to sockets know only the usual.
_doing: ContextVar[str] = ContextVar("_doing", default="frame")
_counted: Counter[str] = Counter()


def count() -> dict[str, int]:
    """Return the statements of a move, its request and a frame, at a live table and by days."""
    connection_created.connect(_watch)
    _watch(connection=connection)
    return asyncio.run(_count_all())


def _watch(*, connection: Any, **_: Any) -> None:
    if _note not in connection.execute_wrappers:
        connection.execute_wrappers.append(_note)


def _note(execute: Callable[..., Any], *words: Any) -> Any:
    _counted[_doing.get()] += 1
    return execute(*words)


async def _count_all() -> dict[str, int]:
    found: dict[str, int] = {}
    for pace, slow in (("live", False), ("slow", True)):
        table = await _in_thread("making", partial(Table, slow=slow))
        taken: dict[str, list[int]] = {"move": [], "request": [], "frame": []}
        async with _onlooker(table.match.public_id) as see:
            for number in range(2 * TRIES):
                kind, act = (("move", table.move), ("request", table.post))[number % 2]
                _counted.clear()
                await _in_thread(kind, act)
                await see(table.match.ply + 1)
                taken[kind].append(_counted[kind])
                taken["frame"].append(_counted["frame"])
                await _in_thread("reading", table.reload)
        found |= {f"{pace}_{kind}_statements": statistics.mode(taken[kind]) for kind in taken}
    return found


async def _in_thread(doing: str, function: Callable[[], Any]) -> Any:
    """Call a function that uses the database."""
    token = _doing.set(doing)
    try:
        return await sync_to_async(function)()
    finally:
        _doing.reset(token)


@asynccontextmanager
async def _onlooker(match: str) -> AsyncIterator[Callable[[int], Any]]:
    """Open a match's page as a visitor; give what waits for the frame of a ply."""
    site = address()
    headers = {"host": site.netloc, "origin": f"{site.scheme}://{site.netloc}"}
    scope = {
        "type": "websocket",
        "path": f"/ws/match/{match}/",
        "query_string": b"",
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
        "client": ["127.0.0.1", 0],
        "subprotocols": [],
    }
    socket = Socket(application, scope)
    await socket.send_input({"type": "websocket.connect"})

    async def see(ply: int) -> None:
        while True:
            message = await socket.receive_output(PATIENCE)
            assert message["type"] != "websocket.close", message
            if frames.ply_of((message.get("text") or "").encode()) >= ply:
                return

    await see(0)
    # As every two seconds: whoever moves learns that somebody looks on.
    await keep_up()
    yield see
    await socket.send_input({"type": "websocket.disconnect", "code": 1000})
    await socket.wait(PATIENCE)


if __name__ == "__main__":
    sys.stdout.write(json.dumps(count()) + "\n")

"""How a web process stops: everyone who has just asked gets an answer."""

import asyncio
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
import uvicorn
from asgiref.sync import async_to_sync

from config.local.web import Connection, configuration

Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]
REQUEST = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
UPGRADE = REQUEST.replace(
    b"\r\n\r\n",
    b"\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
)


class Patient(Connection):
    on_its_way = 3600.0


class Hasty(Connection):
    on_its_way = 0.0


async def hello(scope: dict[str, Any], receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.accept"})
        while (await receive())["type"] != "websocket.disconnect":
            pass
        return
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"Hello."})


@asynccontextmanager
async def serving(connection: type[Connection]) -> AsyncIterator[tuple[uvicorn.Server, int]]:
    config = uvicorn.Config(
        hello, http=connection, ws="websockets-sansio", lifespan="off", log_level="warning"
    )
    server = uvicorn.Server(config)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        task = asyncio.create_task(server.serve([listener]))
        yield server, listener.getsockname()[1]
        server.force_exit = True
        await task


async def until(condition: Callable[[], bool]) -> None:
    while not condition():  # noqa: ASYNC110 - nobody sets an event
        await asyncio.sleep(0.01)


async def stop(server: uvicorn.Server) -> None:
    """Tell it to stop, and wait until it has told all its connections."""
    server.should_exit = True
    await until(lambda: all(one.stops for one in server.server_state.connections))


async def asked(connection: type[Connection], before: int) -> bytes:
    """Send so many requests, then stop the server and send one more; return what comes for that."""
    async with serving(connection) as (server, port):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        for _ in range(before):
            writer.write(REQUEST)
            await reader.readuntil(b"0\r\n\r\n")
        await until(lambda: len(server.server_state.connections) == 1)
        await stop(server)
        writer.write(REQUEST)
        answer = await reader.read()
        writer.close()
        return answer


@pytest.mark.parametrize("before", [0, 2], ids=["new", "kept"])
def test_a_request_that_comes_as_the_process_stops_is_answered(before: int) -> None:
    answer = async_to_sync(asked)(Patient, before)
    assert answer.startswith(b"HTTP/1.1 200 OK\r\n")
    assert b"\r\nconnection: close\r\n" in answer


def test_a_connection_nobody_uses_does_not_hold_it_up() -> None:
    async def waited() -> bytes:
        async with serving(Hasty) as (server, port):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            await until(lambda: len(server.server_state.connections) == 1)
            await stop(server)
            said = await reader.read()
            writer.close()
            return said

    assert async_to_sync(waited)() == b""


def test_a_socket_opened_as_the_process_stops_is_asked_to_come_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def said() -> tuple[bytes, bytes]:
        async with serving(Patient) as (server, port):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            await until(lambda: len(server.server_state.connections) == 1)
            await stop(server)
            monkeypatch.setattr(Patient, "on_its_way", 0.0)
            writer.write(UPGRADE)
            head = await reader.readuntil(b"\r\n\r\n")
            async with asyncio.timeout(5):
                frames = await reader.read()
            writer.close()
            return head, frames

    head, frames = async_to_sync(said)()
    assert head.startswith(b"HTTP/1.1 101 Switching Protocols\r\n")
    assert frames == b"\x88\x02" + (1012).to_bytes(2)  # closed: the service restarts


def test_the_site_is_served_so() -> None:
    assert configuration(3).http is Connection

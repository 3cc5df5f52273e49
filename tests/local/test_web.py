"""How a web process stops: everyone who has just asked gets an answer."""

import asyncio
import signal
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
import uvicorn
from asgiref.sync import async_to_sync
from uvicorn.protocols.utils import ClientDisconnected

from config.local import web
from config.local.web import Connection, Server, Socket, configuration
from config.processes import leaving
from tests.gauge import PATIENCE

Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]
Application = Callable[[dict[str, Any], Receive, Send], Awaitable[None]]
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
async def serving(
    connection: type[Connection], application: Application = hello
) -> AsyncIterator[tuple[uvicorn.Server, int]]:
    config = uvicorn.Config(
        application, http=connection, ws=Socket, lifespan="off", log_level="warning"
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
            async with asyncio.timeout(PATIENCE):
                frames = await reader.read()
            writer.close()
            return head, frames

    head, frames = async_to_sync(said)()
    assert head.startswith(b"HTTP/1.1 101 Switching Protocols\r\n")
    assert frames == b"\x88\x02" + (1012).to_bytes(2)  # closed: the service restarts


def test_one_that_leaves_answers_and_has_its_connections_closed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def answer() -> bytes:
        async with serving(Patient) as (server, port):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(REQUEST)
            await reader.readuntil(b"0\r\n\r\n")
            monkeypatch.setattr(leaving, "_begun", True)
            writer.write(REQUEST)
            said = await reader.read()
            writer.close()
            await stop(server)
            return said

    said = async_to_sync(answer)()
    assert said.startswith(b"HTTP/1.1 200 OK\r\n")
    assert b"\r\nconnection: close\r\n" in said


def test_it_lets_itself_be_found_for_a_while_after_the_signal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(leaving, "_begun", False)
    clock = iter([10.0, 12.9, 13.0])
    monkeypatch.setattr(web, "monotonic", lambda: next(clock))

    async def ticks() -> list[bool]:
        server = Server(uvicorn.Config(hello), lead=3.0)
        stays = await server.on_tick(1)
        server.handle_exit(signal.SIGTERM, None)
        return [stays, leaving.has_begun(), *[await server.on_tick(1) for _ in range(3)]]

    assert async_to_sync(ticks)() == [False, True, False, False, True]


def test_sockets_are_sent_elsewhere_a_few_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leaving, "_begun", False)
    clock = iter([0.0, 2.9, 3.1, 5.0, 9.8, 9.95, 10.0])
    monkeypatch.setattr(web, "monotonic", lambda: next(clock))
    seen_off: list[int] = []

    class Open:
        def __init__(self, number: int) -> None:
            self.number = number

        def shutdown(self) -> None:
            seen_off.append(self.number)
            server.server_state.connections.discard(self)

    async def counts() -> list[int]:
        server.handle_exit(signal.SIGTERM, None)
        told = []
        for _ in range(7):
            await server.on_tick(1)
            told.append(len(seen_off))
        return told

    server = Server(uvicorn.Config(hello), lead=10.0)
    server.server_state.connections |= {Open(number) for number in range(100)}
    assert async_to_sync(counts)() == [0, 0, 2, 4, 53, 100, 100]
    assert sorted(seen_off) == list(range(100))


def test_whoever_has_come_to_a_socket_that_closes_is_answered() -> None:
    async def answers() -> list[bytes]:
        config = uvicorn.Config(hello, http=Patient, ws=Socket, lifespan="off", log_level="warning")
        server = Server(config)
        listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        config.load()
        server.lifespan = config.lifespan_class(config)
        await server.startup([listener])
        # They come while the loop has no time to let them in.
        people = [socket.create_connection(listener.getsockname()) for _ in range(20)]
        for person in people:
            person.sendall(REQUEST)
        await server.shutdown([listener])
        said = [await asyncio.to_thread(person.recv, 4096) for person in people]
        for person in people:
            person.close()
        return said

    assert [said[:15] for said in async_to_sync(answers)()] == [b"HTTP/1.1 200 OK"] * 20


def test_the_site_is_served_so() -> None:
    served = configuration(3)
    assert (served.http, served.ws) == (Connection, Socket)


def test_what_is_sent_to_a_socket_shut_for_a_strange_frame_is_no_fault() -> None:
    raised: list[type[BaseException]] = []

    async def tells_late(scope: dict[str, Any], receive: Receive, send: Send) -> None:
        await send({"type": "websocket.accept"})
        while (await receive())["type"] != "websocket.disconnect":
            pass
        try:
            await send({"type": "websocket.send", "text": "too late"})
        except BaseException as error:
            raised.append(type(error))
            raise

    async def shut() -> bytes:
        async with serving(Hasty, tells_late) as (server, port):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(UPGRADE)
            await reader.readuntil(b"\r\n\r\n")
            writer.write(b"\xff\x80\0\0\0\0")
            said = await reader.read()
            writer.close()
            server.should_exit = True
            return said

    assert async_to_sync(shut)()[2:4] == (1002).to_bytes(2)  # closed: against the protocol
    assert raised == [ClientDisconnected]


@pytest.mark.parametrize(("leaves", "code"), [(True, 1001), (False, 1006)])
def test_a_page_that_is_left_ends_its_socket_otherwise_than_the_network(
    leaves: bool, code: int
) -> None:
    codes: list[int] = []

    async def keep(scope: dict[str, Any], receive: Receive, send: Send) -> None:
        await send({"type": "websocket.accept"})
        while (message := await receive())["type"] != "websocket.disconnect":
            pass
        codes.append(message["code"])

    async def end() -> None:
        async with asyncio.timeout(PATIENCE), serving(Patient, keep) as (server, port):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(UPGRADE)
            await reader.readuntil(b"\r\n\r\n")
            if leaves:
                mask = bytes(4)  # frames of a browser are masked; this mask changes nothing
                writer.write(b"\x88\x82" + mask + (1001).to_bytes(2))
            else:
                writer.transport.abort()
            await until(lambda: bool(codes))
            writer.close()
            server.should_exit = True

    async_to_sync(end)()
    assert codes == [code]


def test_whoever_hangs_up_while_a_socket_opens_is_no_fault(
    caplog: pytest.LogCaptureFixture,
) -> None:
    ended: list[BaseException | None] = []

    async def slow(scope: dict[str, Any], receive: Receive, send: Send) -> None:
        await asked.wait()
        (opening,) = server.server_state.connections
        opening.transport.close()  # as when the other end goes while we look who it is
        try:
            await send({"type": "websocket.accept"})
            await send({"type": "websocket.send", "text": "hello"})
        except ClientDisconnected as error:
            ended.append(error)
            raise

    async def hang_up() -> None:
        nonlocal server
        async with asyncio.timeout(PATIENCE), serving(Patient, slow) as (server, port):
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(UPGRADE)
            await until(lambda: bool(server.server_state.tasks))
            asked.set()
            await until(lambda: bool(ended))
            writer.close()
            server.should_exit = True

    asked, server = asyncio.Event(), uvicorn.Server(uvicorn.Config(slow))
    async_to_sync(hang_up)()
    assert len(ended) == 1
    assert caplog.text == ""


def test_whoever_opens_a_socket_while_the_process_stops_is_told_to_come_again(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def slow(scope: dict[str, Any], receive: Receive, send: Send) -> None:
        while (await receive())["type"] != "websocket.disconnect":
            pass

    async def stop() -> bytes:
        async with asyncio.timeout(PATIENCE), serving(Patient, slow) as (server, port):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(UPGRADE)
            await until(lambda: bool(server.server_state.tasks))
            monkeypatch.setattr(leaving, "_begun", True)
            (opening,) = server.server_state.connections
            opening.shutdown()
            said = await reader.read()
            writer.close()
            await until(lambda: not server.server_state.tasks)
            server.should_exit = True
            return said

    head, _, _ = async_to_sync(stop)().partition(b"\r\n\r\n")
    first, *fields = head.decode().split("\r\n")
    assert first.startswith("HTTP/1.1 503")
    assert "Retry-After: 2" in fields
    assert caplog.text == ""

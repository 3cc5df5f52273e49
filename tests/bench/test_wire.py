"""The players of the benchmark and of the faults send requests and hold sockets as browsers do."""

import asyncio
import contextlib

import pytest
from websockets.asyncio.server import ServerConnection, serve

from tools.bench.site.wire import Http, open_socket

ANSWER = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"


def told(answers: list[list[bytes]], posts: int) -> tuple[list[int], int]:
    """Return the statuses of posts to a server, and how many requests it saw.

    Its connections give so many answers each; then they are shut as the next request comes.
    """
    seen = 0

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal seen
        with contextlib.suppress(asyncio.IncompleteReadError):
            for answer in [*answers.pop(0), b""]:
                await reader.readuntil(b"{}")
                seen += 1
                writer.write(answer)
        writer.close()
        shut.release()

    async def run() -> list[int]:
        connections = len(answers)
        async with await asyncio.start_server(serve, "127.0.0.1", 0) as server:
            http = Http(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}", {})
            try:
                return [(await http.post("/", {}))[0] for _ in range(posts)]
            finally:
                await http.close()
                for _ in range(connections):
                    await shut.acquire()

    shut = asyncio.Semaphore(0)
    return asyncio.run(run()), seen


def test_a_connection_shut_meanwhile_is_opened_again() -> None:
    assert told([[ANSWER], [ANSWER]], posts=2) == ([200, 200], 3)


def test_a_new_connection_without_an_answer_is_a_failure() -> None:
    with pytest.raises(asyncio.IncompleteReadError):
        told([[]], posts=1)


def test_a_socket_takes_texts_of_any_length_answers_pings_and_tells_its_end() -> None:
    texts = [b"", b"x" * 125, b"x" * 126, b"x" * 70_000, "Zoë".encode()]
    heard: list[str | bytes] = []
    come: list[bytes | None] = []

    async def talk(page: ServerConnection) -> None:
        heard.append(page.request.headers["Cookie"])
        for text in texts:
            await page.send(text.decode())
        await (await page.ping())
        heard.append(await page.recv())
        await page.close(1008)

    async def run() -> str:
        ended = asyncio.Event()

        def take(text: bytes | None) -> None:
            come.append(text)
            if text == texts[-1]:
                socket.send(b"seen")
            if text is None:
                ended.set()

        async with serve(talk, "127.0.0.1", 0, compression=None) as server:
            url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
            socket = await open_socket(url, "/ws/", {"name": "value"}, take)
            await ended.wait()
        return socket.said

    assert asyncio.run(run()) == "closed with 1008"
    assert come == [*texts, None]
    assert heard == ["name=value", "seen"]


def test_a_socket_that_is_refused_says_so() -> None:
    async def run() -> str:
        ended, shut = asyncio.Event(), asyncio.Event()

        async def refuse(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await reader.readuntil(b"\r\n\r\n")
            writer.write(b"HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n")
            await reader.read()
            writer.close()
            await writer.wait_closed()
            shut.set()

        async with await asyncio.start_server(refuse, "127.0.0.1", 0) as server:
            url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
            socket = await open_socket(url, "/ws/", {}, lambda _: ended.set())
            await ended.wait()
            await shut.wait()
        return socket.said

    assert asyncio.run(run()) == "HTTP/1.1 403 Forbidden"

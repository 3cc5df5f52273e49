"""The players of the benchmark and of the faults send requests as browsers do."""

import asyncio
import contextlib

import pytest

from tools.bench.site.client import Http

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

"""One address before several nodes, as a proxy has it: whoever comes gets one that is ready.

python -m tests.faults.nodes.balancer DOOR PORT PORT
"""

import asyncio
import contextlib
import itertools
import socket
import sys
from collections.abc import Sequence

import uvloop

ASK_EVERY, PATIENCE = 0.5, 5.0  # seconds
QUESTION = b"GET /health/ready HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"


async def balance(door: socket.socket, ports: Sequence[int]) -> None:
    """Pass on what comes to the door, in turn to each node that is ready, if one is."""
    turns = itertools.cycle(range(len(ports)))
    ready = dict.fromkeys(ports, False)

    async def look(port: int) -> None:
        while True:
            ready[port] = await _is_ready(port)
            await asyncio.sleep(ASK_EVERY)

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        first = next(turns)
        # Where none says that it's ready, people try one all the same.
        for port in sorted((*ports[first:], *ports[:first]), key=lambda one: not ready[one]):
            try:
                theirs = await asyncio.open_connection("127.0.0.1", port)
                break
            except OSError:
                ready[port] = False
        else:
            writer.close()
            return
        await asyncio.gather(_pass(reader, theirs[1]), _pass(theirs[0], writer))

    server = await asyncio.start_server(serve, sock=door, backlog=1000)
    await asyncio.gather(server.serve_forever(), *map(look, ports))


async def _is_ready(port: int) -> bool:
    """Ask a node whether it wants to be asked for pages."""
    try:
        async with asyncio.timeout(PATIENCE):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(QUESTION)
            answer = await reader.readline()
            writer.close()
    except (OSError, TimeoutError):
        return False
    return b" 200 " in answer


async def _pass(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Pass on what comes, until either end is gone: then the other is closed as well."""
    with contextlib.suppress(OSError):
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
    writer.close()


if __name__ == "__main__":
    uvloop.run(balance(socket.socket(fileno=int(sys.argv[1])), list(map(int, sys.argv[2:]))))

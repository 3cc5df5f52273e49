"""One address before several nodes, as a proxy has it: whoever comes gets one that answers.

python -m tests.faults.nodes.balancer DOOR PORT PORT
"""

import asyncio
import contextlib
import itertools
import socket
import sys
from collections.abc import Sequence

import uvloop


async def balance(door: socket.socket, ports: Sequence[int]) -> None:
    """Pass on what comes to the door, in turn to each node, or to another if one is away."""
    turns = itertools.cycle(range(len(ports)))

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        first = next(turns)
        for port in (*ports[first:], *ports[:first]):
            with contextlib.suppress(OSError):
                theirs = await asyncio.open_connection("127.0.0.1", port)
                break
        else:
            writer.close()
            return
        await asyncio.gather(_pass(reader, theirs[1]), _pass(theirs[0], writer))

    server = await asyncio.start_server(serve, sock=door, backlog=1000)
    await server.serve_forever()


async def _pass(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Pass on what comes, until either end is gone: then the other is closed as well."""
    with contextlib.suppress(OSError):
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
    writer.close()


if __name__ == "__main__":
    uvloop.run(balance(socket.socket(fileno=int(sys.argv[1])), list(map(int, sys.argv[2:]))))

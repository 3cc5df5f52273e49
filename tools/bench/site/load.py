"""The load, a process of its own: players who move at will or by the clock, and onlookers.

The first line on standard input says what is wanted. Whenever a lane needs a fresh match this
process prints ``{"lane": n}`` and reads the match as a line; the last line it prints is the result.
"""

import asyncio
import json
import random
import resource
import sys
import time
from typing import Any

import uvloop
from websockets.asyncio.client import ClientConnection

from tools.bench.site.client import Player, Table, socket

VISITORS = 20  # who look on from one network address


class Matches:
    """Fresh matches, asked for by line."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.tables: list[Table] = []
        self._asking = asyncio.Lock()

    async def table(self, lane: int) -> Table:
        """Return a fresh match with both players at it."""
        async with self._asking:
            print(json.dumps({"lane": lane}), flush=True)
            line = await asyncio.to_thread(sys.stdin.readline)
        ticket = json.loads(line)
        players = [Player(self.url, ticket["id"], cookies) for cookies in ticket["seats"]]
        table = Table(players, random.Random(ticket["id"]))  # noqa: S311 - which moves are played
        self.tables.append(table)
        await table.open()
        return table

    def answered(self) -> dict[str, list[tuple[int, str]]]:
        """Return by match what the site has said yes to."""
        return {table.players[0].match_id: table.answered for table in self.tables}


async def play_at_will(order: dict[str, Any]) -> dict[str, Any]:
    """Have every lane move as soon as its opponent has; count the moves seen after the warm-up."""
    matches = Matches(order["url"])
    tables = [await matches.table(lane) for lane in range(order["lanes"])]
    begin = time.perf_counter() + order["warm_up"]
    end = begin + order["seconds"]
    times: list[tuple[float, float]] = []

    async def lane(number: int, table: Table) -> None:
        while time.perf_counter() < end:
            if table.over:
                await table.close()
                table = await matches.table(number)
            times.append(await table.play())
        await table.close()

    async with asyncio.TaskGroup() as group:
        for number, table in enumerate(tables):
            group.create_task(lane(number, table))
    counted = [(sent, seen) for sent, seen in times if begin <= seen < end]
    return {
        "moves": len(times),
        "moves_per_s": len(counted) / order["seconds"],
        "latencies": [seen - sent for sent, seen in counted],
        "answered": matches.answered(),
    }


async def play_by_the_clock(order: dict[str, Any]) -> dict[str, Any]:
    """Have moves begin at fixed instants; one that has to wait for its table counts the wait."""
    matches = Matches(order["url"])
    tables = [await matches.table(lane) for lane in range(order["lanes"])]
    start = time.perf_counter() + 0.5
    begin = start + order["warm_up"]
    count = int((order["warm_up"] + order["seconds"]) * order["rate"])
    latencies: list[float] = []

    async def lane(number: int, table: Table) -> None:
        for move in range(number, count, len(tables)):
            due = start + move / order["rate"]
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            if table.over:
                await table.close()
                table = await matches.table(number)
            sent, seen = await table.play()
            if due >= begin:
                # A little lateness is the timer's own, more is the site's.
                latencies.append(seen - (sent if sent - due < 0.005 else due))
        await table.close()

    async with asyncio.TaskGroup() as group:
        for number, table in enumerate(tables):
            group.create_task(lane(number, table))
    return {"moves": count, "latencies": latencies, "answered": matches.answered()}


async def look_on(order: dict[str, Any]) -> dict[str, Any]:
    """Hold many sockets of onlookers for a while; tell how many were still open at the end."""
    allow_files(order["sockets"] + 200)
    doors = asyncio.Semaphore(20)
    matches, url = order["matches"], order["url"]
    before = time.perf_counter()
    async with asyncio.TaskGroup() as group:
        opening = [
            group.create_task(_enter(url, matches[number % len(matches)], doors, _address(number)))
            for number in range(order["sockets"])
        ]
    opened_s = time.perf_counter() - before
    connections = [task.result() for task in opening]
    looking = [asyncio.create_task(_look(connection)) for connection in connections]
    await asyncio.sleep(order["seconds"])
    ends = [repr(task.exception() or "closed") for task in looking if task.done()]
    print(json.dumps({"measure": "memory"}), flush=True)
    await asyncio.to_thread(sys.stdin.readline)
    for task in looking:
        task.cancel()
    await asyncio.gather(*(connection.close() for connection in connections))
    return {"held": len(looking) - len(ends), "opened_s": opened_s, "ends": ends[:5]}


def _address(number: int) -> str:
    """Return the address a visitor comes from: each may hold only so many sockets."""
    return f"127.0.1.{number // VISITORS % 254 + 1}"


async def _enter(
    url: str, match_id: str, doors: asyncio.Semaphore, address: str
) -> ClientConnection:
    """Open a match's page as a visitor; return when its first view has come."""
    async with doors:
        connection = await socket(url, match_id, {}, address=address)
        await connection.recv()
        return connection


async def _look(connection: ClientConnection) -> None:
    """Answer the heartbeat until the socket closes."""
    async for frame in connection:
        if str(frame).startswith('{"t": "ping"'):
            await connection.send('{"t":"pong"}')


def allow_files(count: int) -> None:
    """Raise the number of files this process may hold open, as far as it may."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = count if hard == resource.RLIM_INFINITY else min(count, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


KINDS = {"at will": play_at_will, "by the clock": play_by_the_clock, "look on": look_on}


def main() -> None:
    """Do what the first line of input says."""
    order = json.loads(sys.stdin.readline())
    result = uvloop.run(KINDS[order["kind"]](order))
    print(json.dumps({"result": result}), flush=True)


if __name__ == "__main__":
    main()

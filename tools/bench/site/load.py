"""The load, a process of its own: players who move at will or by the clock, onlookers, visitors.

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

from tools.bench.site.client import Page, Player, Table
from tools.bench.site.wire import Http

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
    used_before = time.process_time()
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
        "own_s": time.process_time() - used_before,
    }


async def play_by_the_clock(order: dict[str, Any]) -> dict[str, Any]:
    """Have moves begin at fixed instants; one that has to wait for its table counts the wait."""
    matches = Matches(order["url"])
    tables = [await matches.table(lane) for lane in range(order["lanes"])]
    used_before = time.process_time()
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
    return {
        "moves": count,
        "latencies": latencies,
        "answered": matches.answered(),
        "own_s": time.process_time() - used_before,
    }


async def look_on(order: dict[str, Any]) -> dict[str, Any]:
    """Hold many pages of onlookers for a while; tell how many were still open at the end."""
    before = time.perf_counter()
    pages = await look(order["url"], order["matches"], order["sockets"])
    opened_s = time.perf_counter() - before
    await asyncio.sleep(order["seconds"])
    ends = [page.end for page in pages if page.end]
    print(json.dumps({"measure": "memory"}), flush=True)
    await asyncio.to_thread(sys.stdin.readline)
    for page in pages:
        page.leave()
    return {"held": len(pages) - len(ends), "opened_s": opened_s, "ends": ends[:5]}


async def play_before_all(order: dict[str, Any]) -> dict[str, Any]:
    """Play a match that many look on at; tell when the last of them saw each move."""
    matches = Matches(order["url"])
    table = await matches.table(0)
    pages = await look(order["url"], [table.players[0].match_id], order["sockets"])
    latencies = []
    for _ in range(order["moves"]):
        await asyncio.sleep(order["pause"])
        sent_at, seen_at = await table.play()
        ply = table.players[0].position.ply
        all_seen_at = [await page.wait_for(ply) for page in pages]
        latencies.append(max(seen_at, *all_seen_at) - sent_at)
    for page in pages:
        page.leave()
    await table.close()
    return {"latencies": latencies, "answered": matches.answered()}


async def visit(order: dict[str, Any]) -> dict[str, Any]:
    """Ask for a page again and again, as a visitor; tell how long each answer took."""
    browser = Http(order["url"], {})
    latencies = []
    for _ in range(order["warm_up"] + order["visits"]):
        before = time.perf_counter()
        status, body = await browser.get(order["path"])
        latencies.append(time.perf_counter() - before)
        assert status == 200, body[:300]
    await browser.close()
    return {"latencies": latencies[order["warm_up"] :]}


async def look(url: str, matches: list[str], count: int) -> list[Page]:
    """Have so many visitors look on at these matches; return when all have their first view."""
    allow_files(count + 200)
    doors = asyncio.Semaphore(20)
    pages = [Page(url, matches[number % len(matches)], {}) for number in range(count)]

    async def enter(number: int, page: Page) -> None:
        async with doors:
            # Each network address may hold only so many sockets.
            await page.enter(local=f"127.0.1.{number // VISITORS % 254 + 1}")

    async with asyncio.TaskGroup() as group:
        for number, page in enumerate(pages):
            group.create_task(enter(number, page))
    return pages


def allow_files(count: int) -> None:
    """Raise the number of files this process may hold open, as far as it may."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = count if hard == resource.RLIM_INFINITY else min(count, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


KINDS = {
    "at will": play_at_will,
    "by the clock": play_by_the_clock,
    "before all": play_before_all,
    "look on": look_on,
    "visit": visit,
}


def main() -> None:
    """Do what the first line of input says."""
    order = json.loads(sys.stdin.readline())
    result = uvloop.run(KINDS[order["kind"]](order))
    print(json.dumps({"result": result}), flush=True)


if __name__ == "__main__":
    main()

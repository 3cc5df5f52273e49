"""A game with a countdown of its own goes on, to the instant, with every task worker dead."""

import asyncio
import contextlib
import json
from itertools import pairwise
from uuid import uuid4

from config.bench.client import Http, socket
from config.local.stack import Stack
from tests.faults.evening import TASKS, ask, keep_dead
from tests.faults.players import get

INTERVAL = 8
DEAD_FOR = 60


async def _be_there(site: Stack, match: str, cookies: dict[str, str]) -> None:
    """Keep the page's socket open and give signs of life."""
    async with socket(site.url, match, cookies) as connection:
        while True:
            if json.loads(await connection.recv())["t"] == "ping":
                await connection.send('{"t":"pong"}')


async def _play(site: Stack, match: str, cookies: dict[str, str]) -> None:
    """Begin, and act now and then while the workers are dead."""
    there = asyncio.create_task(_be_there(site, match, cookies))
    http = Http(site.url, cookies)
    await asyncio.sleep(1)
    assert (await http.post(f"/match/{match}/begin", {}))[0] == 200
    dying = asyncio.create_task(keep_dead(site, TASKS, DEAD_FOR))
    ply = 0
    for _ in range(6):
        await asyncio.sleep(7.3)
        action = {"type": "Place", "cell": await _open_cell(site, match, cookies)}
        command = {"action": action, "ply": ply, "cmd_id": str(uuid4())}
        status, body = await http.post(f"/match/{match}/moves", command)
        assert status == 200
        ply = json.loads(body)["ply"]
    await dying
    await asyncio.sleep(2)
    there.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await there
    await http.close()


async def _open_cell(site: Stack, match: str, cookies: dict[str, str]) -> int:
    _, body = await get(site.url, f"/match/{match}/view", cookies)
    return int(json.loads(body)["state"]["grid"].index(None))


def test_every_drop_is_in_the_log_at_the_instant_it_was_due(site: Stack) -> None:
    ticket = ask(site, f"seat_alone({INTERVAL})")
    asyncio.run(_play(site, ticket["match"], ticket["cookies"]))
    (record,) = ask(site, f"tell([{ticket['match']!r}])")
    drops = [entry["played_at"] for entry in record["log"] if entry["actor"] == "clock"]
    people = [entry for entry in record["log"] if entry["actor"] == "human"]
    assert len(people) == 6
    assert len(drops) >= DEAD_FOR // INTERVAL
    assert {round(after - before, 6) for before, after in pairwise(drops)} == {float(INTERVAL)}
    instants = [entry["played_at"] for entry in record["log"]]
    assert instants == sorted(instants)
    assert site.manage("replay", ticket["match"]).endswith("all as stored.\n")

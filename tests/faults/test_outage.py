"""For a minute nothing of the site runs, as after a power cut: nobody loses time by it."""

import asyncio
import contextlib
import time
from collections.abc import Iterator
from random import Random
from typing import Any

from config.local.stack import Stack
from tests.faults.evening import Evening, ask, power_cut
from tests.faults.history import History, Outage
from tests.faults.players import ASLEEP, Person

DEAD_FOR = 60
LIVE = [
    {"levels": ["", ""], "budget": 60, "bank": 0},
    {"levels": ["", ""], "budget": 45, "bank": 9},
]
# But for the outage the first turn would be over in it; the second's player dozes off in it; the
# third's has been asleep for an hour.
SLOW = [
    {"budget": 60, "sleeps_in": None},
    {"budget": 7200, "sleeps_in": 15},
    {"budget": 7200, "sleeps_in": -3600},
]


def people(site: Stack, tickets: list[dict[str, Any]]) -> Iterator[Person]:
    """Yield those who look at the live tables and are in no hurry."""
    for ticket in tickets:
        for player, cookies in enumerate(ticket["seats"]):
            chance = Random(player)
            yield Person(site.url, ticket["match"], player, cookies, History(), ASLEEP, chance)


async def outlive(site: Stack, looking: list[Person], until: float) -> Outage:
    """Have people look on while all dies, for a minute and to an instant; return for how long."""
    scene = Evening(site, looking)
    staying = [asyncio.create_task(person.stay()) for person in looking]
    await scene.wait_for(lambda: all(person.view for person in looking), 30)
    dead = await power_cut(site, max(time.time() + DEAD_FOR, until))
    await scene.all_run()
    await scene.answers()
    await asyncio.sleep(5)  # for sweeps: of deadlines each second, of the absent a little later
    for task in staying:
        task.cancel()
    for task in staying:
        with contextlib.suppress(asyncio.CancelledError):
            await task
    return dead


def test_nobody_loses_a_turn_by_an_outage_of_ours(site: Stack) -> None:
    tickets = ask(site, f"seat({LIVE})")
    slow = ask(site, f"seat_slow({SLOW})")
    matches = [ticket["match"] for ticket in (*tickets, *slow)]
    dozes_off_at = slow[1]["sleeps_at"]
    before = ask(site, f"tell_clocks({matches})")
    dead = asyncio.run(outlive(site, list(people(site, tickets)), dozes_off_at + 5))
    records = ask(site, f"tell({matches})")
    after = ask(site, f"tell_clocks({matches})")
    assert [(record["log"], record["changes"]) for record in records] == [([], [])] * len(records)

    began_at, ended_at = records[0]["credits"][-1]
    assert began_at <= dead.began_at < dozes_off_at < dead.ended_at <= ended_at
    gained = [round(then - was, 3) for was, then in zip(before, after, strict=True)]
    # Live clocks and the first slow one get all of it, a sleeper's only what he was awake for.
    whole, awake = round(ended_at - began_at, 3), round(dozes_off_at - began_at, 3)
    assert gained == [whole, whole, whole, awake, 0.0]

"""An hour in which nothing of the site runs, as after a power cut, and people who outlive it.

The programs are dead for seconds, and while they are all that is stored is put back by an hour.
"""

import asyncio
import contextlib
import time
from collections.abc import Iterator
from datetime import timedelta
from random import Random
from typing import Any

from tests.faults.evening import GENEROUS, Evening, power_cut
from tests.faults.history import History, Outage
from tests.faults.players import ASLEEP, Person
from tests.faults.site import Site

HOUR = timedelta(hours=1)
# But for the outage these turns would be over in it, and the first of the slow ones; the second's
# player dozes off in it; the third's has been asleep for an hour.
LIVE = [
    {"levels": ["", ""], "budget": 900, "bank": 0},
    {"levels": ["", ""], "budget": 600, "bank": 90},
]
SLOW = [
    {"budget": 1800, "sleeps_in": None},
    {"budget": 7200, "sleeps_in": 600},
    {"budget": 7200, "sleeps_in": -3600},
]


def people(site: Site, tickets: list[dict[str, Any]]) -> Iterator[Person]:
    """Yield the players at the live tables who are in no hurry."""
    for ticket in tickets:
        for player, cookies in enumerate(ticket["seats"]):
            chance = Random(player)
            yield Person(site.url, ticket["match"], player, cookies, History(), ASLEEP, chance)


async def outlive(site: Site, looking: list[Person]) -> Outage:
    """Have people look on while all dies, for an hour; return for how long."""
    scene = Evening(site, looking)
    staying = [asyncio.create_task(person.stay()) for person in looking]
    await scene.wait_for(lambda: all(person.view for person in looking))
    await beats(site)
    dead = await power_cut(site, HOUR)
    await scene.all_run()
    await scene.answers()
    # Those that made the first of these moves may have looked for others before the site was up.
    for _ in range(2):
        await swept(site)
    for task in staying:
        task.cancel()
    for task in staying:
        with contextlib.suppress(asyncio.CancelledError):
            await task
    return dead


async def beats(site: Site) -> None:
    """Return when the site has noted that it was up after now: an outage begins at such a note."""
    now = time.time()
    async with asyncio.timeout(GENEROUS):
        while await asyncio.to_thread(site.ask, "tell_pulse") <= now:  # noqa: ASYNC110 - nobody tells
            await asyncio.sleep(0.2)


async def swept(site: Site) -> None:
    """Return when the clock has moved and a seat was taken where that was due."""
    left, slow = due = await asyncio.to_thread(site.ask, "seat_due")
    async with asyncio.timeout(GENEROUS):
        while True:
            told = await asyncio.to_thread(site.ask, "tell", due)
            records = {row["match"]: row for row in told}
            if records[left]["changes"] and records[slow]["log"]:
                break
            await asyncio.sleep(0.2)
    await asyncio.to_thread(site.ask, "retire", due)

"""Ten live tables on the running site, everybody at them, and what can be done to its programs."""

import asyncio
import contextlib
import json
import os
import signal
import time
from collections.abc import AsyncIterator, Callable, Iterable
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from random import Random
from typing import Any

from config.local.stack import Stack
from tests.faults.history import Change, Entry, History, Outage, Record
from tests.faults.players import ASLEEP, SWIFT, Manner, Person, get

PROGRAMS = {"postgres", "valkey", "web-1", "web-2", "steady", "bots", "beat", "mail"}
TASKS = ("beat", "steady", "bots")
WEB = ("web-1", "web-2")

_TWO, _COMPUTER = ["", ""], ["", "easy"]
TABLES: list[tuple[list[str], int, int, list[Manner]]] = [
    (_TWO, 6, 0, [SWIFT, ASLEEP]),
    (_TWO, 7, 2, [SWIFT, ASLEEP]),
    (_TWO, 8, 0, [ASLEEP, SWIFT]),
    (_TWO, 6, 2, [SWIFT, SWIFT]),
    (_TWO, 7, 0, [SWIFT, SWIFT]),
    (_TWO, 8, 5, [SWIFT, SWIFT]),
    (["", "", ""], 6, 0, [SWIFT, SWIFT, SWIFT]),
    (_COMPUTER, 6, 0, [SWIFT]),
    (_COMPUTER, 8, 0, [SWIFT]),
    (_COMPUTER, 7, 2, [SWIFT]),
]


@dataclass
class Evening:
    """The people, their history, and the site they play on."""

    site: Stack
    people: list[Person]
    history: History = field(default_factory=History)

    async def wait_for(self, condition: Callable[[], bool], seconds: float) -> None:
        """Return when something is so; fail if it does not become so."""
        async with asyncio.timeout(seconds):
            while not condition():  # noqa: ASYNC110 - what is waited for tells nobody
                await asyncio.sleep(0.05)

    async def all_run(self) -> None:
        """Return when every program runs."""
        await self.wait_for(lambda: set(self.site.pids()) == PROGRAMS, 60)
        await self.wait_for(lambda: all(runs(self.site, name) for name in PROGRAMS), 60)

    async def computers_move(self, since: float) -> None:
        """Return when a computer player has moved after an instant; fail if none does."""
        await self.wait_for(lambda: any(_last(p.view, "computer") > since for p in self.people), 30)

    async def answers(self) -> float:
        """Return when a page that needs the database is answered, and at which instant."""
        person = self.people[0]
        while True:
            with contextlib.suppress(OSError, TimeoutError, ValueError):
                async with asyncio.timeout(2):
                    path = f"/match/{person.match}/view"
                    if (await get(self.site.url, path, person.cookies))[0] == 200:
                        return time.time()
            await asyncio.sleep(0.1)

    async def end(self) -> History:
        """Have everybody stop, read what is stored, and give the pages time to show it."""
        for person in self.people:
            person.plays = False
        await asyncio.sleep(0.5)  # for what is under way
        ids = sorted({person.match for person in self.people})
        records = await asyncio.to_thread(ask, self.site, f"tell({ids})")
        self.history.records = {row["match"]: _record(row) for row in records}
        with contextlib.suppress(TimeoutError):
            await self.wait_for(self._all_see_the_end, 5)
        return self.history

    def _all_see_the_end(self) -> bool:
        records = self.history.records
        return all(
            person.view["version"] >= records[person.match].version for person in self.people
        )


@contextlib.asynccontextmanager
async def evening(site: Stack, seed: int) -> AsyncIterator[Evening]:
    """Seat everybody and have them play until the block ends."""
    scene = Evening(site, [])
    pulse = asyncio.create_task(_feel_the_pulse(scene.history))
    plan = [{"levels": levels, "budget": b, "bank": k} for levels, b, k, _ in TABLES]
    tickets = await asyncio.to_thread(ask, site, f"seat({plan})")
    for (_, _, _, manners), ticket in zip(TABLES, tickets, strict=True):
        owned = [(player, cookies) for player, cookies in enumerate(ticket["seats"]) if cookies]
        for (player, cookies), manner in zip(owned, manners, strict=True):
            chance = Random(f"{seed}/{len(scene.people)}")
            arguments = (ticket["match"], player, cookies, scene.history, manner, chance)
            scene.people.append(Person(site.url, *arguments))
    staying = [asyncio.create_task(person.stay()) for person in scene.people]
    try:
        await scene.all_run()
        await scene.wait_for(lambda: all(person.view for person in scene.people), 30)
        yield scene
    finally:
        for task in (pulse, *staying):
            task.cancel()
        ends = await asyncio.gather(*staying, return_exceptions=True)
    for end in ends:
        if not isinstance(end, asyncio.CancelledError):
            raise AssertionError("somebody left the table") from end


async def _feel_the_pulse(history: History) -> None:
    """Note for how long the machine stands still, as borrowed ones sometimes do."""
    while True:
        before = time.time()
        await asyncio.sleep(0.2)
        history.stood_still = max(history.stood_still, time.time() - before - 0.2)


def _last(view: dict[str, Any], actor: str) -> float:
    """Return when the last move by such an actor was made that a view tells of, or 0."""
    moments = [entry["played_at"] for entry in view["log"] if entry["actor"] == actor]
    return datetime.fromisoformat(moments[-1]).timestamp() if moments else 0.0


def ask(site: Stack, call: str) -> Any:
    """Call a function inside the site; return what it prints."""
    code = f"from tests.faults import inside; inside.{call}"
    return json.loads(site.manage("shell", "-v0", "-c", code))


def _record(row: dict[str, Any]) -> Record:
    row["log"] = [Entry(**entry) for entry in row["log"]]
    row["changes"] = [Change(**change) for change in row["changes"]]
    return Record(**row)


# --- Blows ----------------------------------------------------------------------------------------


def strike(site: Stack, *names: str, number: signal.Signals = signal.SIGKILL) -> float:
    """Send programs, with all that they have started, a signal; return the instant."""
    now = time.time()
    for name in names:
        pid = site.pids()[name]
        for process in [pid, *_descendants(pid)]:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, number)
    return now


async def keep_dead(site: Stack, names: Iterable[str], seconds: float) -> Outage:
    """Kill programs, and again whenever they are started, for so many seconds."""
    began_at = time.time()
    while time.time() < began_at + seconds:
        for name in names:
            if runs(site, name):
                strike(site, name)
        await asyncio.sleep(0.1)
    return Outage(began_at, time.time())


async def power_cut(site: Stack, until: float) -> Outage:
    """Kill every program, the one that starts them first, and start the site at an instant."""
    processes = [one for pid in site.pids().values() for one in (pid, *_descendants(pid))]
    began_at = time.time()
    site.kill_supervisor()
    for process in processes:
        with contextlib.suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)
    await asyncio.sleep(until - time.time())
    ended_at = time.time()
    await asyncio.to_thread(site.start)
    return Outage(began_at, ended_at)


def runs(site: Stack, name: str) -> bool:
    """Tell whether a program runs; its number may meanwhile be that of a stranger."""
    status = site.status()
    return status["pid"] == _parents().get(status["programs"][name])


def _descendants(pid: int) -> list[int]:
    parents, found = _parents(), [pid]
    for process in found:
        found += [child for child, parent in parents.items() if parent == process]
    return found[1:]


def _parents() -> dict[int, int]:
    """Return the parent of each process that has not ended."""
    parents: dict[int, int] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            state, parent = path.read_text(errors="replace").rpartition(") ")[2].split()[:2]
            if state != "Z":
                parents[int(path.parent.name)] = int(parent)
    return parents

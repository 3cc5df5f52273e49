"""Ten live tables on the running site, everybody at them, and what can be done to its programs."""

import asyncio
import contextlib
import functools
import itertools
import signal
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random
from typing import Any, TypeVar

from tests.faults.history import (
    Change,
    Entry,
    History,
    Outage,
    Record,
    complaints,
    deadlines_during,
    replaced,
    robbed,
    unsafe,
)
from tests.faults.players import ASLEEP, PATIENCE, SWIFT, Manner, Person, get
from tests.faults.site import Site, descendants, kill, parent_of
from tests.gauge import patience

PROGRAMS = {"postgres", "valkey", "web-1", "web-2", "web-spare", "steady", "bots", "beat", "mail"}
TASKS = ("beat", "steady", "bots")
WEB = ("web-1", "web-2")
GENEROUS = patience(150.0)  # for what takes a few seconds: whoever waits so long waits in vain

_TWO, _COMPUTER = ["", ""], ["", "easy"]
Tables = list[tuple[list[str], int, int, list[Manner]]]  # levels, budget, bank, manners of people
TABLES: Tables = [
    (_TWO, 2, 0, [SWIFT, ASLEEP]),
    (_TWO, 3, 2, [SWIFT, ASLEEP]),
    (_TWO, 3, 0, [ASLEEP, SWIFT]),
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

    site: Site
    people: list[Person]
    history: History = field(default_factory=History)
    _moved: dict[tuple[str, int], float] = field(default_factory=dict)  # by the clock, and when

    async def wait_for(self, condition: Callable[[], bool], seconds: float = GENEROUS) -> None:
        """Return when something is so; fail if it does not become so."""
        async with asyncio.timeout(seconds):
            while not condition():  # noqa: ASYNC110 - what is waited for tells nobody
                await asyncio.sleep(0.05)

    async def all_run(self) -> None:
        """Return when every program runs."""
        await self.wait_for(lambda: set(self.site.pids()) == PROGRAMS)
        await self.wait_for(lambda: all(runs(self.site, name) for name in PROGRAMS))

    async def moves(self, count: int) -> None:
        """Return when people have sent so many moves from now on, and the site has said yes."""
        since = time.time()

        def made() -> bool:
            answers = reversed(self.history.answers)
            recent = itertools.takewhile(lambda answer: answer.answered_at > since, answers)
            return sum(answer.acknowledged and answer.sent_at > since for answer in recent) >= count

        await self.wait_for(made)

    async def deadlines(self, count: int) -> None:
        """Return when so many turns that were due after now have been ended by the clock."""
        since = time.time()
        wanted = ended = 0
        async with asyncio.timeout(GENEROUS):
            while ended < count:
                # What is stored is asked for when the pages show enough: to ask costs the machine.
                wanted += count - ended
                await self.wait_for(functools.partial(self._shows, wanted, since))
                await self._read()
                ended = deadlines_during(self.history, Outage(since, time.time()))

    def _shows(self, count: int, since: float) -> bool:
        """Tell whether the pages show so many moves by the clock since then."""
        self._moved |= {
            (person.match, entry["ply"]): _epoch(entry)
            for person in self.people
            for entry in person.view["log"]
            if entry["actor"] == "clock"
        }
        return sum(at > since for at in self._moved.values()) >= count

    async def computers_move(self, since: float) -> None:
        """Return when a computer player has moved after an instant; fail if none does."""
        await self.wait_for(lambda: any(_last(p.view, "computer") > since for p in self.people))

    async def answers(self) -> float:
        """Return when a page that needs the database is answered, and at which instant."""
        person, said = self.people[0], 0
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(GENEROUS):
                while True:
                    # As long as a page waits: what is given up is work for the site all the same.
                    with contextlib.suppress(OSError, TimeoutError, ValueError):
                        async with asyncio.timeout(PATIENCE):
                            path = f"/match/{person.match}/view"
                            said, _ = await get(self.site.url, path, person.cookies)
                        if said == 200:
                            return time.time()
                    await asyncio.sleep(0.1)
        raise AssertionError(f"no page came; the last status was {said}\n{self.site.output()}")

    async def end(self) -> History:
        """Have everybody stop, read what is stored, and give the pages time to show it."""
        for person in self.people:
            person.plays = False
        await self.wait_for(lambda: all(person.waits_since is None for person in self.people))
        await self._read()
        with contextlib.suppress(TimeoutError):
            await self.wait_for(self._all_see_the_end, 30)
        await asyncio.to_thread(self.site.ask, "retire", self._matches())
        return self.history

    async def _read(self) -> None:
        records = await asyncio.to_thread(self.site.ask, "tell", self._matches())
        self.history.records = {row["match"]: record(row) for row in records}

    def _matches(self) -> list[str]:
        return sorted({person.match for person in self.people})

    def _all_see_the_end(self) -> bool:
        records = self.history.records
        return all(
            person.view["version"] >= records[person.match].version for person in self.people
        )


Scene = TypeVar("Scene", bound=Evening)


@contextlib.asynccontextmanager
async def evening(
    site: Any, seed: int, tables: Tables = TABLES, kind: type[Scene] = Evening
) -> AsyncIterator[Scene]:
    """Seat everybody and have them play until the block ends."""
    scene = kind(site, [])
    pulse = asyncio.create_task(_feel_the_pulse(scene.history))
    plan = [{"levels": levels, "budget": b, "bank": k} for levels, b, k, _ in tables]
    tickets = await asyncio.to_thread(site.ask, "seat", plan)
    for (_, _, _, manners), ticket in zip(tables, tickets, strict=True):
        owned = [(player, cookies) for player, cookies in enumerate(ticket["seats"]) if cookies]
        for (player, cookies), manner in zip(owned, manners, strict=True):
            chance = Random(f"{seed}/{len(scene.people)}")
            arguments = (ticket["match"], player, cookies, scene.history, manner, chance)
            scene.people.append(Person(site.url, *arguments))
    staying = [asyncio.create_task(person.stay()) for person in scene.people]
    try:
        await scene.all_run()
        await scene.wait_for(lambda: all(person.view for person in scene.people))
        yield scene
    finally:
        for task in (pulse, *staying):
            task.cancel()
        ends = await asyncio.gather(*staying, return_exceptions=True)
    for end in ends:
        if not isinstance(end, asyncio.CancelledError):
            raise AssertionError("somebody left the table") from end


async def _feel_the_pulse(history: History) -> None:
    """Note for how long the machine stands still, as borrowed ones sometimes do, or is slow."""
    while True:
        before = time.time()
        await asyncio.sleep(0.2)
        late = time.time() - before - 0.2
        history.stood_still = max(history.stood_still, late)
        history.late.append((time.time(), late))


def _last(view: dict[str, Any], actor: str) -> float:
    """Return when the last move by such an actor in a view was made, or 0."""
    moments = [_epoch(entry) for entry in view["log"] if entry["actor"] == actor]
    return moments[-1] if moments else 0.0


def _epoch(entry: dict[str, Any]) -> float:
    return datetime.fromisoformat(entry["played_at"]).timestamp()


def record(row: dict[str, Any]) -> Record:
    """Return what should be stored of a match, by what players were told."""
    row["log"] = [Entry(**entry) for entry in row["log"]]
    row["changes"] = [Change(**change) for change in row["changes"]]
    return Record(**row)


def play(scene: Callable[[], Coroutine[Any, Any, History]]) -> History:
    """Play an evening, and another if the machine stood still: then no second can be measured.

    Standing still excuses no lost or doubled move, so that evening is held to these all the same.
    """
    history = asyncio.run(scene())
    if history.stood_still < 2:
        return history
    assert unsafe(history) == []
    return asyncio.run(scene())


def check(site: Site, history: History) -> None:
    """Hold against a history what must be so whatever dies."""
    found = [*complaints(history), *replaced(history), *robbed(history)]
    assert not found, "\n".join(found)
    site.replay()


# --- Blows ----------------------------------------------------------------------------------------


def strike(site: Site, *names: str, number: signal.Signals = signal.SIGKILL) -> float:
    """Send programs, with all that they have started, a signal; return the instant."""
    now = time.time()
    for name in names:
        pid = site.pids()[name]
        kill(pid, *descendants(pid), number=number)
    return now


async def hold(site: Site, *names: str, seconds: float) -> Outage:
    """Have programs hang for so long, as if each waited for a disk that does not answer."""
    began_at = strike(site, *names, number=signal.SIGSTOP)
    await asyncio.sleep(seconds)
    return Outage(began_at, strike(site, *names, number=signal.SIGCONT))


async def keep_dead(site: Site, names: Iterable[str], until: Coroutine[Any, Any, Any]) -> Outage:
    """Kill programs, and again whenever they are started, until something has happened."""
    began_at = time.time()
    happening = asyncio.create_task(until)
    try:
        while not happening.done():
            for name in names:
                if runs(site, name):
                    strike(site, name)
            await asyncio.wait([happening], timeout=0.1)
    finally:
        happening.cancel()
    await happening
    return Outage(began_at, time.time())


async def power_cut(site: Site, by: timedelta) -> Outage:
    """Kill every program and start the site again; what happened before is moved back in time."""
    site.cut_power()
    began_at = time.time()
    await asyncio.to_thread(site.put_back, by)
    ended_at = time.time()
    await asyncio.to_thread(site.start)
    return Outage(began_at - by.total_seconds(), ended_at)


def runs(site: Site, name: str) -> bool:
    """Tell whether a program runs; by now its number can belong to a stranger."""
    status = site.status()
    return "programs" in status and status["pid"] == parent_of(status["programs"][name])

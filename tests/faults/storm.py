"""One fault after the other while people play, and somebody who opens page after page meanwhile."""

import asyncio
import contextlib
import math
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from dataclasses import dataclass, field
from itertools import cycle, islice
from typing import Any

import psycopg

from config.local.postgres import Postgres
from tests.faults.evening import WEB, Evening, Tables, hold, strike
from tests.faults.history import Outage
from tests.faults.players import Manner, get

SLOW = Manner(least=2.0, most=9.0, dozes=0.03)
OFTEN = 0.1  # seconds from one page to the next
PATIENCE = 30.0  # seconds that somebody waits for a page
MOVES = 20  # of all tables, between two faults

_KINDS = (
    (["", ""], 25, 0), (["", ""], 40, 10), (["", ""], 30, 20), (["", "easy"], 30, 0),
    (["", "", ""], 30, 10),
)  # fmt: skip


def tables(count: int) -> Tables:
    """Return so many live tables of all kinds."""
    kinds = islice(cycle(_KINDS), count)
    return [(levels, budget, bank, [SLOW] * levels.count("")) for levels, budget, bank in kinds]


@dataclass(frozen=True, slots=True)
class Page:
    """A page that somebody opened; status 0: there was no answer."""

    sent_at: float
    answered_at: float
    status: int


@dataclass(frozen=True, slots=True)
class Fault:
    """What was done, since when the site had all it needs again, and when all ran as before."""

    kind: str
    began_at: float
    ended_at: float
    over_at: float

    def worst_wait(self, pages: list[Page]) -> float:
        """Return for how many seconds whoever came meanwhile was without any page.

        Who gets none tries again. While something is away nobody's wait is counted.
        """
        waits = [0.0]
        for number, page in enumerate(pages):
            if self.began_at <= page.sent_at <= self.over_at:
                good = (one.answered_at for one in pages[number:] if one.status == 200)
                waits.append(next(good, math.inf) - max(page.sent_at, self.ended_at))
        return max(waits)


@dataclass
class Storm:
    """The tables, the pages that were opened, and what was done."""

    scene: Evening
    pages: list[Page] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    _opening: set[asyncio.Task[None]] = field(default_factory=set)

    async def strike(self, kind: str) -> None:
        """Do one thing to the site, and return when all runs and people move again."""
        began_at = time.time()
        ended_at = await FAULTS[kind](self.scene) or began_at
        await self.scene.all_run()
        await self.scene.moves(MOVES)
        self.faults.append(Fault(kind, began_at, ended_at, over_at=time.time()))
        await asyncio.gather(*self._opening)  # what is asked for by now is not for the next one
        self.scene.history.outages.append(Outage(began_at, ended_at))

    @contextlib.asynccontextmanager
    async def visited(self) -> AsyncIterator[None]:
        """Have pages opened, each by a line of its own, as long as the block runs."""
        visiting = asyncio.create_task(self._visit())
        try:
            yield
        finally:
            visiting.cancel()
            await asyncio.gather(visiting, *self._opening, return_exceptions=True)
            self.pages.sort(key=lambda page: page.sent_at)

    async def _visit(self) -> None:
        for person in cycle(self.scene.people):
            task = asyncio.create_task(self._open(f"/match/{person.match}/view", person.cookies))
            self._opening.add(task)
            task.add_done_callback(self._opening.discard)
            await asyncio.sleep(OFTEN)

    async def _open(self, path: str, cookies: Any) -> None:
        sent_at, status = time.time(), 0
        with contextlib.suppress(OSError, TimeoutError, ValueError):
            async with asyncio.timeout(PATIENCE):
                status, _ = await get(self.scene.site.url, path, cookies)
        self.pages.append(Page(sent_at, time.time(), status))


# --- What can be done -----------------------------------------------------------------------------
# Each returns the instant from which on the site could do its work again, None for at once.


def _killed(*names: str) -> Callable[[Evening], Coroutine[Any, Any, float | None]]:
    async def fault(scene: Evening) -> None:
        strike(scene.site, *names)

    return fault


def _hung(seconds: float, *names: str) -> Callable[[Evening], Coroutine[Any, Any, float]]:
    async def fault(scene: Evening) -> float:
        return (await hold(scene.site, *names, seconds=seconds)).ended_at

    return fault


async def _database_killed(scene: Evening) -> float:
    began_at = strike(scene.site, "postgres")
    await scene.wait_for(lambda: scene.site.pids()["postgres"] not in (None, 0))
    return await asyncio.to_thread(_is_back, Postgres(scene.site.data_dir).url, began_at)


def _is_back(url: str, since: float) -> float:
    """Return when the database that was killed takes connections again."""
    while True:
        try:
            with psycopg.connect(url, connect_timeout=1) as connection:
                row = connection.execute(
                    "SELECT extract(epoch FROM pg_postmaster_start_time())"
                ).fetchone()
            if row is not None and float(row[0]) >= since - 1:
                return time.time()
        except psycopg.Error:
            pass
        time.sleep(0.02)


async def _reloaded(scene: Evening) -> float:
    await asyncio.to_thread(scene.site.manage, "reload")
    return time.time()


FAULTS: dict[str, Callable[[Evening], Coroutine[Any, Any, float | None]]] = {
    "web-1 killed": _killed("web-1"),
    "web-2 killed": _killed("web-2"),
    "both web processes killed": _killed(*WEB),
    "web-1 hangs for 5 s": _hung(5.0, "web-1"),
    "web-2 hangs for 12 s": _hung(12.0, "web-2"),
    "web-1 hangs for 20 s": _hung(20.0, "web-1"),
    "both web processes hang for 8 s": _hung(8.0, *WEB),
    "steady killed": _killed("steady"),
    "steady hangs for 8 s": _hung(8.0, "steady"),
    "bots killed": _killed("bots"),
    "bots hangs for 8 s": _hung(8.0, "bots"),
    "beat killed": _killed("beat"),
    "mail killed": _killed("mail"),
    "valkey killed": _killed("valkey"),
    "valkey hangs for 7 s": _hung(7.0, "valkey"),
    "postgres killed": _database_killed,
    "postgres hangs for 6 s": _hung(6.0, "postgres"),
    "reload": _reloaded,
}

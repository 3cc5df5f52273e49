"""People alone at games with their own countdown, making a move now and then."""

import asyncio
import contextlib
import itertools
import json
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

from tests.faults.evening import GENEROUS, record
from tests.faults.history import Record
from tests.faults.players import get, socket
from tests.faults.site import Site
from tools.bench.site.wire import Http

INTERVAL = 8  # seconds, the least there is
PAUSE = 3.3  # seconds between two actions, which never falls in with the interval
AT_ONCE = 4  # people, whose countdowns begin one after the other
APART = 0.7  # seconds


@dataclass
class Loner:
    """One person with a page open at a table for one."""

    site: Site
    match: str
    cookies: dict[str, str]
    acted_at: list[float] = field(default_factory=list)
    has_begun: bool = False
    has_ended: bool = False

    def __post_init__(self) -> None:
        self.enough = asyncio.Event()

    async def stay(self, begins_in: float) -> None:
        """Keep the page open, begin after so many seconds and act until cancelled."""
        async with (
            socket(self.site.url, self.match, self.cookies) as connection,
            asyncio.TaskGroup() as group,
        ):
            group.create_task(self._give_signs_of_life(connection))
            group.create_task(self._play(begins_in))

    async def _give_signs_of_life(self, connection: Any) -> None:
        while True:
            if json.loads(await connection.recv())["t"] == "ping":
                await connection.send('{"t":"pong"}')

    async def _play(self, begins_in: float) -> None:
        http = Http(self.site.url, self.cookies)
        try:
            await asyncio.sleep(begins_in)
            assert (await http.post(f"/match/{self.match}/begin", {}))[0] == 200
            self.has_begun, ply = True, 0
            while not await self._has_enough():
                ply = await self._act(http, ply)
            self.has_ended = True
        finally:
            await http.close()

    async def _has_enough(self) -> bool:
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.enough.wait(), PAUSE)
        return self.enough.is_set()

    async def _act(self, http: Http, ply: int) -> int:
        """Place a tile, elsewhere if meanwhile one has fallen there; return the ply after it."""
        while True:
            action = {"type": "Place", "cell": await self._open_cell()}
            command = {"action": action, "ply": ply, "cmd_id": str(uuid4())}
            status, body = await http.post(f"/match/{self.match}/moves", command)
            if status == 200:
                self.acted_at.append(time.time())
                return int(json.loads(body)["ply"])
            assert status == 422, body

    async def _open_cell(self) -> int:
        _, body = await get(self.site.url, f"/match/{self.match}/view", self.cookies)
        return int(json.loads(body)["state"]["grid"].index(None))


@dataclass
class Loners:
    """All of them, and in the end what is stored of their matches."""

    site: Site
    people: list[Loner]
    records: list[Record] = field(default_factory=list)

    async def begin(self) -> None:
        """Return when the countdowns of all have begun."""
        await self._wait_for(lambda person: person.has_begun)

    async def go_on(self, drops: int, actions: int) -> None:
        """Return when so much has happened from now on, taken all together."""
        since = time.time()
        async with asyncio.timeout(GENEROUS):
            while len(self.drops(since)) < drops or len(self.actions(since)) < actions:
                await asyncio.sleep(1)
                await self._read()

    async def end(self) -> None:
        """Stop everyone and read what is stored."""
        for person in self.people:
            person.enough.set()
        await self._wait_for(lambda person: person.has_ended)
        await self._read()
        await asyncio.to_thread(self.site.ask, "retire", self._matches())

    async def _wait_for(self, condition: Callable[[Loner], bool]) -> None:
        async with asyncio.timeout(GENEROUS):
            while not all(map(condition, self.people)):  # noqa: ASYNC110 - what tells nobody
                await asyncio.sleep(0.05)

    async def _read(self) -> None:
        rows = await asyncio.to_thread(self.site.ask, "tell", self._matches())
        self.records = [record(row) for row in rows]

    def _matches(self) -> list[str]:
        return [person.match for person in self.people]

    def drops(self, since: float) -> list[float]:
        """Return when tiles have fallen."""
        log = itertools.chain.from_iterable(record.log for record in self.records)
        return [one.played_at for one in log if one.actor == "clock" and one.played_at > since]

    def actions(self, since: float) -> list[float]:
        """Return when somebody has acted."""
        acted_at = itertools.chain.from_iterable(person.acted_at for person in self.people)
        return [at for at in acted_at if at > since]


@contextlib.asynccontextmanager
async def loners(site: Site) -> AsyncIterator[Loners]:
    """Seat some people alone and have them play until the block ends."""
    tickets = [await asyncio.to_thread(site.ask, "seat_alone", INTERVAL) for _ in range(AT_ONCE)]
    alone = Loners(site, [Loner(site, ticket["match"], ticket["cookies"]) for ticket in tickets])
    staying = [
        asyncio.create_task(person.stay(APART * number))
        for number, person in enumerate(alone.people)
    ]
    try:
        yield alone
    finally:
        for task in staying:
            task.cancel()
        ends = await asyncio.gather(*staying, return_exceptions=True)
    for end in ends:
        if not isinstance(end, asyncio.CancelledError):
            raise AssertionError("somebody left the table") from end

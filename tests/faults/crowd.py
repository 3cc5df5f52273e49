"""Many visitors who come whatever the site does, and give up when it takes too long."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from itertools import cycle

from tests.faults.players import PATIENCE, Person, get

PAGES = ("/match/{match}/view", "/match/{match}/", "/", "/my-games/")
AT_ONCE = 12  # pages that keep all of a site's threads busy
GOOD = 2.0  # seconds within which a page comes


@dataclass(frozen=True, slots=True)
class Visit:
    """A page that somebody opened; status 0: they gave up."""

    sent_at: float
    answered_at: float
    status: int

    @property
    def is_good(self) -> bool:
        """Tell whether the page came, and soon."""
        return self.status == 200 and self.answered_at - self.sent_at <= GOOD


@dataclass
class Crowd:
    """Visitors who look at the tables of some people, and what became of their visits."""

    people: list[Person]
    visits: list[Visit] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._next = self._addresses()

    def _addresses(self) -> Iterator[tuple[Person, str]]:
        for person, page in zip(cycle(self.people), cycle(PAGES)):
            yield person, page.format(match=person.match)

    async def _open(self) -> Visit:
        person, path = next(self._next)
        sent_at, status = time.time(), 0
        with contextlib.suppress(OSError, TimeoutError, ValueError):
            async with asyncio.timeout(PATIENCE):
                status, _ = await get(person.url, path, person.cookies)
        return Visit(sent_at, time.time(), status)

    async def capacity(self, seconds: float) -> float:
        """Return how many pages a second the site serves while so many are always asked for."""
        end, served = time.time() + seconds, 0

        async def keep_asking() -> None:
            nonlocal served
            while time.time() < end:
                visit = await self._open()
                served += visit.status == 200 and visit.answered_at <= end

        await asyncio.gather(*(keep_asking() for _ in range(AT_ONCE)))
        return served / seconds

    @contextlib.asynccontextmanager
    async def coming(self, rate: float) -> AsyncIterator[None]:
        """Have so many come a second while the block runs, whether anybody is served or not."""

        async def note() -> None:
            self.visits.append(await self._open())

        async def come() -> None:
            began = time.time()
            while True:
                due = (time.time() - began) * rate - len(under_way)
                under_way.extend(asyncio.create_task(note()) for _ in range(int(due)))
                await asyncio.sleep(0.02)

        under_way: list[asyncio.Task[None]] = []
        visiting = asyncio.create_task(come())
        try:
            yield
        finally:
            visiting.cancel()
            await asyncio.gather(*under_way)
            self.visits.sort(key=lambda visit: visit.sent_at)

    def bad_since(self, since: float) -> list[Visit]:
        """Return the visits begun since then that were not good."""
        return [visit for visit in self.visits if visit.sent_at >= since and not visit.is_good]

"""One fault after the other while people play and somebody opens page after page."""

import asyncio
import contextlib
import math
import os
import signal
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import cycle, islice
from typing import Any

import psycopg
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus, WebSocketException

from config.local.postgres import Postgres
from tests.faults.evening import WEB, Evening, Tables, hold, strike
from tests.faults.history import Outage
from tests.faults.players import Manner, Person, fill_in, get
from tools.bench.site.wire import cookie_header

SLOW = Manner(least=2.0, most=9.0, dozes=0.03)
VIEW = "a view"  # what pages ask for again and again
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
    """A page, form or socket that somebody opened; status 0: there was no answer."""

    what: str
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

    def waits(self, pages: list[Page]) -> Iterator[tuple[float, float]]:
        """Yield since when and until when whoever asked for a view meanwhile was without any.

        Who gets none tries again. While something is away nobody's wait is counted.
        """
        views = [page for page in pages if page.what == VIEW]
        for number, page in enumerate(views):
            if self.began_at <= page.sent_at <= self.over_at:
                good = (one.answered_at for one in views[number:] if one.status == 200)
                yield max(page.sent_at, self.ended_at), next(good, math.inf)


@dataclass
class Storm:
    """The tables, the pages that were opened, and what was done."""

    scene: Evening
    pages: list[Page] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    does: Mapping[str, Any] = field(default_factory=lambda: FAULTS)  # each by its name
    _opening: set[asyncio.Task[None]] = field(default_factory=set)

    async def strike(self, kind: str) -> None:
        """Do one thing to the site, and return when all runs and people move again."""
        began_at = time.time()
        ended_at = await self.does[kind](self.scene) or began_at
        await self.scene.all_run()
        await self.scene.moves(MOVES)
        over_at = time.time()
        self.faults.append(Fault(kind, began_at, ended_at, over_at))
        # What is asked for by now is not for the next one.
        await asyncio.gather(*self._opening)
        await self.scene.wait_for(
            lambda: not any(_waits(one, over_at) for one in self.scene.people)
        )
        self.scene.history.outages.append(Outage(began_at, ended_at))

    @contextlib.asynccontextmanager
    async def visited(self) -> AsyncIterator[None]:
        """Have pages opened, each on a connection of its own, while the block runs."""
        visiting = asyncio.create_task(self._visit())
        try:
            yield
        finally:
            visiting.cancel()
            await asyncio.gather(visiting, *self._opening, return_exceptions=True)
            self.pages.sort(key=lambda page: page.sent_at)

    async def _visit(self) -> None:
        kinds = (kind for other in cycle(OTHERS) for kind in (VIEW, other))
        for person, what in zip(cycle(self.scene.people), kinds):
            task = asyncio.create_task(self._open(what, OPENS[what](person)))
            self._opening.add(task)
            task.add_done_callback(self._opening.discard)
            await asyncio.sleep(OFTEN)

    async def _open(self, what: str, opening: Coroutine[Any, Any, tuple[int, bytes]]) -> None:
        sent_at, status = time.time(), 0
        with contextlib.suppress(OSError, TimeoutError, ValueError, WebSocketException):
            async with asyncio.timeout(PATIENCE):
                status, _ = await opening
        self.pages.append(Page(what, sent_at, time.time(), status))


def _waits(person: Person, since: float) -> bool:
    """Tell whether somebody waits for the answer to a move that was sent before an instant."""
    return person.waits_since is not None and person.waits_since < since


# --- What is opened -------------------------------------------------------------------------------


def _page(path: str) -> Callable[[Person], Coroutine[Any, Any, tuple[int, bytes]]]:
    return lambda person: get(person.url, path.format(match=person.match), person.cookies)


def _sign_in(person: Person) -> Coroutine[Any, Any, tuple[int, bytes]]:
    visitor = {name: value for name, value in person.cookies.items() if name.endswith("csrf")}
    form = {"login": "nobody", "password": "none"}
    return fill_in(person.url, "/accounts/login/", visitor, form)


async def _socket(person: Person) -> tuple[int, bytes]:
    """Open the socket that every page has; return the status of its handshake."""
    url = person.url.replace("http", "ws", 1) + "/ws/me/"
    cookies = {"Cookie": cookie_header(person.cookies)}
    try:
        async with connect(url, origin=person.url, additional_headers=cookies):  # type: ignore[arg-type]
            return 101, b""
    except InvalidStatus as error:
        return error.response.status_code, b""


OPENS: dict[str, Callable[[Person], Coroutine[Any, Any, tuple[int, bytes]]]] = {
    VIEW: _page("/match/{match}/view"),
    "the front page": _page("/"),
    "a match": _page("/match/{match}/"),
    "signing in": _sign_in,
    "my games": _page("/my-games/"),
    "a socket": _socket,
}
OTHERS = [what for what in OPENS if what != VIEW]


# --- What can be done -----------------------------------------------------------------------------
# Each returns the instant from which on the site could do its work again, None for at once.


def _killed(*names: str) -> Callable[[Evening], Coroutine[Any, Any, float | None]]:
    async def fault(scene: Evening) -> None:
        strike(scene.site, *names)

    return fault


def _told_to_stop(*names: str) -> Callable[[Evening], Coroutine[Any, Any, float | None]]:
    async def fault(scene: Evening) -> None:
        for name in names:
            os.kill(scene.site.pids()[name], signal.SIGTERM)

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


async def _postmaster_killed(scene: Evening) -> float:
    began_at = time.time()
    os.kill(scene.site.pids()["postgres"], signal.SIGKILL)
    return await asyncio.to_thread(_is_back, Postgres(scene.site.data_dir).url, began_at)


async def _started_again(scene: Evening) -> float:
    await asyncio.to_thread(scene.site.stop, signal.SIGTERM)
    await asyncio.to_thread(scene.site.start)
    return time.time()


async def _reloaded(scene: Evening) -> float:
    await asyncio.to_thread(scene.site.manage, "reload")
    return time.time()


FAULTS: dict[str, Callable[[Evening], Coroutine[Any, Any, float | None]]] = {
    "web-1 killed": _killed("web-1"),
    "web-2 killed": _killed("web-2"),
    "both web processes killed": _killed(*WEB),
    "both web processes told to stop": _told_to_stop(*WEB),
    "web-1 hangs for 5 s": _hung(5.0, "web-1"),
    "web-2 hangs for 12 s": _hung(12.0, "web-2"),
    "web-1 hangs for 20 s": _hung(20.0, "web-1"),
    "web-1 hangs for 25 s": _hung(25.0, "web-1"),
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
    "only the postmaster killed": _postmaster_killed,
    "postgres hangs for 6 s": _hung(6.0, "postgres"),
    "reload": _reloaded,
    "stopped and started": _started_again,
}

"""People at tables, without screens: they move, and their pages do what the site's scripts do.

A socket that closes is opened again at growing intervals, and while it is down the view is asked
for now and then. A command is sent again, with the id it has, until there is an answer.
"""

import asyncio
import itertools
import json
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any
from urllib.parse import urlencode, urlsplit
from uuid import uuid4

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tests import gauge
from tests.faults.history import Answer, History, Seen
from tests.following import following
from tools.bench.site.frames import any_of
from tools.bench.site.wire import Http, cookie_header

# As in socket.js and command.js.
SHORTEST_PAUSE, FIRST_PAUSE, LONGEST_PAUSE = 0.3, 1.0, 5.0
POLL_EVERY = 5.0
SILENCE = 17.0
PATIENCE = 8.0
PAUSES = (0.4, 0.8, 1.6)

FORM = "application/x-www-form-urlencoded"
NO_ANSWER = (OSError, TimeoutError, asyncio.IncompleteReadError, ValueError)
NO_SOCKET = (OSError, TimeoutError, ConnectionClosed, InvalidHandshake)


def socket(url: str, match: str, cookies: Mapping[str, str]) -> connect:
    """The way to a match's socket, from the site's own pages."""
    return connect(
        url.replace("http", "ws", 1) + f"/ws/match/{match}/",
        origin=url,
        additional_headers={"Cookie": cookie_header(cookies)} if cookies else {},
        compression=None,
        ping_interval=None,
        open_timeout=gauge.PATIENCE,
        close_timeout=2,
    )


@dataclass(frozen=True, slots=True)
class Manner:
    """How somebody plays: seconds a turn, and how likely they are to let a turn's time run out."""

    least: float = 0.3
    most: float = 1.5
    dozes: float = 0.05


SWIFT = Manner()
ASLEEP = Manner(dozes=1.0)


@dataclass
class Person:
    """One player with a page open at one table."""

    url: str
    match: str
    player: int
    cookies: Mapping[str, str]
    history: History
    manner: Manner
    chance: Random
    view: dict[str, Any] = field(default_factory=dict)
    plays: bool = True
    is_out_of_reach: bool = False  # the page, which then opens no socket
    thinks: bool = False  # of a move they are going to send
    waits_since: float | None = None  # the instant at which one was sent that is not answered
    returns: list[tuple[float, float]] = field(default_factory=list)  # socket lost, and view there
    _lost_at: float | None = None

    def __post_init__(self) -> None:
        self._changed = asyncio.Event()
        self._is_open = False
        self._http = Http(self.url, self.cookies)

    @property
    def is_connected(self) -> bool:
        """Tell whether there is an open connection for moves, so that none need be made."""
        return self._http.is_open

    @property
    def resent(self) -> int:
        """Return how often a move was sent once more because its connection had broken."""
        return self._http.resent

    async def stay(self) -> None:
        """Keep the page open and play, until cancelled."""
        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(self._keep_socket())
                group.create_task(self._poll())
                group.create_task(self._play())
        finally:
            await self._http.close()

    # --- Watching ---

    async def _keep_socket(self) -> None:
        failures = 0
        while True:
            try:
                async with socket(self.url, self.match, self.cookies) as connection:
                    self._is_open, failures = True, 0
                    await self._listen(connection)
            except NO_SOCKET:
                pass
            finally:
                self._is_open = False
                self._lost_at = self._lost_at or time.time()
            while self.is_out_of_reach:  # noqa: ASYNC110 - what is waited for tells nobody
                await asyncio.sleep(0.1)
            longest = min(LONGEST_PAUSE, FIRST_PAUSE * 2**failures)
            failures += 1
            await asyncio.sleep(self.chance.uniform(SHORTEST_PAUSE / 2, longest))

    async def _listen(self, connection: ClientConnection) -> None:
        while True:
            async with asyncio.timeout(SILENCE):
                frame = json.loads(await connection.recv())
            if frame["t"] == "ping":
                await connection.send('{"t":"pong"}')
            elif frame["t"] == "view":
                self._look(frame)
                if self._lost_at is not None:
                    self.returns.append((self._lost_at, time.time()))
                    self._lost_at = None
            elif frame["t"] == "news" and frame["follows"] == self.view.get("version"):
                self._look(following(self.view, frame))
            elif frame["t"] == "news":
                status, body = await self._try(self._get)
                if status == 200:
                    self._look(body)

    async def _poll(self) -> None:
        while True:
            await asyncio.sleep(POLL_EVERY)
            if not self._is_open:
                status, body = await self._try(self._get)
                if status == 200:
                    self._look(body)

    def _look(self, view: dict[str, Any]) -> None:
        seen = Seen(self.match, self.player, view["ply"], view["version"], time.time())
        self.history.seen.append(seen)
        if view["version"] >= self.view.get("version", -1):
            self.view = view
            self._changed.set()

    # --- Playing ---

    async def _play(self) -> None:
        tried = -1
        while True:
            while not self._may_move() or self.view["ply"] <= tried:
                self._changed.clear()
                await self._changed.wait()
            tried = self.view["ply"]
            if self.chance.random() < self.manner.dozes:
                continue
            action = any_of(self.view["hints"]["places"], self.chance)
            self.thinks = True
            await asyncio.sleep(self.chance.uniform(self.manner.least, self.manner.most))
            self.thinks = False
            if self.plays:
                self.waits_since = time.time()
                await self._move(action, tried)
                self.waits_since = None

    def _may_move(self) -> bool:
        return self.view.get("to_move") == self.player and bool(self.view["hints"])

    async def _move(self, action: dict[str, Any], ply: int) -> None:
        """Send a move until it is answered; every third one once more, like a double click."""
        command = {"action": action, "ply": ply, "cmd_id": str(uuid4())}
        for pause in itertools.chain(PAUSES, itertools.repeat(PAUSES[-1])):
            if (await self._send(command)).is_final:
                break
            await asyncio.sleep(pause)
        if ply % 3 == 0:
            await self._send(command)

    async def _send(self, command: dict[str, Any]) -> Answer:
        sent_at = time.time()
        status, body = await self._try(self._post, command)
        answer = Answer(
            match=self.match,
            player=self.player,
            cmd_id=command["cmd_id"],
            for_ply=command["ply"],
            sent_at=sent_at,
            answered_at=time.time(),
            status=status,
            body=body,
        )
        self.history.answers.append(answer)
        return answer

    async def _try(self, ask: Any, *arguments: Any) -> tuple[int, dict[str, Any]]:
        """Ask the site; return status and JSON, or 0 and the reason why there is no answer."""
        try:
            async with asyncio.timeout(PATIENCE):
                status, body = await ask(*arguments)
            return status, json.loads(body) if status < 500 else {}
        except NO_ANSWER as error:
            await self._http.close()
            return 0, {"reason": repr(error)}

    async def _post(self, command: dict[str, Any]) -> tuple[int, bytes]:
        return await self._http.post(f"/match/{self.match}/moves", command)

    async def _get(self) -> tuple[int, bytes]:
        return await get(self.url, f"/match/{self.match}/view", self.cookies)


async def get(url: str, path: str, cookies: Mapping[str, str]) -> tuple[int, bytes]:
    """Fetch a page by a connection of its own; return status and body."""
    return await _ask(url, "GET", path, cookies)


async def fill_in(
    url: str, path: str, cookies: Mapping[str, str], form: Mapping[str, str]
) -> tuple[int, bytes]:
    """Send a form by a connection of its own; return status and body."""
    token = next(value for name, value in cookies.items() if name.endswith("csrf"))
    filled = urlencode({**form, "csrfmiddlewaretoken": token})
    return await _ask(url, "POST", path, cookies, filled)


async def _ask(
    url: str, method: str, path: str, cookies: Mapping[str, str], form: str = ""
) -> tuple[int, bytes]:
    address = urlsplit(url)
    host, tls = address.hostname, address.scheme == "https"
    port = address.port or (443 if tls else 80)
    reader, writer = await asyncio.open_connection(host, port, ssl=tls or None)
    try:
        head = f"{method} {path} HTTP/1.1\r\nHost: {address.netloc}\r\nConnection: close\r\n"
        head += (
            "Accept-Encoding: identity\r\n"  # else a proxy may ask for gzip, and send it in pieces
        )
        if form:
            head += f"Content-Type: {FORM}\r\nContent-Length: {len(form)}\r\n"
        writer.write(f"{head}Cookie: {cookie_header(cookies)}\r\n\r\n{form}".encode("ascii"))
        answer, _, body = (await reader.read()).partition(b"\r\n\r\n")
        return int(answer[9:12]), body
    finally:
        writer.close()

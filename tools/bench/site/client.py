"""A player's browser without the screen: one kept-alive connection and one socket to a match."""

import asyncio
import json
import random
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

PATIENCE = 30.0  # seconds for one answer


class Http:
    """A connection that stays open between requests."""

    def __init__(self, url: str, cookies: Mapping[str, str]) -> None:
        parts = urlsplit(url)
        self._address = (parts.hostname or "localhost", parts.port or 80)
        token = next((value for name, value in cookies.items() if name.endswith("csrf")), "")
        self._head = (
            f"Host: {parts.netloc}\r\nOrigin: {url}\r\nCookie: {cookie_header(cookies)}\r\n"
            f"X-CSRFToken: {token}\r\nContent-Type: application/json\r\n"
        )
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self.resent = 0  # how often a request was sent once more

    @property
    def is_open(self) -> bool:
        """Tell whether the other end has not hung up, as far as is known."""
        return self._streams is not None and not self._streams[0].at_eof()

    async def post(self, path: str, data: Any) -> tuple[int, bytes]:
        """Send JSON; return status and body.

        As browsers do, send it once more if a connection from before turns out to be shut.
        """
        body = json.dumps(data).encode()
        head = f"POST {path} HTTP/1.1\r\n{self._head}Content-Length: {len(body)}\r\n\r\n"
        request, was_open = head.encode("ascii") + body, self.is_open
        try:
            return await self._ask(request)
        except ConnectionError:
            if not was_open:
                raise
        except asyncio.IncompleteReadError as error:
            if not was_open or error.partial:
                raise
        await self.close()
        self.resent += 1
        return await self._ask(request)

    async def _ask(self, request: bytes) -> tuple[int, bytes]:
        reader, writer = await self._open()
        writer.write(request)
        return await self._answer(reader)

    async def _open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if self._streams is None or not self.is_open:
            await self.close()
            self._streams = await asyncio.open_connection(*self._address)
        return self._streams

    async def _answer(self, reader: asyncio.StreamReader) -> tuple[int, bytes]:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
        length = head.partition("content-length: ")[2].partition("\r\n")[0]
        return int(head[9:12]), await reader.readexactly(int(length))

    async def close(self) -> None:
        """Hang up."""
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None


def cookie_header(cookies: Mapping[str, str]) -> str:
    """Return cookies as the value of their header."""
    return "; ".join(f"{name}={value}" for name, value in cookies.items())


def socket(
    url: str, match_id: str, cookies: Mapping[str, str], *, address: str | None = None
) -> connect:
    """Return the way to a match's socket, from the site's own pages; an own address if given."""
    return connect(
        url.replace("http", "ws", 1) + f"/ws/match/{match_id}/",
        origin=url,  # type: ignore[arg-type]  # a plain string to everyone but the types
        additional_headers={"Cookie": cookie_header(cookies)} if cookies else {},
        compression=None,
        ping_interval=None,
        open_timeout=PATIENCE,
        close_timeout=2,
        local_addr=None if address is None else (address, 0),
    )


class Player:
    """One person at one table: reads the frames, answers the heartbeat, keeps the newest view."""

    def __init__(self, url: str, match_id: str, cookies: Mapping[str, str]) -> None:
        self.match_id = match_id
        self.view: dict[str, Any] = {}
        self.seen_at = 0.0  # when the newest view came, by the monotonic clock
        self._socket = socket(url, match_id, cookies)
        self._http = Http(url, cookies)
        self._closed = False
        self._changed = asyncio.Event()
        self._reading: asyncio.Task[None] | None = None

    async def enter(self) -> None:
        """Open the page: return with the first view."""
        connection = await self._socket
        self._reading = asyncio.create_task(self._read(connection))
        await self.wait_for(0)

    async def leave(self) -> None:
        """Close the page."""
        if self._reading is not None:
            self._reading.cancel()
            await asyncio.wait([self._reading])
        await self._http.close()

    async def _read(self, connection: ClientConnection) -> None:
        try:
            async for text in connection:
                at = time.perf_counter()
                frame = json.loads(text)
                if frame["t"] == "ping":
                    await connection.send('{"t":"pong"}')
                elif frame["t"] == "view":
                    self.view, self.seen_at = frame, at
                    self._changed.set()
        except ConnectionClosed:
            return
        finally:
            self._closed = True
            self._changed.set()
            await connection.close()

    async def wait_for(self, ply: int) -> float:
        """Return when a view of at least this ply has come, and at which instant."""
        async with asyncio.timeout(PATIENCE):
            while not self.view or self.view["ply"] < ply:
                if self._closed:
                    raise RuntimeError(f"the socket to {self.match_id} has closed")
                await self._changed.wait()
                self._changed.clear()
        return self.seen_at

    async def move(self, action: Any, ply: int, cmd_id: str) -> None:
        """Send a move; raise RuntimeError unless the site says yes to it."""
        command = {"action": action, "ply": ply, "cmd_id": cmd_id}
        status, body = await self._http.post(f"/match/{self.match_id}/moves", command)
        if status != 200 or json.loads(body)["ply"] != ply + 1:
            raise RuntimeError(f"a move was answered with {status}: {body[:300]!r}")


@dataclass
class Table:
    """A match and both its players, who move in turn."""

    players: list[Player]
    chance: random.Random
    answered: list[tuple[int, str]] = field(default_factory=list)  # (ply, command id)

    @property
    def over(self) -> bool:
        """Tell whether the match has ended."""
        return any(player.view.get("status") == "finished" for player in self.players)

    async def open(self) -> None:
        """Have both players sit down."""
        await asyncio.gather(*(player.enter() for player in self.players))

    async def close(self) -> None:
        """Have both players leave."""
        await asyncio.gather(*(player.leave() for player in self.players))

    async def play(self) -> tuple[float, float]:
        """Make one move; return when it was sent and when the other player saw it."""
        view = max((player.view for player in self.players), key=lambda seen: seen["ply"])
        mover, ply = self.players[view["to_move"]], view["ply"]
        other = self.players[1 - view["to_move"]]
        await mover.wait_for(ply)
        action = choose(mover.view["hints"]["places"], self.chance)
        cmd_id = str(uuid4())
        sent_at = time.perf_counter()
        _, seen_at = await asyncio.gather(mover.move(action, ply, cmd_id), other.wait_for(ply + 1))
        self.answered.append((ply + 1, cmd_id))
        return sent_at, seen_at


def choose(places: Any, chance: random.Random) -> dict[str, Any]:
    """Return any of the moves that a view offers."""
    x, y, turns = chance.choice(places)
    rotation, subjects = chance.choice(turns)
    subject = chance.choice([None, *subjects])
    return {"type": "Place", "x": x, "y": y, "rotation": rotation, "subject": subject}

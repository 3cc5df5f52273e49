"""Players' browsers without the screen: one kept-alive connection and one socket to a match."""

import asyncio
import random
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from tools.bench.site import frames
from tools.bench.site.wire import PATIENCE, Http, Socket, open_socket


class Page:
    """A match's page, whoever looks at it: reads the frames and answers the heartbeat."""

    def __init__(self, url: str, match_id: str, cookies: Mapping[str, str]) -> None:
        self.url, self.match_id, self.cookies = url, match_id, cookies
        self.position = frames.Position()
        self.seen_at = 0.0  # when the newest position came, by the performance counter
        self.end = ""  # why the socket has closed
        self._socket: Socket | None = None
        self._waiting: asyncio.Future[None] | None = None

    async def enter(self, *, local: str | None = None) -> None:
        """Open the page, from a network address if given: return with the first view."""
        path = f"/ws/match/{self.match_id}/"
        self._socket = await open_socket(self.url, path, self.cookies, self._take, local=local)
        await self.wait_for(0)

    def leave(self) -> None:
        """Close the page."""
        if self._socket is not None and not self.end:
            self._socket.hang_up()

    def _take(self, frame: bytes | None) -> None:
        at = time.perf_counter()
        if frame is None:
            self.end = self._socket.said if self._socket else "it was never open"
        elif self.position.take(frame):
            self.seen_at = at
        elif frames.is_ping(frame) and self._socket:
            self._socket.send(frames.PONG)
            return
        if self._waiting and not self._waiting.done():
            self._waiting.set_result(None)

    async def wait_for(self, ply: int) -> float:
        """Return when a position of at least this ply has come, and at which instant."""
        if self.position.ply < ply:
            async with asyncio.timeout(PATIENCE):
                while self.position.ply < ply:
                    if self.end:
                        raise RuntimeError(f"the socket to {self.match_id}: {self.end}")
                    self._waiting = asyncio.get_running_loop().create_future()
                    await self._waiting
        return self.seen_at


class Player(Page):
    """One person at one table."""

    def __init__(self, url: str, match_id: str, cookies: Mapping[str, str]) -> None:
        super().__init__(url, match_id, cookies)
        self._http = Http(url, cookies)

    async def move(self, action: Any, ply: int, cmd_id: str) -> None:
        """Send a move; raise RuntimeError unless the site says yes to it."""
        command = {"action": action, "ply": ply, "cmd_id": cmd_id}
        status, body = await self._http.post(f"/match/{self.match_id}/moves", command)
        if status != 200 or frames.answered_ply(body) != ply + 1:
            raise RuntimeError(f"a move was answered with {status}: {body[:300]!r}")

    async def go(self) -> None:
        """Close the page and the browser."""
        self.leave()
        await self._http.close()


@dataclass
class Table:
    """A match and both its players, who move in turn."""

    players: list[Player]
    chance: random.Random
    answered: list[tuple[int, str]] = field(default_factory=list)  # (ply, command id)

    async def open(self) -> None:
        """Have both players sit down; put whoever begins first."""
        await asyncio.gather(*(player.enter() for player in self.players))
        if self.players[0].position.view["to_move"]:
            self.players.reverse()

    @property
    def over(self) -> bool:
        """Tell whether the match has ended."""
        return bool(self.players[0].position.view["status"] == "finished")

    async def close(self) -> None:
        """Have both players leave."""
        await asyncio.gather(*(player.go() for player in self.players))

    async def play(self) -> tuple[float, float]:
        """Make one move; return when it was sent and when the other player saw it."""
        mover, other = self.players
        ply = mover.position.ply
        action = mover.position.choose(self.chance)
        cmd_id = str(UUID(int=self.chance.getrandbits(128), version=4))
        sent_at = time.perf_counter()
        await mover.move(action, ply, cmd_id)
        seen_at = await other.wait_for(ply + 1)
        self.answered.append((ply + 1, cmd_id))
        self.players.reverse()
        return sent_at, seen_at

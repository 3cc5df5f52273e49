"""Sockets of lists and waiting tables: "look again", "it begins", "n matches wait for you"."""

import asyncio
import contextlib
import json
import logging
from typing import Any
from urllib.parse import parse_qs

from redis.exceptions import RedisError
from typing_extensions import override

from accounts.trust import presence
from games.matches import reading as matches
from games.matches.live.sockets import SocketConsumer
from games.matches.live.threads import in_thread
from games.matches.live.watch import watch
from games.matches.poke import join, leave
from lobby.tables import marks, reading
from lobby.tables.acts.held import OPEN_TABLES, started, table_group

UNKNOWN = 4004
DEAF = 1011  # the page tries again, after longer and longer waits

logger = logging.getLogger(__name__)


class PageConsumer(SocketConsumer):
    """A page that is told when to look again; what it sends is not read.

    Unlike a match, nothing but pokes tells it: where they cannot be heard there is no socket.
    """

    group = ""

    @override
    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve the page until it is shut, or until pokes are heard no more."""
        try:
            await super().__call__(scope, receive, send)
        except RedisError as error:
            logger.warning("a page hears no pokes: %r", error)
            with contextlib.suppress(Exception):  # it may be shut already
                await send({"type": "websocket.close", "code": DEAF})
        finally:
            await self.end()

    async def end(self) -> None:
        """Leave nothing behind, however the socket came to its end."""
        if self.group:
            await leave(self.group, self.channel_name)

    async def enter(self) -> str:
        """Return the group whose pokes this page gets, or an empty string to refuse it."""
        raise NotImplementedError

    @override
    async def connect(self) -> None:
        self.group = await self.enter()
        if not self.group:
            await self.close(code=UNKNOWN)
            return
        if not await join(self.group, self.channel_name):
            await self.close(code=DEAF)
            return
        await self.accept()
        await self.welcome()

    async def welcome(self) -> None:
        """Send what a page needs right after it has connected."""
        await self.tell({"t": "changed"})

    @override
    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Take nothing: these sockets only tell."""

    async def tell(self, frame: dict[str, Any]) -> None:
        """Send a frame."""
        await self.send(text_data=json.dumps(frame))

    async def table_changed(self, message: dict[str, Any]) -> None:
        """Take a poke of a table."""
        await self.tell({"t": "changed"})


class MyGamesConsumer(PageConsumer):
    """Every page of a signed-in user: the count of matches that wait for them.

    While it is open, their friends see that they are here.
    """

    signs: asyncio.Task[None] | None = None

    @override
    async def connect(self) -> None:
        user = self.scope["user"]
        if not user.is_authenticated:
            await self.close(code=UNKNOWN)
            return
        if not await watch.add_page(user.pk, self):
            await self.close(code=DEAF)
            return
        await self.accept()
        await self.welcome()

    @override
    async def welcome(self) -> None:
        self.signs = asyncio.create_task(self.give_signs())
        await self.turns_changed()

    async def give_signs(self) -> None:
        """Say again and again that this person is here."""
        while True:
            await in_thread(presence.note_here, user_id=self.scope["user"].pk)
            await asyncio.sleep(presence.SIGN_EVERY)

    @override
    async def end(self) -> None:
        if self.signs is not None:
            self.signs.cancel()
        watch.remove_page(self.scope["user"].pk, self)

    async def end_deaf(self) -> None:
        """Have the page try again, as pokes are heard no more."""
        with contextlib.suppress(Exception):  # it may be shut already
            await self.close(code=DEAF)

    async def turns_changed(self) -> None:
        """Count the matches that wait for this user, and tell."""
        count = await in_thread(matches.turns_waiting, user_id=self.scope["user"].pk)
        await self.tell({"t": "turns", "count": count})


class OpenTablesConsumer(PageConsumer):
    """The list of open tables, which has the mark ``seen``."""

    @override
    async def enter(self) -> str:
        return OPEN_TABLES

    @override
    async def welcome(self) -> None:
        # Read after joining the group: what changed in between is seen here or poked there.
        asked = parse_qs(self.scope["query_string"].decode("ascii", "replace"))
        mark = await in_thread(marks.current)
        if not mark or asked.get("seen") != [mark]:
            await self.tell({"t": "changed"})


class TableConsumer(PageConsumer):
    """A waiting table's page."""

    code: str

    @override
    async def enter(self) -> str:
        self.code = self.scope["url_route"]["kwargs"]["code"]
        try:
            lobby = await in_thread(reading.find, code=self.code)
        except reading.UnknownTable:
            return ""
        return table_group(lobby)

    @override
    async def welcome(self) -> None:
        # Read after joining the group: what began in between is seen here or poked there.
        lobby = await in_thread(reading.find, code=self.code)
        if lobby.began:
            await self.table_started(started(lobby, lobby.began))
        else:
            await self.tell({"t": "changed"})

    async def table_started(self, message: dict[str, Any]) -> None:
        """Take the poke that the match has begun, with its address and the name of its game."""
        await self.tell({"t": "started", "url": message["url"], "game": message["game"]})

"""The socket of the front page: "look again" when a board on it has changed.

A web process that has such pages open looks every two seconds what the front page shows, with the
same two statements however many look on, and tells them. So no move has to tell anybody.
"""

import asyncio
import contextlib
import logging
from urllib.parse import parse_qs

from typing_extensions import override

from games.matches.live.sockets import SocketConsumer
from games.matches.live.threads import in_thread, now
from lobby.home import front

logger = logging.getLogger(__name__)

LOOK_EVERY = 2.0  # seconds


class Lookout:
    """The front pages that are open in this process, and what they show."""

    def __init__(self) -> None:
        self.pages: dict[NowConsumer, str] = {}
        self._looking: asyncio.Task[None] | None = None

    def add(self, page: "NowConsumer", seen: str) -> None:
        """Begin to tell a page, which shows what has the mark ``seen``."""
        self.pages[page] = seen
        if self._looking is None or self._looking.done():
            self._looking = asyncio.create_task(self._look())

    def remove(self, page: "NowConsumer") -> None:
        """Forget a page."""
        self.pages.pop(page, None)

    async def look(self) -> None:
        """Tell all pages that show something else than is so now."""
        mark = (await in_thread(front.shown, now=now())).mark
        behind = [page for page, seen in self.pages.items() if seen != mark]
        self.pages.update(dict.fromkeys(behind, mark))
        await asyncio.gather(*(page.changed() for page in behind))

    async def _look(self) -> None:
        while self.pages:
            try:
                await self.look()
            except Exception as error:  # noqa: BLE001 - the next look may succeed
                logger.warning("the front page could not be looked at: %r", error)
            await asyncio.sleep(LOOK_EVERY)


lookout = Lookout()


class NowConsumer(SocketConsumer):
    """A front page that is told when to look again; what it sends is not read."""

    @override
    async def connect(self) -> None:
        asked = parse_qs(self.scope["query_string"].decode("ascii", "replace"))
        await self.accept()
        lookout.add(self, asked.get("seen", [""])[0])

    @override
    async def disconnect(self, code: int) -> None:
        lookout.remove(self)

    @override
    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Take nothing: this socket only tells."""

    async def changed(self) -> None:
        """Have the page look again."""
        with contextlib.suppress(Exception):  # it may be shut already
            await self.send(text_data='{"t": "changed"}')

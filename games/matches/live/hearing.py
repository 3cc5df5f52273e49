"""What one web process hears of the others' pokes: those for all, and those of its own matches.

A match's news are worth something only to a process that has sockets of it, so each match has a
group of its own, which a process joins with the first socket and leaves after the last one.
"""

import asyncio
import contextlib
import logging
from collections.abc import Callable, Collection
from typing import Any

from channels.layers import get_channel_layer

from games.matches.poke import ALL, PATIENCE, join, leave, pokes_in, watchers

logger = logging.getLogger(__name__)


class Hearing:
    """The pokes that reach this process: each is handed to ``take``; ``deaf`` is told of the end.

    ``wanted`` holds the matches whose pokes are to be heard.
    """

    def __init__(
        self,
        wanted: Collection[int],
        take: Callable[[dict[str, Any]], None],
        deaf: Callable[[], None],
    ) -> None:
        self._wanted, self._take, self._deaf = wanted, take, deaf
        self._listening: asyncio.Task[None] | None = None
        self._heard = asyncio.Event()
        self._channel = ""
        self._followed: set[int] = set()

    @property
    def is_heard(self) -> bool:
        """Tell whether pokes are heard."""
        return self._heard.is_set()

    async def listen(self) -> None:
        """Return when pokes are heard, or when the layer has not answered for a while."""
        if self._listening is None or self._listening.done():
            self._heard = asyncio.Event()
            self._listening = asyncio.create_task(self._hear(self._heard))
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                await self._heard.wait()

    async def follow(self, match_id: int) -> bool:
        """Hear the pokes of a match; return False if that cannot be now."""
        if match_id in self._followed or not self.is_heard:
            return self.is_heard
        self._followed.add(match_id)
        if await join(watchers(match_id), self._channel):
            return True
        self._followed.discard(match_id)
        return False

    async def keep_up(self) -> None:
        """Follow the matches that are wanted and no others."""
        for match_id in self._followed - {*self._wanted}:
            if match_id not in self._wanted:  # it may have come back meanwhile
                self._followed.discard(match_id)
                await leave(watchers(match_id), self._channel)
        for match_id in {*self._wanted} - self._followed:
            if match_id in self._wanted and not await self.follow(match_id):
                break  # the next look may find the layer there

    async def _hear(self, heard: asyncio.Event) -> None:
        layer = get_channel_layer()
        try:
            self._channel = await layer.new_channel()
            await layer.group_add(ALL, self._channel)
            self._followed.clear()
            heard.set()
            while True:
                for one in pokes_in(await layer.receive(self._channel)):
                    self._take(one)
        except Exception as error:  # noqa: BLE001 - the sockets live without pokes
            logger.warning("pokes are not heard: %r", error)
        finally:
            heard.clear()
            self._deaf()

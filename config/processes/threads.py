"""A few threads, and who waits for one of them.

The event loop keeps who waits, so it's known for whom a thread would work. They come in turn; once
one has waited for ``BEHIND`` the newest goes first, as whoever asked is likely to be there still:
what a fault has held up then delays nobody who comes after it.
"""

import asyncio
import contextvars
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

R = TypeVar("R")
Gone = Callable[[], Awaitable[object]]

BEHIND = 1.0  # seconds


class TooLate(Exception):
    """Nothing was done, as nobody waits so long for it."""


class Threads:
    """So many threads with a name, for one of which work waits so many ``seconds`` at most.

    Without such a bound all is done, and in the order in which it came.
    """

    def __init__(self, number: int, name: str, *, seconds: float | None = None) -> None:
        self._threads = ThreadPoolExecutor(number, thread_name_prefix=name)
        self._free = number
        self._seconds = seconds
        self._waiting: dict[asyncio.Future[None], float] = {}  # since when
        self._last: dict[asyncio.Future[None], None] = {}

    async def run(self, work: Callable[[], R], *, gone: Gone | None = None, must: bool = True) -> R:
        """Return what work returns in one of the threads; raise TooLate if it isn't begun.

        ``gone`` ends when nobody waits for the answer any more; only work that waits asks it. What
        ``must`` be done all the same is done after everything else.
        """
        if self._free:
            self._free -= 1
        else:
            await self._wait(gone, must)
        run = contextvars.copy_context().run  # what is activated meanwhile ends with it
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, run, work)
        finally:
            self._go_on()

    async def after_all(self, work: Callable[[], R]) -> R:
        """Return what work returns that is begun when all that has come before is begun."""
        return await self.run(work, gone=_nobody)

    async def _wait(self, gone: Gone | None, must: bool) -> None:
        loop = asyncio.get_running_loop()
        turn = loop.create_future()
        leaving = {asyncio.ensure_future(gone())} if gone else set()
        self._waiting[turn] = loop.time()
        try:
            await asyncio.wait(
                {turn, *leaving}, timeout=self._seconds, return_when="FIRST_COMPLETED"
            )
            if not turn.done() and must and any(one.done() for one in leaving):
                del self._waiting[turn]
                self._last[turn] = None
                await asyncio.wait({turn}, timeout=self._seconds)
        except asyncio.CancelledError:
            if turn.done():
                self._go_on()
            raise
        finally:
            self._waiting.pop(turn, None)
            self._last.pop(turn, None)
            for one in leaving:
                one.cancel()
        if not turn.done():
            raise TooLate

    def _go_on(self) -> None:
        """Hand a thread on that has become free."""
        if self._waiting:
            oldest, since = next(iter(self._waiting.items()))
            is_behind = oldest.get_loop().time() - since > BEHIND
            if is_behind and self._seconds is not None:
                turn, _ = self._waiting.popitem()
            else:
                turn = oldest
                del self._waiting[oldest]
            turn.set_result(None)
        elif self._last:
            turn = next(iter(self._last))
            del self._last[turn]
            turn.set_result(None)
        else:
            self._free += 1


async def _nobody() -> None:
    """Nobody waits."""

"""Work waits for a thread: in turn, the newest first once that is late, and not for ever."""

import asyncio
import threading
from collections.abc import Awaitable, Callable
from typing import Any, Self

import pytest

from config.processes import threads
from config.processes.threads import Threads, TooLate

done: list[str] = []


@pytest.fixture(autouse=True)
def nothing_done() -> None:
    done.clear()


class Door:
    """One thread, which is busy until the door opens; ``seconds`` is how long work waits for it."""

    def __init__(self, seconds: float | None = None) -> None:
        self.threads = Threads(1, "one", seconds=seconds)
        self.open = threading.Event()

    async def __aenter__(self) -> Self:
        self.first = asyncio.create_task(self.threads.run(self.open.wait))
        await asyncio.sleep(0)
        return self

    async def __aexit__(self, *_: object) -> None:
        self.open.set()
        await self.first

    async def send(self, name: str, **more: Any) -> "asyncio.Task[None]":
        """Have some work wait."""
        task = asyncio.create_task(self.threads.run(lambda: done.append(name), **more))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        return task


async def left() -> None:
    """Whoever asked has gone."""


def run(act: Callable[[], Awaitable[None]]) -> None:
    async def bounded() -> None:
        async with asyncio.timeout(60):
            await act()

    asyncio.run(bounded())


@pytest.mark.parametrize(
    ("behind", "seconds", "order"),
    [
        pytest.param(60.0, 60.0, "abc", id="in turn"),
        pytest.param(-1.0, 60.0, "cba", id="the newest first once some has waited long"),
        pytest.param(-1.0, None, "abc", id="in turn however late, without a bound"),
    ],
)
def test_the_order_of_work(
    monkeypatch: pytest.MonkeyPatch, behind: float, seconds: float | None, order: str
) -> None:
    monkeypatch.setattr(threads, "BEHIND", behind)

    async def act() -> None:
        async with Door(seconds) as door:
            waiting = [await door.send(name) for name in "abc"]
            door.open.set()
            await asyncio.gather(*waiting)

    run(act)
    assert "".join(done) == order


def test_nothing_is_begun_for_those_who_have_gone() -> None:
    async def act() -> None:
        async with Door(seconds=60) as door:
            gone = await door.send("gone", gone=left, must=False)
            here = await door.send("here", gone=asyncio.Event().wait, must=False)
            with pytest.raises(TooLate):
                await gone
            door.open.set()
            await here

    run(act)
    assert done == ["here"]


def test_what_must_be_done_for_those_who_have_gone_comes_last() -> None:
    async def act() -> None:
        async with Door() as door:
            gone = await door.send("gone", gone=left)
            here = await door.send("here", gone=asyncio.Event().wait)
            door.open.set()
            await asyncio.gather(gone, here)

    run(act)
    assert done == ["here", "gone"]


def test_what_comes_after_all_waits_for_those_who_have_gone_too() -> None:
    async def act() -> None:
        async with Door() as door:
            gone = await door.send("gone", gone=left)
            last = asyncio.create_task(door.threads.after_all(lambda: done.append("last")))
            await asyncio.sleep(0)
            here = await door.send("here")
            door.open.set()
            await asyncio.gather(gone, last, here)

    run(act)
    assert done == ["here", "gone", "last"]


def test_nobody_waits_longer_than_that() -> None:
    async def act() -> None:
        async with Door(seconds=0.01) as door:
            for must in (True, False):
                with pytest.raises(TooLate):
                    await (await door.send("late", must=must))
            with pytest.raises(TooLate):
                await (await door.send("gone", gone=left))

    run(act)
    assert done == []


def test_a_thread_is_free_again_whatever_becomes_of_the_work() -> None:
    def broken() -> None:
        raise ValueError("of no use")

    async def act() -> None:
        async with Door() as door:
            cancelled = await door.send("cancelled")
            fails = asyncio.create_task(door.threads.run(broken))
            await asyncio.sleep(0)
            last = await door.send("last")
            door.open.set()
            await door.first
            cancelled.cancel()  # just as it was about to begin
            await asyncio.gather(cancelled, fails, last, return_exceptions=True)
            await door.send("one more")
            await door.threads.run(lambda: None)

    run(act)
    assert [name for name in done if name != "cancelled"] == ["last", "one more"]

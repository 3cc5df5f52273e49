"""A web process hears of its own matches, of what is for all, and of nothing else."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from channels.layers import get_channel_layer
from django.conf import settings
from django.test import override_settings

from config.local import folders
from config.local.valkey import Valkey
from games.matches import poke
from games.matches.live.hearing import Hearing
from games.matches.poke import ALL, watchers
from tests.gauge import PATIENCE

pytestmark = pytest.mark.asyncio


@pytest.fixture
def carrier(tmp_path: Path) -> Iterator[Valkey]:
    """A server of this test's own that carries pokes."""
    folders.prepare(tmp_path)
    server = Valkey(tmp_path)
    layer = settings.CHANNEL_LAYERS["default"]
    config = {"hosts": [{"address": server.url, "socket_timeout": None}]}
    process = server.spawn()
    server.wait_until_ready(process)
    with override_settings(CHANNEL_LAYERS={"default": {**layer, "CONFIG": config}}):
        yield server
    server.stop(process)


class Ears:
    """What a process with sockets of some matches hears, by what it is told of."""

    def __init__(self, *matches: int) -> None:
        self.matches = {match: {"a socket"} for match in matches}
        self.told: asyncio.Queue[Any] = asyncio.Queue()
        self.hearing = Hearing(
            self.matches, lambda one: self.told.put_nowait(one["of"]), lambda: None
        )

    async def heard_till(self, last: str) -> list[str]:
        """Return what was told, up to something."""
        heard: list[str] = []
        async with asyncio.timeout(PATIENCE):
            while last not in heard:
                heard.append(await self.told.get())
        return heard


@asynccontextmanager
async def listening(*matches: int) -> AsyncIterator[Ears]:
    ears = Ears(*matches)
    await ears.hearing.listen()
    await ears.hearing.keep_up()
    yield ears
    task = ears.hearing._listening
    assert task is not None
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    await get_channel_layer().flush()


async def tell_of(*matches: int, last: str) -> None:
    for match in matches:
        await poke.tell(watchers(match), {"type": "match.changed", "of": f"match {match}"})
    await poke.tell(ALL, {"type": "turns.changed", "of": last})


async def test_it_hears_its_own_matches_and_no_others(carrier: Valkey) -> None:
    async with listening(1, 3) as ears:
        await tell_of(1, 2, 3, 4, last="all")
        assert await ears.heard_till("all") == ["match 1", "match 3", "all"]


async def test_it_follows_who_comes_and_leaves_with_the_last_who_goes(carrier: Valkey) -> None:
    async with listening(1) as ears:
        ears.matches[2] = {"a socket"}
        assert await ears.hearing.follow(2)
        del ears.matches[1]
        await tell_of(1, 2, last="before it looks")
        assert await ears.heard_till("before it looks") == ["match 1", "match 2", "before it looks"]
        await ears.hearing.keep_up()
        await tell_of(1, 2, last="after")
        assert await ears.heard_till("after") == ["match 2", "after"]


async def test_whoever_comes_while_it_leaves_is_heard(carrier: Valkey) -> None:
    async with listening(1) as ears:
        del ears.matches[1]
        leaving = asyncio.create_task(ears.hearing.keep_up())
        await asyncio.sleep(0)  # it is on its way out
        ears.matches[1] = {"a socket"}
        assert await ears.hearing.follow(1)
        await leaving
        await tell_of(1, last="all")
        assert await ears.heard_till("all") == ["match 1", "all"]


async def test_a_server_that_comes_back_carries_the_same(carrier: Valkey) -> None:
    async with listening(1, 3) as ears:
        processes = [carrier.spawn()]  # which has the one before stop
        await asyncio.to_thread(carrier.wait_until_ready, processes[0])
        async with asyncio.timeout(PATIENCE):
            while ears.told.empty():
                await tell_of(3, last="all")  # the first may be lost
                await asyncio.sleep(0.1)
        await tell_of(1, 2, 3, last="in the end")
        heard = await ears.heard_till("in the end")
        assert heard[-3:] == ["match 1", "match 3", "in the end"]
        carrier.stop(processes[0])


async def test_whose_turns_have_changed_is_told_now_and_then_together(carrier: Valkey) -> None:
    layer = get_channel_layer()
    channel = await layer.new_channel()
    await layer.group_add(ALL, channel)
    poke.send_from(asyncio.get_running_loop())
    try:
        for number in range(5):
            poke.poke([(ALL, {"type": "turns.changed", "users": [number, 9 - number]})])
        async with asyncio.timeout(PATIENCE):
            told = [await layer.receive(channel) for _ in range(2)]
        poke.poke([(ALL, {"type": "turns.changed", "users": [77]})])
        async with asyncio.timeout(PATIENCE):
            told.append(await layer.receive(channel))
    finally:
        poke.send_from(None)
    users = [[one["users"] for one in message["pokes"]] for message in told]
    assert users == [[[0, 9]], [[1, 2, 3, 4, 5, 6, 7, 8]], [[77]]]
    await layer.flush()

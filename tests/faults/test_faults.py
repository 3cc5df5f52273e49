"""What is promised, kept while programs of the site die: nothing lost or doubled, no clock idle.

Each test is an evening at ten live tables of the real site, in the middle of which something is
killed. What was sent, answered and shown is written down and compared with what is stored.
"""

import asyncio
import signal
from collections.abc import Callable, Coroutine
from typing import Any

from config.local.stack import Stack
from tests.faults.evening import TASKS, WEB, evening, keep_dead, strike
from tests.faults.history import (
    History,
    Outage,
    complaints,
    deadlines_during,
    failed,
    moves_after,
    punished,
    replaced,
    slow,
    unsafe,
)


def play(scene: Callable[[], Coroutine[Any, Any, History]]) -> History:
    """Play an evening, and another if the machine stood still: then no second can be measured.

    Standing still excuses no lost or doubled move, so that evening is held to these all the same.
    """
    history = asyncio.run(scene())
    if history.stood_still < 2:
        return history
    assert unsafe(history) == []
    return asyncio.run(scene())


def check(site: Stack, history: History) -> None:
    """Hold against a history what must be so whatever dies."""
    assert complaints(history) == []
    assert list(replaced(history)) == []
    assert site.manage("replay").endswith("all as stored.\n")


def test_the_workers_die(site: Stack) -> None:
    async def scene() -> History:
        async with evening(site, seed=1) as tables:
            await asyncio.sleep(4)
            dead = await keep_dead(site, TASKS, 15)
            tables.history.blows.append(dead)
            await tables.computers_move(since=dead.ended_at)
            await asyncio.sleep(4)
            return await tables.end()

    history = play(scene)
    check(site, history)
    assert list(failed(history)) == []
    assert list(punished(history)) == []
    assert deadlines_during(history, history.blows[0]) >= 3


def test_redis_dies_and_hangs(site: Stack) -> None:
    async def scene() -> History:
        async with evening(site, seed=2) as tables:
            await asyncio.sleep(3)
            strike(site, "valkey")
            await asyncio.sleep(6)
            began_at = strike(site, "valkey", number=signal.SIGSTOP)
            await asyncio.sleep(10)
            hung = Outage(began_at, strike(site, "valkey", number=signal.SIGCONT))
            tables.history.blows.append(hung)
            await tables.computers_move(since=hung.ended_at)
            await asyncio.sleep(6)
            return await tables.end()

    history = play(scene)
    check(site, history)
    assert list(failed(history)) == []
    assert list(punished(history)) == []
    assert list(slow(history, within=2.0)) == []
    assert deadlines_during(history, history.blows[0]) >= 3


def test_a_web_process_dies_and_then_both(site: Stack) -> None:
    async def scene() -> History:
        async with evening(site, seed=3) as tables:
            await asyncio.sleep(4)
            strike(site, "web-1")
            await asyncio.sleep(6)
            # They hang for a moment, so that some moves are under way when they die.
            began_at = strike(site, *WEB, number=signal.SIGSTOP)
            await asyncio.sleep(1.5)
            strike(site, *WEB)
            tables.history.outages.append(Outage(began_at, await tables.answers()))
            await asyncio.sleep(8)
            return await tables.end()

    history = play(scene)
    check(site, history)
    cut_off = {answer.cmd_id for answer in history.answers if not answer.is_final}
    assert cut_off
    assert cut_off <= {answer.cmd_id for answer in history.answers if answer.is_final}


def test_postgres_dies(site: Stack) -> None:
    async def scene() -> History:
        async with evening(site, seed=4) as tables:
            await asyncio.sleep(5)
            began_at = strike(site, "postgres")
            tables.history.outages.append(Outage(began_at, await tables.answers()))
            await asyncio.sleep(12)
            return await tables.end()

    history = play(scene)
    check(site, history)
    assert list(punished(history)) == []
    for outage in history.outages:
        assert outage.ended_at - outage.began_at <= 10
    assert moves_after(history, "human", history.outages[0].ended_at) > 0

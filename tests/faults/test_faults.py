"""What is promised, kept while programs of the site die: nothing lost or doubled, no clock idle.

Each test is an evening at ten live tables of the real site, in the middle of which something is
killed. What was sent, answered and shown is written down and compared with what is stored. No
second is counted on: each step waits for what is to happen before the next one.
"""

import asyncio
import signal

from tests.faults.evening import WEB, check, evening, play, strike
from tests.faults.history import (
    History,
    Outage,
    deadlines_during,
    failed,
    moves_after,
    punished,
    slow,
)
from tests.faults.players import Person
from tests.faults.site import Site

HANGS = 7.0  # seconds, longer than anybody may wait for Redis


def test_redis_dies_and_hangs(site: Site) -> None:
    async def scene() -> History:
        async with evening(site, seed=2) as tables:
            await tables.moves(10)
            strike(site, "valkey")
            await tables.moves(10)
            await tables.all_run()
            began_at = strike(site, "valkey", number=signal.SIGSTOP)
            await asyncio.gather(asyncio.sleep(HANGS), tables.deadlines(3))
            hung = Outage(began_at, strike(site, "valkey", number=signal.SIGCONT))
            tables.history.blows.append(hung)
            await tables.computers_move(since=hung.ended_at)
            await tables.moves(10)
            return await tables.end()

    history = play(scene)
    check(site, history)
    assert list(failed(history)) == []
    assert list(punished(history)) == []
    assert list(slow(history, within=2.0)) == []
    assert deadlines_during(history, history.blows[0]) >= 3


def test_a_web_process_dies_and_then_both(site: Site) -> None:
    cut_off: list[Person] = []

    async def scene() -> History:
        async with evening(site, seed=3) as tables:
            await tables.moves(10)
            strike(site, "web-1")
            await tables.moves(10)
            await tables.all_run()

            # They hang while people think of moves, so that some are under way when they die. What
            # comes by a new connection waits for the next ones.
            def thinking() -> list[Person]:
                return [person for person in tables.people if person.thinks and person.is_connected]

            await tables.wait_for(lambda: len(thinking()) >= 3)
            before = [(person, person.resent) for person in thinking()]
            hung_at = strike(site, *WEB, number=signal.SIGSTOP)
            await tables.wait_for(lambda: any(person.waits_since for person, _ in before))
            strike(site, *WEB)
            tables.history.outages.append(Outage(hung_at, await tables.answers()))
            await tables.moves(10)
            await tables.deadlines(3)
            cut_off[:] = [person for person, times in before if person.resent > times]
            return await tables.end()

    history = play(scene)
    check(site, history)
    assert cut_off
    unanswered = {answer.cmd_id for answer in history.answers if not answer.is_final}
    assert unanswered <= {answer.cmd_id for answer in history.answers if answer.is_final}


def test_postgres_dies(site: Site) -> None:
    async def scene() -> History:
        async with evening(site, seed=4) as tables:
            await tables.moves(10)
            began_at = strike(site, "postgres")
            tables.history.outages.append(Outage(began_at, await tables.answers()))
            await tables.moves(10)
            await tables.deadlines(3)
            return await tables.end()

    history = play(scene)
    check(site, history)
    assert list(punished(history)) == []
    for outage in history.outages:
        assert outage.ended_at - outage.began_at <= 10 + history.delay
    assert moves_after(history, "human", history.outages[0].ended_at) > 0

"""Many programs die at once.

While every task worker is kept dead no clock stands idle, a game's own countdown neither; and when
all programs have been dead, as after a power cut, nobody has lost time by it.

Most of it is at one site, beside that of ``test_faults``: to start one takes many seconds.
"""

import asyncio
from dataclasses import dataclass
from itertools import pairwise

import pytest

from tests.faults.countdown import INTERVAL, Loners, loners
from tests.faults.evening import TASKS, check, evening, keep_dead, play
from tests.faults.history import History, deadlines_during, failed, punished
from tests.faults.outage import HOUR, LIVE, SLOW, outlive, people
from tests.faults.site import Site

DEADLINES, DROPS, ACTIONS = 3, 7, 6


@dataclass
class Night:
    """What was at the live tables, and what at those of people alone."""

    history: History
    alone: Loners


@pytest.fixture(scope="module")
def night(site: Site) -> Night:
    played: list[Loners] = []

    async def scene() -> History:
        async with evening(site, seed=1) as tables, loners(site) as alone:
            await alone.begin()
            await tables.moves(10)

            async def enough() -> None:
                drops = alone.go_on(drops=DROPS, actions=ACTIONS)
                await asyncio.gather(tables.deadlines(DEADLINES), drops)

            dead = await keep_dead(site, TASKS, enough())
            tables.history.blows.append(dead)
            await tables.computers_move(since=dead.ended_at)
            await tables.moves(10)
            played.append(alone)
            await alone.end()
            return await tables.end()

    return Night(play(scene), played[-1])


def test_the_workers_die(site: Site, night: Night) -> None:
    check(site, night.history)
    assert list(failed(night.history)) == []
    assert list(punished(night.history)) == []
    assert deadlines_during(night.history, night.history.blows[0]) >= DEADLINES


def test_every_drop_is_in_the_log_at_the_instant_it_was_due(site: Site, night: Night) -> None:
    (dead,) = night.history.blows
    meanwhile = [at for at in night.alone.drops(dead.began_at) if at < dead.ended_at]
    assert len(meanwhile) >= DROPS
    for person, record in zip(night.alone.people, night.alone.records, strict=True):
        assert [entry.actor for entry in record.log].count("human") == len(person.acted_at)
        drops = [entry.played_at for entry in record.log if entry.actor == "clock"]
        gaps = {round(after - before, 6) for before, after in pairwise(drops)}
        assert gaps == {float(INTERVAL)}
        instants = [entry.played_at for entry in record.log]
        assert instants == sorted(instants)
        site.replay(record.match)


def test_nobody_loses_a_turn_by_an_outage_of_ours(own_site: Site) -> None:
    tickets = own_site.ask("seat", LIVE)
    slow = own_site.ask("seat_slow", SLOW)
    matches = [ticket["match"] for ticket in (*tickets, *slow)]
    hour = HOUR.total_seconds()
    dozes_off_at = slow[1]["sleeps_at"] - hour
    before = [deadline - hour for deadline in own_site.ask("tell_clocks", matches)]
    dead = asyncio.run(outlive(own_site, list(people(own_site, tickets))))
    records = own_site.ask("tell", matches)
    after = own_site.ask("tell_clocks", matches)
    own_site.ask("retire", matches)
    assert [(record["log"], record["changes"]) for record in records] == [([], [])] * len(records)

    began_at, ended_at = records[0]["credits"][-1]
    assert began_at <= dead.began_at < dozes_off_at < dead.ended_at <= ended_at
    gained = [round(then - was, 3) for was, then in zip(before, after, strict=True)]
    # Live clocks and the first slow one get all of it, a sleeper's only what they were awake for.
    whole, awake = round(ended_at - began_at, 3), round(dozes_off_at - began_at, 3)
    assert gained == [whole, whole, whole, awake, 0.0]

"""Every kind of fault, one after the other, while many play: in full, sixty and more of them.

``THOROUGH=1 python -m pytest -s tests/faults/test_storm.py`` prints how long pages were away.
"""

import asyncio
from collections import defaultdict
from itertools import cycle, islice

from tests.faults.evening import evening
from tests.faults.history import History, replaced, turns, unsafe
from tests.faults.site import Site
from tests.faults.storm import FAULTS, Fault, Storm, tables
from tests.size import THOROUGH, runs

TABLES = runs(100, quick=10)
PARTS = runs(4, quick=1)  # new tables are laid now and then: a match ends after ten minutes
BRIEF = ("web-1 hangs for 5 s", "reload", "postgres killed", "both web processes killed")
KINDS = list(islice(cycle(FAULTS), 64)) if THOROUGH else list(BRIEF)
# After these there are pages again at once; whoever hung has all that came meanwhile to answer.
AT_ONCE = {kind for kind in FAULTS if kind.endswith("killed")} | {"reload"}
AWAY = 5.0  # seconds that pages may be away when all that they need is there


async def weather(site: Site, part: int) -> tuple[History, Storm]:
    async with evening(site, seed=100 + part, tables=tables(TABLES)) as scene:
        storm = Storm(scene)
        await scene.moves(TABLES)
        async with storm.visited():
            for kind in KINDS[part::PARTS]:
                await storm.strike(kind)
            await asyncio.sleep(1)
        return await scene.end(), storm


def test_nothing_is_lost_and_nobody_loses_their_seat_whatever_breaks(site: Site) -> None:
    moves, lateness = 0, []
    waits: dict[str, list[float]] = defaultdict(list)
    for part in range(PARTS):
        history, storm = asyncio.run(weather(site, part))
        assert unsafe(history) == []
        assert list(replaced(history)) == []
        assert {page.status for page in storm.pages} <= {200, 503, 0}
        assert {answer.status for answer in history.answers} & {500, 502} == set()
        for fault in storm.faults:
            waits[fault.kind].append(fault.worst_wait(storm.pages))
            assert fault.kind != "reload" or unanswered(fault, storm) == []
        moves += sum(answer.acknowledged for answer in history.answers)
        lateness += late_by(history)
        slack = AWAY + history.delay
        brief = [one for one in storm.faults if one.kind in AT_ONCE]
        assert [one.kind for one in brief if one.worst_wait(storm.pages) > slack] == []
    site.replay()
    told(moves, lateness, waits)


def unanswered(fault: Fault, storm: Storm) -> list[int]:
    """Return how pages and moves failed that began and ended while something was done."""
    during = [
        page.status
        for page in storm.pages
        if fault.began_at <= page.sent_at and page.answered_at <= fault.ended_at
    ]
    moves = [
        answer.status
        for answer in storm.scene.history.answers
        if fault.began_at <= answer.sent_at and answer.answered_at <= fault.ended_at
    ]
    return [status for status in (*during, *moves) if status == 0 or status >= 500]


def late_by(history: History) -> list[float]:
    """Return how long after their deadline, or after an outage it fell into, turns were ended."""
    found = []
    for record in history.records.values():
        for turn in turns(record):
            if turn.entry.actor == "clock":
                at = history.forgiven(turn.deadline_at, 0.0)
                found.append(max(0.0, turn.entry.played_at - at))
    return sorted(found)


def told(moves: int, lateness: list[float], waits: dict[str, list[float]]) -> None:
    """Print what was found."""
    faults = sum(map(len, waits.values()))
    print(f"\n{faults} faults, {moves} moves, all of them kept.")  # noqa: T201
    if lateness:
        p99 = lateness[int(0.99 * (len(lateness) - 1))]
        print(f"{len(lateness)} turns ended by the clock, p99 {p99:.1f} s late.")  # noqa: T201
    for kind, seconds in waits.items():
        print(f"{kind}: without a page for {', '.join(f'{one:.1f}' for one in seconds)} s")  # noqa: T201

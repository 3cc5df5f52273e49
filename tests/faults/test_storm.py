"""Every kind of fault, one after the other, while many play: in full, sixty and more of them.

``THOROUGH=1 python -m pytest -s tests/faults/test_storm.py`` prints how long pages were away.
"""

import asyncio
import math
from collections import defaultdict
from itertools import cycle, islice

from tests.faults.evening import evening
from tests.faults.history import (
    ENFORCED_WITHIN,
    FIRE,
    History,
    punished,
    replaced,
    robbed,
    turns,
    unsafe,
)
from tests.faults.site import Site
from tests.faults.storm import FAULTS, VIEW, Fault, Page, Storm, tables
from tests.size import THOROUGH, runs

TABLES = runs(100, quick=10)
PARTS = runs(4, quick=1)  # new tables are laid now and then: a match ends after ten minutes
BRIEF = ("web-1 hangs for 5 s", "reload", "postgres killed", "both web processes killed")
KINDS = list(islice(cycle(FAULTS), 64)) if THOROUGH else list(BRIEF)
# After these there are pages again at once; whoever hung has all that came meanwhile to answer.
AT_ONCE = {kind for kind in FAULTS if "hang" not in kind}
AWAY = 5.0  # seconds that pages may be away when all that they need is there
BUSY = 1.0  # seconds by which a busy machine has gone on late with us, while a page was asked for
# A site that is away for a moment says so, or nothing; a page that hears no pokes has no socket.
PROPER = {0, 101, 200, 302, 403, 429, 503}


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
    waits: dict[str, list[tuple[float, float]]] = defaultdict(list)
    for part in range(PARTS):
        history, storm = asyncio.run(weather(site, part))
        assert unsafe(history) + list(replaced(history)) == []
        assert list(punished(history)) == []
        assert list(robbed(history)) == []
        assert [page for page in storm.pages if page.status not in PROPER] == []
        assert {answer.status for answer in history.answers} & {500, 502} == set()
        for fault in storm.faults:
            found = list(fault.waits(storm.pages))
            worst = max(until - since for since, until in found)
            waits[fault.kind].append((first(fault, storm.pages), worst))
            if fault.kind in AT_ONCE:
                assert first(fault, storm.pages) <= AWAY + history.delay_between(
                    fault.began_at, fault.ended_at + AWAY
                ), fault.kind
            # Two hundred people who come back in the same second wait for each other as well.
            if fault.kind in AT_ONCE and not THOROUGH:
                assert away(fault, found, history) == []
            assert fault.kind != "reload" or unanswered(fault, storm.pages, history) == []
        moves += sum(answer.acknowledged for answer in history.answers)
        lateness += late_by(history)
    site.replay()
    told(moves, lateness, waits)
    assert p99(lateness) <= ENFORCED_WITHIN


def first(fault: Fault, pages: list[Page]) -> float:
    """Return how long after all was there again the first page came that was asked for since."""
    since = [page for page in pages if page.what == VIEW and page.sent_at >= fault.began_at]
    came = min((page.answered_at for page in since if page.status == 200), default=math.inf)
    return max(0.0, came - fault.ended_at)


def away(fault: Fault, waits: list[tuple[float, float]], history: History) -> list[float]:
    """Return how long people were without a page, where that was too long."""
    return [
        until - since
        for since, until in waits
        if until - since > AWAY + history.delay_between(fault.began_at, until)
    ]


def unanswered(fault: Fault, pages: list[Page], history: History) -> list[str]:
    """Tell of pages and moves that failed and began while something was done.

    Who waits too long for a thread or for Redis is told to come again: on a machine that has others
    to serve as well, and is as late with us, that is no fault of the site.
    """
    asked = [(page.what, page.sent_at, page.answered_at, page.status) for page in pages]
    asked += [("move", one.sent_at, one.answered_at, one.status) for one in history.answers]
    found = []
    for what, sent_at, answered_at, status in asked:
        is_failed = status == 0 or status >= 500
        if not is_failed or not fault.began_at <= sent_at <= fault.ended_at:
            continue
        late = history.delay_between(sent_at, answered_at)
        if status != 503 or late < BUSY:
            found.append(f"{what}: {status} after {answered_at - sent_at:.1f} s, {late:.1f} s late")
    return found


def late_by(history: History) -> list[float]:
    """Return how long after their time turns were ended, without what was given back to them."""
    return [
        max(0.0, turn.entry.played_at - turn.deadline_at - FIRE)
        for record in history.records.values()
        for turn in turns(record)
        if turn.entry.actor == "clock"
    ]


def p99(seconds: list[float]) -> float:
    """Return what all but the worst hundredth stay below: of few that is the worst."""
    return sorted(seconds)[math.ceil(0.99 * len(seconds)) - 1] if seconds else 0.0


def told(moves: int, lateness: list[float], waits: dict[str, list[tuple[float, float]]]) -> None:
    """Print what was found."""
    faults = sum(map(len, waits.values()))
    print(f"\n{faults} faults, {moves} moves, all of them kept.")  # noqa: T201
    if lateness:
        print(  # noqa: T201
            f"{len(lateness)} turns ended by the clock, "
            f"p99 {p99(lateness):.1f} s late, at most {max(lateness):.1f} s."
        )
    for kind, found in waits.items():
        times = ", ".join(f"{first:.1f} ({worst:.1f})" for first, worst in found)
        print(f"{kind}: pages again after {times} s")  # noqa: T201 - and the longest that one waited

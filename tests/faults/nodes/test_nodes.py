"""Two nodes lose their programs one after the other, and nobody at the tables loses a move.

``THOROUGH=1 python -m pytest -s tests/faults/nodes/test_nodes.py`` kills forty times while a
hundred matches go on, and prints how late the clocks were and how soon people saw the board again.
One node's clock is half a minute fast, the other's four seconds slow. ``PGBOUNCER`` names
PgBouncer's program if it isn't found by itself.
"""

import asyncio
import time
from collections.abc import Callable, Coroutine, Iterator
from itertools import cycle, islice
from typing import Any

import pytest
from typing_extensions import override

from tests.faults.evening import Evening, evening
from tests.faults.history import ENFORCED_WITHIN, History, punished, replaced, robbed, unsafe
from tests.faults.nodes import pooler
from tests.faults.nodes.cluster import WORKER, Cluster
from tests.faults.storm import Fault, Storm, tables
from tests.faults.test_storm import late_by, p99
from tests.size import runs

TABLES = runs(100, quick=8)
PARTS = runs(4, quick=1)  # new tables are laid now and then: a match ends after ten minutes
KILLS = runs(40, quick=4)
SEEN_WITHIN = 10.0  # seconds until whoever has lost their node sees the board by the other


class Nodes(Evening):
    """An evening on two nodes."""

    site: Any

    @override
    async def all_run(self) -> None:
        """Return when every program runs."""
        async with asyncio.timeout(150):
            while not await asyncio.to_thread(self.site.all_run):  # noqa: ASYNC110
                await asyncio.sleep(0.1)


def _killed(*names: str) -> Callable[[Nodes], Coroutine[Any, Any, None]]:
    async def fault(scene: Nodes) -> None:
        scene.site.kill(*names)

    return fault


def _workers(node: str) -> Callable[[Nodes], Coroutine[Any, Any, None]]:
    return _killed(*(f"{role}-{node}" for role in WORKER))


FAULTS = {
    "node one's web process": _killed("web-one"),
    "node two's workers": _workers("two"),
    "Valkey": _killed("valkey"),
    **({"PgBouncer": _killed("pgbouncer")} if pooler.PROGRAM else {}),
    "node two's web process": _killed("web-two"),
    "node one's workers": _workers("one"),
}
WEB = {kind for kind in FAULTS if kind.endswith("web process")}
KINDS = list(islice(cycle(FAULTS), KILLS))


@pytest.fixture
def cluster() -> Iterator[Cluster]:
    with Cluster() as running:
        yield running


async def weather(cluster: Cluster, part: int) -> tuple[Nodes, Storm]:
    async with evening(cluster, seed=200 + part, tables=tables(TABLES), kind=Nodes) as scene:
        storm = Storm(scene, does=FAULTS)
        await scene.moves(TABLES)
        for kind in KINDS[part::PARTS]:
            await storm.strike(kind)
        await scene.end()
        return scene, storm


@pytest.mark.thorough
def test_no_move_is_lost_nor_a_seat_whichever_program_of_whichever_node_dies(
    cluster: Cluster,
) -> None:
    moves, lateness, waits = 0, [], []
    faults: list[Fault] = []
    for part in range(PARTS):
        scene, storm = asyncio.run(weather(cluster, part))
        history: History = scene.history
        assert list(replaced(history)) == []
        assert unsafe(history) == []
        assert list(punished(history)) == []
        assert list(robbed(history)) == []
        assert {answer.status for answer in history.answers} & {500, 502} == set()
        moves += sum(answer.acknowledged for answer in history.answers)
        lateness += late_by(history)
        waits += [wait for fault in storm.faults for wait in returns(scene, fault)]
        faults += storm.faults
    cluster.replay()
    between = ".".join(map(str, pooler.version())) if pooler.PROGRAM else "none"
    print(  # noqa: T201
        f"\n{len(faults)} kills (PgBouncer: {between}), {moves} moves, all of them kept; "
        f"{cluster.started_again} programs started again.\n"
        f"{len(lateness)} turns ended by the clock, p99 {p99(lateness):.1f} s late, "
        f"at most {max(lateness, default=0):.1f} s.\n"
        f"{len(waits)} sockets of killed nodes, the board seen again after "
        f"p99 {p99(waits):.1f} s, at most {max(waits, default=0):.1f} s."
    )
    assert {fault.kind for fault in faults} == set(KINDS)
    assert waits
    assert max(waits) <= SEEN_WITHIN
    assert max(lateness, default=0) <= ENFORCED_WITHIN


def returns(scene: Nodes, fault: Fault) -> Iterator[float]:
    """Yield how long those whose node died were without a board."""
    if fault.kind in WEB:
        for person in scene.people:
            for lost_at, seen_at in person.returns:
                if fault.began_at <= lost_at <= min(fault.over_at, time.time()):
                    yield seen_at - lost_at

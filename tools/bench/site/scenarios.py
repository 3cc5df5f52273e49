"""What is done to the running site: moves, onlookers, visits, and turns that run out of time."""

import json
import subprocess
import sys
from dataclasses import dataclass
from typing import Any, Self

from config.local.paths import PROJECT
from tools.bench.site.people import DAYS, People
from tools.bench.site.server import Site, Usage


@dataclass(frozen=True)
class Plan:
    """How much is measured."""

    lanes: int = 16
    warm_up: float = 3.0
    seconds: float = 10.0
    rate: float = 50.0
    rate_seconds: float = 15.0
    sockets: int = 2000
    tables: int = 20
    hold: float = 20.0
    onlookers: int = 1000
    moves_before_all: int = 20
    deadlines: int = 500
    visits: int = 60
    thinking: float = 2.0
    punctual: int = 8  # positions of each game and process
    positions: int = 60
    hands: int = 200
    finished: int = 8  # matches of each game
    reviews: int = 2  # of each game
    looks: int | None = None  # at each turn of a review, as many as on the site


QUICK = Plan(
    lanes=4, warm_up=0.5, seconds=2.0, rate=20.0, rate_seconds=2.0, sockets=50, tables=5, hold=2.0,
    onlookers=40, moves_before_all=3, deadlines=20, visits=5, thinking=0.3, punctual=1, positions=4,
    hands=4, finished=1, reviews=1, looks=1,
)  # fmt: skip


@dataclass(frozen=True)
class Moves:
    """What came of a scenario in which moves were made."""

    moves: int
    moves_per_s: float
    latencies: list[float]  # seconds
    answered: dict[str, list[tuple[int, str]]]
    used: Usage
    own_s: float  # what the load itself has used of the processor


@dataclass(frozen=True)
class Onlookers:
    """What came of the scenario in which many look on."""

    held: int
    kb_each: float
    opened_s: float
    ends: list[str]  # how those ended that were not held


def at_will(site: Site, people: People, plan: Plan) -> Moves:
    """Have every table play as fast as it can."""
    return _moves(
        site, people, {"kind": "at will", "warm_up": plan.warm_up, "seconds": plan.seconds}, plan
    )


def by_the_clock(site: Site, people: People, plan: Plan) -> Moves:
    """Have moves begin at fixed instants, whether the site keeps up or not."""
    order = {"warm_up": plan.warm_up, "seconds": plan.rate_seconds, "rate": plan.rate}
    return _moves(site, people, {"kind": "by the clock", **order}, plan)


def _moves(site: Site, people: People, order: dict[str, Any], plan: Plan) -> Moves:
    before = site.usage()
    with _Load({**order, "url": site.url, "lanes": plan.lanes}) as load:
        while "result" not in (message := load.listen()):
            load.answer(people.table(message["lane"]))
    result = message["result"]
    used = site.usage().since(before)
    people.leave()
    return Moves(
        moves=result["moves"],
        moves_per_s=result.get("moves_per_s", 0.0),
        latencies=result["latencies"],
        answered=result["answered"],
        used=used,
        own_s=result["own_s"],
    )


def before_all(site: Site, people: People, plan: Plan) -> list[float]:
    """Have a match played that many look on at; return the seconds until all had seen each move."""
    order = {"kind": "before all", "url": site.url, "sockets": plan.onlookers}
    with _Load({**order, "moves": plan.moves_before_all, "pause": 0.5}) as load:
        while "result" not in (message := load.listen()):
            load.answer(people.table(message["lane"]))
    people.leave()
    return list(message["result"]["latencies"])


def visit(site: Site, path: str, plan: Plan) -> list[float]:
    """Return the seconds of visits to a page, which has been visited before."""
    order = {"kind": "visit", "url": site.url, "path": path, "warm_up": 10, "visits": plan.visits}
    with _Load(order) as load:
        return list(load.listen()["result"]["latencies"])


def look_on(site: Site, people: People, plan: Plan) -> Onlookers:
    """Have many look on, and measure what the web processes need for them."""
    tables = [people.table(lane, DAYS)["id"] for lane in range(plan.tables)]
    order = {"kind": "look on", "url": site.url, "matches": tables}
    _look(site, {**order, "sockets": plan.tables, "seconds": 1.0})
    before = site.memory()
    after, result = _look(site, {**order, "sockets": plan.sockets, "seconds": plan.hold})
    return Onlookers(
        held=result["held"],
        kb_each=(after - before) / plan.sockets,
        opened_s=result["opened_s"],
        ends=result["ends"],
    )


def _look(site: Site, order: dict[str, Any]) -> tuple[float, dict[str, Any]]:
    memory = 0.0
    with _Load(order) as load:
        while "result" not in (message := load.listen()):
            memory = site.memory()
            load.answer({})
    return memory, message["result"]


class _Load:
    """The process that plays."""

    def __init__(self, order: dict[str, Any]) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tools.bench.site.load"],
            cwd=PROJECT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.answer(order)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.communicate()

    def listen(self) -> dict[str, Any]:
        """Return the next message; raise RuntimeError if there is none."""
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError("The load has failed; it has said above why.")
        return dict(json.loads(line))

    def answer(self, data: Any) -> None:
        """Send a line."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(data) + "\n")
        self._process.stdin.flush()

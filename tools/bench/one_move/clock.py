"""The path of a turn's clock: ``python -m tools.bench.one_move.clock`` prints JSON.

A **stop** is a call from one module of the site into another, of a function that handles the clock
of a turn: it is given or returns a value of the clock, or reaches into a match for one (``.timer``
or ``.clock`` in its own code). Values of the clock are those of ``TurnTimer`` and of the classes
defined in modules of which a name is in ``MODULES``; a word for a pace is none. What a module calls
within itself is its own affair, and so are functions without a name or with ``__`` before it.

A **climb** is when a stop lies in a module that imports the module of the stop before it, directly
or through others. Then the work had come further down already, and begins higher up again.

The calls are noted while a real move is made, and while a real deadline fires, in a match by days
with rest and holiday: what becomes of values can't be read off the source.
"""

import ast
import functools
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from itertools import pairwise
from pathlib import Path
from types import FrameType
from typing import Any

import django

django.setup()

from tools.bench.one_move.table import Table  # noqa: E402

ROOT = Path.cwd()
PACKAGES = ("accounts", "config", "games", "lobby")
MODULES = {"clock", "clocks", "countdown", "holiday", "calendars"}
REACHES = {"timer", "clock"}

Stop = tuple[str, str]  # a module, and a function of it


def paths() -> dict[str, list[Stop]]:
    """Return the stops of a move and of a deadline that fires, in the order of their calls."""
    table = Table(slow=True)
    for _ in range(2):  # what is loaded once in the life of a process is loaded
        table.move()
        table.reload()
    moved = Trace(table.move).stops()
    table.reload()
    return {"move": moved, "deadline": Trace(table.expire).stops()}


class Trace:
    """Notes the functions of the site that are called while something is done."""

    def __init__(self, act: Callable[[], None]) -> None:
        self._calls: list[tuple[Stop, bool]] = []  # with whether it is a stop
        self._running: dict[int, int] = {}  # where calls that have not returned are noted
        sys.setprofile(self._note)
        try:
            act()
        finally:
            sys.setprofile(None)

    def stops(self) -> list[Stop]:
        """Return the functions among them that handle the clock."""
        return [stop for stop, handles in self._calls if handles]

    def _note(self, frame: FrameType, event: str, value: Any) -> None:
        if event == "call":
            code = frame.f_code
            module = _module_of(code.co_filename)
            named = not code.co_name.startswith(("<", "__"))
            if module and named and module != _caller_of(frame):
                handles = bool(REACHES & {*code.co_names}) or any(
                    is_of_the_clock(given) for given in frame.f_locals.values()
                )
                self._running[id(frame)] = len(self._calls)
                self._calls.append(((module, code.co_qualname), handles))
        elif event == "return" and (place := self._running.pop(id(frame), None)) is not None:
            stop, handles = self._calls[place]
            self._calls[place] = (stop, handles or is_of_the_clock(value))


def _caller_of(frame: FrameType) -> str:
    """Return the module of the site from which a function was called."""
    above = frame.f_back
    while above and not (module := _module_of(above.f_code.co_filename)):
        above = above.f_back
    return module if above else ""


@functools.cache
def _module_of(file: str) -> str:
    """Return the module of a file of the site, or nothing."""
    path = Path(file)
    if not path.is_relative_to(ROOT) or path.relative_to(ROOT).parts[0] not in PACKAGES:
        return ""
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def is_of_the_clock(value: Any) -> bool:
    """Tell whether a value is one of the clock."""
    kind = type(value)
    if kind.__name__ == "TurnTimer":
        return True
    return not isinstance(value, Enum) and not MODULES.isdisjoint(kind.__module__.split("."))


def climbs(stops: Sequence[Stop]) -> list[tuple[Stop, Stop]]:
    """Return the pairs of stops between which the work goes up."""
    return [
        (before, stop)
        for before, stop in pairwise(stops)
        if before[0] != stop[0] and before[0] in _below(stop[0])
    ]


@functools.cache
def _below(module: str) -> frozenset[str]:
    """Return all modules that a module imports, directly or through others."""
    found: set[str] = set()
    open_ones = [module]
    while open_ones:
        new = _imported(open_ones.pop()) - found
        found |= new
        open_ones += new
    return frozenset(found - {module})


@functools.cache
def _imported(module: str) -> frozenset[str]:
    """Return the modules of the site that a module imports when it is loaded."""
    path = _file_of(module)
    tree = ast.parse(path.read_text(encoding="utf-8")) if path else ast.Module([], [])
    names = (name for node in tree.body for name in _names(node))
    return frozenset(
        name for name in names if name.partition(".")[0] in PACKAGES and _file_of(name)
    )


def _names(node: ast.stmt) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (one.name for one in node.names)
    elif isinstance(node, ast.ImportFrom) and node.module:
        yield node.module
        yield from (f"{node.module}.{one.name}" for one in node.names)


def _file_of(module: str) -> Path | None:
    place = ROOT.joinpath(*module.split("."))
    files = (place.with_suffix(".py"), place / "__init__.py")
    return next((file for file in files if file.exists()), None)


def main() -> None:
    """Print the stops and climbs of both paths."""
    told = {name: {"stops": stops, "climbs": climbs(stops)} for name, stops in paths().items()}
    sys.stdout.write(json.dumps(told) + "\n")


if __name__ == "__main__":
    main()

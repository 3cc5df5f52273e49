"""``python -m tools.shape [CHECKOUT]``: print the figures by which the source is measured.

Lines, files and folders are read; an entry of a folder is whatever ``ls`` shows of what git knows.
Then servers are started to count the statements of a move (``tools.bench.one_move.statements``) and
the stops and climbs of a turn's clock (``tools.bench.one_move.clock`` says what they are).
"""

import argparse
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from tools.shape import checkout, sizes
from tools.shape.sizes import PACKAGES, Source

KINDS = {"Python": ".py", "CSS": ".css", "JavaScript": ".js"}
ONE_MOVE = "tools.bench.one_move"


def main() -> int:
    """Read the command line and print."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.shape", description="Print the figures of a checkout's source."
    )
    parser.add_argument("checkout", nargs="?", type=Path, default=checkout.TOOLS.parent)
    parser.add_argument("--read", action="store_true", help="only read; start nothing")
    parser.add_argument("--stops", action="store_true", help="list the stops of the clock")
    wishes = parser.parse_args()
    place = wishes.checkout.resolve()
    show(source_lines(place))
    if not wishes.read:
        with checkout.servers(place) as env:
            show(statement_lines(checkout.ask(place, env, f"{ONE_MOVE}.statements")))
            show(clock_lines(checkout.ask(place, env, f"{ONE_MOVE}.clock"), listed=wishes.stops))
    return 0


def show(lines: Iterable[str]) -> None:
    """Print lines, and an empty one."""
    print("\n".join(lines), end="\n\n", flush=True)


def source_lines(place: Path) -> Iterator[str]:
    """Yield what is told of a checkout's files."""
    files = sizes.listed(place)
    python = sizes.sources(place, files, ".py")
    yield from _package_lines(python)
    yield ""
    yield f"{'lines of a file':<16}{'median':>10}{'largest':>10}"
    for name, suffix in KINDS.items():
        found = python if suffix == ".py" else sizes.sources(place, files, suffix)
        half, most = sizes.median_and_largest(one for one in found if not one.is_migration)
        yield f"{name:<16}{half:>10g}{most.lines:>10,}  {most.path}"
    yield ""
    yield from _folder_lines(place, sizes.folders(files))


def _package_lines(python: list[Source]) -> Iterator[str]:
    yield f"{'Python':<16}{'files':>10}{'lines':>10}{'code':>10}"
    own = [source for source in python if not source.is_migration]
    for package in PACKAGES:
        yield _row(package, (one for one in own if one.path.parts[0] == package))
    yield _row("product", own)
    yield _row("migrations", (one for one in python if one.is_migration))


def _folder_lines(place: Path, full: list[tuple[str, int]]) -> Iterator[str]:
    told = {name for name, _ in full if sizes.says_why(place / name)}
    yield (
        f"folders with more than {sizes.MANY} entries: {len(full)};"
        f" without a reason: {len(full) - len(told)}"
    )
    for name, count in full:
        yield f"  {count:>4}  {name}" + ("" if name in told else "  (no reason)")


def _row(name: str, found: Iterable[Source]) -> str:
    files = list(found)
    lines, code = sum(one.lines for one in files), sum(one.code for one in files)
    return f"{name:<16}{len(files):>10,}{lines:>10,}{code:>10,}"


def statement_lines(counts: dict[str, int]) -> Iterator[str]:
    """Yield what is told of the statements of a move."""
    kinds = ("move", "request", "frame")
    yield f"{'statements':<16}" + "".join(f"{kind:>10}" for kind in kinds)
    for name, pace in (("live", "live"), ("by days", "slow")):
        numbers = (counts[f"{pace}_{kind}_statements"] for kind in kinds)
        yield f"{name:<16}" + "".join(f"{number:>10}" for number in numbers)


def clock_lines(paths: dict[str, Any], *, listed: bool) -> Iterator[str]:
    """Yield what is told of the clock."""
    yield f"{'the clock':<16}{'stops':>10}{'modules':>10}{'climbs':>10}"
    for name, path in paths.items():
        modules = {module for module, _ in path["stops"]}
        yield f"{name:<16}{len(path['stops']):>10}{len(modules):>10}{len(path['climbs']):>10}"
    for name, path in paths.items() if listed else ():
        yield ""
        yield f"{name}:"
        yield from (f"  {module}.{function}" for module, function in path["stops"])


if __name__ == "__main__":
    sys.exit(main())

"""``python -m tools.times``: where the time of the last run went, by file and by fixture.

Each part of the tests leaves a record (pytest's JUnit report) in RECORDS. What a test took is its
own time and that of the fixtures set up for it; two processes spend two seconds in one.
``python -m tools.times browser --most 40`` shows more lines, and this part alone.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from xml.etree import ElementTree as ET

from config.local.paths import PROJECT

RECORDS = PROJECT / ".venv" / "times"
FIXTURE = "fixture "  # how the properties begin that tests/conftest.py notes


def main(argv: Sequence[str]) -> int:
    """Print the tables of the parts that are asked for; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tools.times")
    parser.add_argument("parts", nargs="*", help="such as unit or browser; all if none is named")
    parser.add_argument("--most", type=int, default=15, help="lines of each table")
    asked = parser.parse_args(argv)
    records = sorted(RECORDS.glob("*.xml"), key=lambda path: path.stat().st_mtime)
    chosen = [path for path in records if not asked.parts or path.stem in asked.parts]
    for path in chosen:
        print("\n".join(table(path, most=asked.most)), end="\n\n")
    if not chosen:
        print("There is no record of such a part yet: run make test, make rest or make test-all.")
    return 0 if chosen else 2


def table(path: Path, *, most: int) -> list[str]:
    """Return the lines about one record: its slowest files and fixtures, in seconds."""
    files: dict[str, list[float]] = {}
    fixtures: dict[str, list[float]] = {}
    root = ET.parse(path).getroot()  # noqa: S314 - our own run wrote it
    for case in root.iter("testcase"):
        files.setdefault(_file(case), []).append(float(case.get("time", 0)))
        for one in case.iter("property"):
            if (name := one.get("name", "")).startswith(FIXTURE):
                took = float(one.get("value", 0))
                fixtures.setdefault(name.removeprefix(FIXTURE), []).append(took)
    whole = sum(map(sum, files.values()))
    tests = sum(map(len, files.values()))
    suite = next(root.iter("testsuite"))
    clock = float(suite.get("time", 0))
    return [
        f"{path.stem}: {tests:,} tests took {whole:,.0f} s, {clock:,.0f} s by the clock",
        *_lines("file", files, whole, most),
        *_lines("fixture", fixtures, whole, most),
    ]


def _file(case: ET.Element) -> str:
    """Return the file of a test, whose class is written as tests.lobby.test_x or …test_x.TestY."""
    names = case.get("classname", "").split(".")
    last = next((at for at, name in enumerate(names) if name.startswith("test_")), len(names))
    return "/".join(names[: last + 1]) + ".py"


def _lines(kind: str, spent: dict[str, list[float]], whole: float, most: int) -> list[str]:
    slowest = sorted(spent.items(), key=lambda item: -sum(item[1]))[:most]
    head = f"{'seconds':>9}  {'share':>5}  {'times':>6}  {kind}"
    rows = [
        f"{sum(took):>9.1f}  {sum(took) / (whole or 1):>5.0%}  {len(took):>6,}  {name}"
        for name, took in slowest
    ]
    return [head, *rows] if rows else []


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

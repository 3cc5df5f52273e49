"""``python -m tools.parts test rest``: run parts of the tests, and list at the end what ran.

A part is a target in the Makefile. A stage has lanes that run side by side, and a lane has parts
that run one after the other. A stage begins when the one before it has passed. The output of a
part is shown when the part ends; that of the first lane is shown as it comes.
"""

import os
import re
import subprocess
import sys
import threading
import time
from dataclasses import dataclass

Lane = tuple[str, ...]
Stage = tuple[Lane, ...]
STAGES: dict[str, tuple[Stage, ...]] = {
    "test": ((("unit",), ("lint", "chromium", "scripts", "journeys")),),
    "rest": ((("browser",),), (("faults",), ("slow",))),
    "numbers": ((("numbers",),), (("thorough",),)),
}
MEANS = {
    "lint": "style, types, imports",
    "unit": "rules and services",
    "chromium": "Chromium is here",
    "scripts": "scripts by themselves",
    "journeys": "a game of each kind in a browser",
    "browser": "all else in a browser",
    "faults": "programs that are killed",
    "slow": "whole sites, long tests",
    "numbers": "random games in full numbers",
    "thorough": "fits, strength, every screen",
}
_COUNT = re.compile(r"(\d+) (passed|failed|error|errors|skipped)\b")


@dataclass
class Result:
    """How a part went; ``tests`` is None for one that counts none."""

    part: str
    passed: bool
    tests: int | None
    seconds: float


def main(names: list[str]) -> int:
    """Run the stages of these names; return the exit code."""
    results: list[Result] = []
    began = time.monotonic()
    for stage in [stage for name in names for stage in STAGES[name]]:
        results += _run(stage)
        if not all(result.passed for result in results):
            break
    _show(results, time.monotonic() - began)
    return 0 if all(result.passed for result in results) else 1


def _run(stage: Stage) -> list[Result]:
    """Run the lanes of a stage side by side; return how their parts went, in their order."""
    done: dict[str, Result] = {}

    def run(lane: Lane) -> None:
        for part in lane:
            done[part] = _run_part(part, shown=lane == stage[0])

    threads = [threading.Thread(target=run, args=[lane]) for lane in stage]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return [done[part] for lane in stage for part in lane]


def _run_part(part: str, *, shown: bool) -> Result:
    began = time.monotonic()
    with subprocess.Popen(
        ["make", "--no-print-directory", part],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env={**os.environ, "MAKEFLAGS": "", "MAKELEVEL": ""},
    ) as process:
        assert process.stdout is not None
        said = b""
        while piece := os.read(process.stdout.fileno(), 65536):
            said += piece
            if shown:
                _write(piece)
    if not shown:
        _write(said)
    counts = _COUNT.findall(said.decode(errors="replace").rpartition("\n=")[2])
    tests = sum(int(number) for number, what in counts if what != "skipped") if counts else None
    return Result(part, process.returncode == 0, tests, time.monotonic() - began)


def _write(said: bytes) -> None:
    sys.stdout.buffer.write(said)
    sys.stdout.buffer.flush()


def _show(results: list[Result], seconds: float) -> None:
    """Print the table."""
    lines = [("part", "tests", "seconds"), ("-" * 34, "-" * 7, "-" * 7)]
    for result in results:
        tests = "" if result.tests is None else f"{result.tests:,}"
        failed = "" if result.passed else "  FAILED"
        lines.append((MEANS[result.part], tests, f"{result.seconds:.0f}{failed}"))
    total = sum(result.tests or 0 for result in results)
    lines.append(("in all", f"{total:,}", f"{seconds:.0f}"))
    for part, tests, duration in lines:
        print(f"{part:<34}  {tests:>7}  {duration:>7}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""``python -m tools.planted``: show that the tests find faults, by planting them one at a time.

Each fault in ``faults`` is a line of the site with a mistake in it. It is planted in a copy
of the project as it is now, and the tests run in that copy until one fails. Those that
``make test`` runs come first, starting with the nearest, then those of ``make rest``, and then
those that only ``make test-all`` runs. The tests never run without a fault, so the whole suite has
to pass beforehand; otherwise a test that always fails would "find" everything.

``python -m tools.planted 3 17 grace`` plants the faults with these numbers and those with the word
``grace`` in their names; ``--quick`` leaves out what ``make test`` leaves out; ``--list`` lists all
the faults.
"""

import argparse
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path

from tools import check
from tools.check import ROOT

TEST, REST, TEST_ALL = "make test", "make rest", "make test-all"
ALL = (TEST, REST, TEST_ALL)
NOT_FOUND, BROKEN = "NOT FOUND", "BROKEN"
PATIENCE = 5400.0  # seconds for one run; a fault may make a test wait for ever
FAREWELL = 30.0  # seconds for a run to stop its servers
TOLD = 15  # lines of a broken run
# A run that is cut short leaves sockets behind, which would be told of instead of the failed test.
# A fault that is planted has no place any more.
QUIET = (
    "-x", "-q", "-p", "no:cacheprovider", "-p", "no:unraisableexception",
    "--deselect=tests/tools/test_planted.py",
)  # fmt: skip
UNIT = "not slow and not thorough"
LARGE = ("-n", "2", "--dist", "worksteal")
BY_FILE = ("-n", "2", "--dist", "loadfile")  # as the Makefile has it: each file keeps its site
PASSED, FAILED, INTERRUPTED, NO_TESTS = 0, 1, 2, 5  # exit codes of pytest
_STOPPED = "Interrupted: stopping after"  # how parallel runs end at a failure, with INTERRUPTED
_TEST = re.compile(r"^(?:FAILED|ERROR) (\S+::.*?)(?: - .*)?$", re.MULTILINE)


@dataclass(frozen=True)
class Fault:
    """What is wrong, in which file, and which text, there exactly once, becomes which other."""

    name: str
    file: str
    old: str
    new: str


Planted = tuple[int, Fault]


@dataclass(frozen=True)
class Run:
    """A run of pytest: as a part of which command, with which arguments and numbers."""

    command: str
    arguments: tuple[str, ...]
    thorough: bool = False


@dataclass(frozen=True)
class Outcome:
    """What became of a fault: the command and the test that found it, or why that is not known."""

    number: int
    fault: Fault
    command: str
    test: str
    seconds: float


class Broken(Exception):
    """A run that ended otherwise than by a passed or a failed test; the text is what it said."""


def main(argv: Sequence[str]) -> int:
    """Plant the faults that are asked for, and return the exit code: 1 if one was not found."""
    parser = argparse.ArgumentParser(prog="python -m tools.planted", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("which", nargs="*", help="numbers of faults, or words from their names")
    parser.add_argument("--jobs", type=int, default=2, help="how many to plant at a time")
    parser.add_argument("--quick", action="store_true", help=f"only what {TEST} runs")
    parser.add_argument("--list", action="store_true", help="list the faults and stop")
    asked = parser.parse_args(argv)
    planted = chosen(asked.which)
    problems = [found for one in planted if (found := problem(one))]
    if asked.list or problems or not planted:
        shown = problems or [f"{number:>3}  {one.file}: {one.name}" for number, one in planted]
        print("\n".join(shown or ["There is no such fault."]))
        return 0 if asked.list and shown and not problems else 2
    outcomes = plant_all(planted, jobs=asked.jobs, quick=asked.quick)
    _show(sorted(outcomes, key=lambda outcome: outcome.number))
    return 0 if all(outcome.command in ALL for outcome in outcomes) else 1


def read_faults(text: str) -> Iterator[Fault]:
    """Yield the faults of a list.

    Below a file stand its faults: what is wrong, in a sentence, then a piece of the file's text
    that occurs there exactly once, and what stands in its place.
    """
    file = name = old = ""
    for line in filter(None, text.splitlines()):
        said = line.strip()
        if line == said:
            file = said
        elif said.startswith("- "):
            old = said[2:]
        elif said.startswith("+"):
            yield Fault(name, file, old, said[2:])
        else:
            name = said


FAULTS = tuple(read_faults(Path(__file__).with_name("faults.txt").read_text(encoding="utf-8")))


def chosen(which: Sequence[str]) -> list[Planted]:
    """Return the faults with these numbers or words in their names; all if none is asked for."""
    planted = list(enumerate(FAULTS, start=1))
    wanted = [word.lower() for word in which]
    return [
        (number, fault)
        for number, fault in planted
        if not wanted
        or str(number) in wanted
        or any(word in fault.name.lower() for word in wanted if not word.isdecimal())
    ]


def problem(planted: Planted) -> str:
    """Return why a fault cannot be planted, as the site has changed since; "" if it can."""
    number, fault = planted
    path = ROOT / fault.file
    times = path.read_text(encoding="utf-8").count(fault.old) if path.is_file() else 0
    if times == 1:
        return ""
    return f"{number:>3}  {fault.file} has the text {times} times and not once: {fault.old}"


# --- Planting -------------------------------------------------------------------------------------


def plant_all(planted: Sequence[Planted], *, jobs: int, quick: bool) -> list[Outcome]:
    """Plant all, a few at a time; print each outcome as soon as it's there."""
    pool = ThreadPoolExecutor(max(1, jobs))
    waiting = [pool.submit(plant, number, fault, quick=quick) for number, fault in planted]
    outcomes = []
    try:
        for future in as_completed(waiting):
            outcomes.append(future.result())
            _tell(outcomes[-1])
    finally:
        pool.shutdown(cancel_futures=True)
    return outcomes


def plant(number: int, fault: Fault, *, quick: bool) -> Outcome:
    """Plant one fault in a copy of its own, and run tests there until one fails."""
    began = time.monotonic()
    command, test = NOT_FOUND, ""
    with tempfile.TemporaryDirectory(prefix="planted-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        _copy_project(folder)
        path = folder / fault.file
        text = path.read_text(encoding="utf-8").replace(fault.old, fault.new)
        path.write_text(text, encoding="utf-8")
        try:
            for run in runs_for(fault, quick=quick):
                if test := failed_test(*_run(run, folder)):
                    command = run.command
                    break
        except Broken as broken:
            command, test = BROKEN, str(broken)
    return Outcome(number, fault, command, test, time.monotonic() - began)


def _copy_project(folder: Path) -> None:
    """Copy the project as it is here, what git doesn't know yet too; and its history.

    Which games the tests try at a commit follows from that.
    """
    clone = ["git", "clone", "--quiet", "--shared", "--no-checkout", str(ROOT), str(folder)]
    subprocess.run(clone, check=True)
    subprocess.run(["git", "reset", "--quiet"], cwd=folder, check=True)
    command = ["git", "ls-files", "-z", "-co", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout
    folder.chmod(0o755)  # the database's account may look in
    if (programs := ROOT / ".venv").is_dir():  # what the site's own units and scripts call
        (folder / ".venv").symlink_to(programs)
    for file in {os.fsdecode(name) for name in listed.split(b"\0") if name}:
        source, target = ROOT / file, folder / file
        if source.is_file():  # and not deleted a moment ago
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, target)


# --- Which tests, in which order ------------------------------------------------------------------


def runs_for(fault: Fault, *, quick: bool) -> list[Run]:
    """Return the runs that are made until one finds a fault."""
    near = check.tests_of([fault.file])
    whole = [place for places in near if "-k" not in places for place in places]
    ignored = [f"--ignore={place}" for place in whole]
    units = [Run(TEST, ("-n", "0", "-m", UNIT, *places)) for places in near]
    units.append(Run(TEST, (*LARGE, "-m", UNIT, *ignored)))
    pages = [
        Run(TEST, ("-n", "0", "-m", UNIT, f"{check.SCRIPTS}/modules")),
        Run(TEST, ("-n", "2", "--dist", "load", "-m", "journey", "tests/browser")),
    ]
    # What a browser runs is nearest to the tests in a browser.
    runs = [*pages, *units] if fault.file.endswith(".js") else [*units, *pages]
    return runs if quick else [*runs, *_rest(), *_thorough()]


def _rest() -> list[Run]:
    """Return the runs of ``make rest``."""
    pages = ("tests/browser", "tests/scripts/boards")
    return [
        Run(REST, (*BY_FILE, "-m", "not journey and not thorough", *pages)),
        Run(REST, (*LARGE, "-m", "slow and not thorough")),
        Run(REST, (*BY_FILE, "-m", "not thorough", "tests/faults")),
    ]


def _thorough() -> list[Run]:
    """Return the runs that only ``make test-all`` makes."""
    numbered = [
        str(path.relative_to(ROOT))
        for path in sorted((ROOT / "tests").rglob("test_*.py"))
        if not str(path.relative_to(ROOT)).startswith((*check.APART, check.SCRIPTS))
        and "from tests.size import" in path.read_text(encoding="utf-8")
    ]
    return [
        Run(TEST_ALL, (*LARGE, "-m", "not thorough", *numbered), thorough=True),
        Run(TEST_ALL, (*LARGE, "-m", "thorough"), thorough=True),
        Run(TEST_ALL, (*BY_FILE, "tests/browser", check.SCRIPTS), thorough=True),
        Run(TEST_ALL, ("-n", "0", "tests/faults/test_storm.py"), thorough=True),
        Run(TEST_ALL, ("-n", "0", "-m", "thorough", "tests/faults"), thorough=True),
    ]


def _run(run: Run, folder: Path) -> tuple[int, str]:
    """Run tests in a copy; return the exit code and what was said. Raise Broken after too long."""
    left_out = ("PYTHONDONTWRITEBYTECODE", "PYTEST_ADDOPTS", "THOROUGH")
    env = {name: value for name, value in os.environ.items() if name not in left_out}
    command = [sys.executable, "-m", "pytest", *QUIET, *run.arguments]
    with subprocess.Popen(
        command,
        cwd=folder,
        env={**env, "THOROUGH": "1"} if run.thorough else env,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    ) as process:
        try:
            said, _ = process.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            _stop(process)
            raise Broken(f"no end after {PATIENCE:.0f} seconds: {' '.join(command)}") from None
    return process.returncode, said


def _stop(process: "subprocess.Popen[str]") -> None:
    """End a run, gently if possible, so that its servers end with it."""
    process.send_signal(signal.SIGINT)
    try:
        process.communicate(timeout=FAREWELL)
    except subprocess.TimeoutExpired:
        process.kill()


def failed_test(code: int, said: str) -> str:
    """Return the first test that a run names as failed, "" if all passed; raise Broken.

    A file that cannot even be imported is no test that failed.
    """
    if code in (PASSED, NO_TESTS):
        return ""
    named = _TEST.search(said)
    stopped = code == FAILED or (code == INTERRUPTED and _STOPPED in said)
    if named and stopped:
        return named[1]
    raise Broken("\n".join([f"exit code {code}", *said.strip().splitlines()[-TOLD:]]))


# --- What is told ---------------------------------------------------------------------------------


def _tell(outcome: Outcome) -> None:
    facts = f"{outcome.number:>3}  {outcome.seconds:>5.0f} s  {outcome.command:<13}"
    print(f"{facts}  {outcome.fault.name}  {outcome.test}".rstrip(), flush=True)


def _show(outcomes: Sequence[Outcome]) -> None:
    """Print the table and how many were found by what."""
    rows = [("no.", "fault", "file", "found by", "in", "seconds")]
    for one in outcomes:
        test = one.test.partition("\n")[0] or "-"
        seconds = f"{one.seconds:.0f}"
        rows.append((str(one.number), one.fault.name, one.fault.file, test, one.command, seconds))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    print()
    for row in rows:
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        print("  ".join(cells).rstrip())
    count = {
        command: sum(one.command == command for one in outcomes)
        for command in (*ALL, NOT_FOUND, BROKEN)
    }
    broken = f", {count[BROKEN]} broken" if count[BROKEN] else ""
    print(
        f"\n{len(outcomes)} faults: {count[TEST]} found by {TEST}, {count[REST]} by {REST}, "
        f"{count[TEST_ALL]} by {TEST_ALL}, {count[NOT_FOUND]} not found{broken}."
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

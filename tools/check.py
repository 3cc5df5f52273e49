"""``python -m tools.check``: lint, and the unit tests of what changed since main.

Run it as you work. The changed files are those that differ from where this branch left main,
whether committed or not.
"""

import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

from config.settings import GAMES

ROOT = Path(__file__).resolve().parent.parent
# Where the tests of a folder lie, the longest name first; a test file that changed is run as it is.
TESTS_OF = {
    "games/words/": ["tests/games/words"],
    "games/core/": ["tests/games/core", "tests/conformance"],
    "games/matches/play/": ["tests/games/matches/play"],
    "games/matches/post/": [
        "tests/games/matches/post",
        "tests/games/matches/pages/test_turn_mails.py",
    ],
    "games/": ["tests/games/matches/play", "tests/games/matches/pages"],
    "lobby/leagues/": ["tests/lobby/leagues"],
    "lobby/": ["tests/lobby"],
    "accounts/": ["tests/accounts"],
    "config/local/": ["tests/local"],
    "config/": ["tests/config"],
    "templates/": ["tests/config", "tests/lobby"],
    "tools/bench/": ["tests/bench"],
    "tools/": ["tests/tools"],
}
APART = ("tests/browser/", "tests/faults/")


def main() -> int:
    """Run what belongs to the change; return the exit code."""
    lint = subprocess.Popen(["make", "--no-print-directory", "lint"], cwd=ROOT)
    code = _run_tests(sorted(changed()))
    return lint.wait() or code


def changed() -> set[str]:
    """Return the changed files by their paths below the project."""
    base = _git("merge-base", "HEAD", "main") or ["HEAD"]
    return {
        *_git("diff", "--name-only", base[0]),
        *_git("ls-files", "--others", "--exclude-standard"),
    }


def tests_of(files: Iterable[str]) -> list[list[str]]:
    """Return the arguments of pytest for changed files: one list for each run."""
    places: dict[str, None] = {}
    games: dict[str, None] = {}
    for file in files:
        parts = file.split("/")
        if file.startswith("games/") and parts[1] in GAMES:
            games[parts[1]] = None
            places[f"tests/games/{parts[1]}"] = None
        elif file.startswith("tests/"):
            if parts[-1].startswith("test_") and not file.startswith(APART):
                places[file] = None
        else:
            folder = max(filter(file.startswith, TESTS_OF), key=len, default="")
            places |= dict.fromkeys(TESTS_OF.get(folder, []))
    there = [place for place in places if (ROOT / place).exists()]
    runs = [there] if there else []
    if games and "tests/conformance" not in places:
        runs.append(["tests/conformance", "-k", " or ".join(games)])
    return runs


def _run_tests(files: list[str]) -> int:
    runs = tests_of(files)
    if not runs:
        print("There are no unit tests for what changed since main.")
    codes = [
        subprocess.run(
            [sys.executable, "-m", "pytest", "-n", "2", "-m", "not slow", *arguments],
            cwd=ROOT,
            check=False,
        ).returncode
        for arguments in runs
    ]
    return max(codes, default=0)


def _git(*command: str) -> list[str]:
    done = subprocess.run(["git", *command], cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout.splitlines() if done.returncode == 0 else []


if __name__ == "__main__":
    sys.exit(main())

"""``python -m tools.check``: lint, and the unit tests of what changed since main.

Run it as you work. The changed files are those that differ from where this branch left main,
whether committed or not. The tests of a folder lie in the folder of the same name below ``tests``;
ELSEWHERE says where else, and what lies beside nothing of that name.
"""

import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

from config.settings import GAMES

ROOT = Path(__file__).resolve().parent.parent
# Where tests lie that no folder's name tells, by how the paths of files begin, the longest first.
PAGES = "tests/games/matches/pages"
ELSEWHERE: dict[str, list[str]] = {
    "accounts/": ["tests/accounts"],
    "config/": ["tests/config/test_settings.py"],
    "config/local/": ["tests/local"],
    "docs/": ["tests/architecture/test_english.py"],
    "docs/fairness": [f"{PAGES}/test_fairness.py"],
    "docs/hosting": ["tests/architecture/test_english.py", "tests/config/hosting/setup"],
    "docs/notation": ["tests/conformance/test_notation.py"],
    "games/": ["tests/conformance"],
    "games/core/": ["tests/games/core", "tests/conformance"],
    "games/matches/": [
        "tests/games/matches/play/test_play.py", f"{PAGES}/test_match_views.py",
        f"{PAGES}/test_moves.py",
    ],
    "games/matches/between/": ["tests/games/matches/play"],
    "games/matches/clocks/": ["tests/games/matches/play"],
    "games/matches/live/": ["tests/games/matches/live", f"{PAGES}/test_sockets.py"],
    "games/matches/models/": ["tests/games/matches/play"],
    "games/matches/post/": ["tests/games/matches/post", f"{PAGES}/test_turn_mails.py"],
    "games/matches/proofs/": [
        "tests/games/matches/proofs", f"{PAGES}/test_fairness.py",
        "tests/games/matches/play/test_replays.py",
    ],
    "games/matches/reading/": [
        "tests/games/matches/reading", f"{PAGES}/test_match_views.py", "tests/lobby/home",
    ],
    "games/matches/talk/": [f"{PAGES}/test_chat.py"],
    "lobby/": ["tests/lobby/test_consumers.py"],
    "static/": [
        "tests/scripts", "tests/config/test_styles.py", "tests/config/web/bundles",
        "tests/config/test_makemessages.py",
    ],
    "templates/": ["tests/config/web", "tests/lobby/home"],
    "templates/account/": ["tests/accounts/users"],
    "templates/accounts/": [
        "tests/accounts/notices", "tests/accounts/rest", "tests/accounts/users",
    ],
    "templates/allauth/": ["tests/accounts/users"],
    "templates/clubs/": ["tests/lobby/clubs"],
    "templates/daily/": ["tests/games/daily"],
    "templates/games/": [PAGES],
    "templates/leagues/": ["tests/lobby/leagues/pages"],
    "templates/lobby/": ["tests/lobby/home", "tests/lobby/tables"],
    "templates/mail/": ["tests/accounts/notices", "tests/games/matches/post"],
    "templates/people/": ["tests/accounts/trust"],
    "templates/puzzles/": ["tests/games/puzzles"],
    "templates/records/": ["tests/lobby/records"],
    "templates/reviews/": ["tests/games/reviews"],
    "templates/studies/": ["tests/games/studies"],
    "templates/words/": ["tests/games/words/pages"],
    "tests/": ["tests/games/matches/play/test_play.py", "tests/lobby/home/test_front.py"],
    "tools/": ["tests/tools"],
    "tools/bench/": ["tests/bench"],
    "": ["tests/architecture", "tests/config/hosting/setup"],
}  # fmt: skip
# They keep an event loop or programs of their own, so they never run with others.
APART = ("tests/browser", "tests/faults")
SCRIPTS = "tests/scripts"  # a page of a browser, too, but without a site
NO_TESTS = 5  # what pytest exits with when it finds none


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
        else:
            places |= dict.fromkeys(places_of(file))
    plain = _outermost(place for place in places if not place.startswith((SCRIPTS, *APART)))
    scripts = _outermost(place for place in places if place.startswith(SCRIPTS))
    runs = [plain, scripts]
    for whole in ("tests/conformance", SCRIPTS):
        own = [whole, "-k", " or ".join(games)]
        runs.append(own if games and whole not in places else [])
    return [run for run in runs if run]


def places_of(file: str) -> list[str]:
    """Return where the tests of a file lie: the longer name wins, and of equal ones ELSEWHERE's."""
    if file.startswith("tests/"):
        return _of_test(Path(file))
    folders = [str(one) for one in Path(file).parents[:-1]]  # without the project's own
    mirrored = next((one for one in folders if (ROOT / "tests" / one).is_dir()), "")
    elsewhere = max(filter(file.startswith, ELSEWHERE), key=len)
    return ELSEWHERE[elsewhere] if len(elsewhere) >= len(mirrored) else [f"tests/{mirrored}"]


def _of_test(file: Path) -> list[str]:
    """Return what a file of the tests changes: itself, or its folder if others import it."""
    if file.name.startswith("test_"):
        return [str(file)] if (ROOT / file).exists() else []
    has_tests = len(file.parts) > 2 and any((ROOT / file).parent.rglob("test_*.py"))
    is_apart = str(file).startswith(APART)
    return [str(file.parent)] if has_tests or is_apart else ELSEWHERE["tests/"]


def _outermost(places: Iterable[str]) -> list[str]:
    """Return the places that don't lie in another one."""
    found = list(places)
    return [one for one in found if not any(one.startswith(f"{other}/") for other in found)]


def _run_tests(files: list[str]) -> int:
    runs = tests_of(files)
    if not runs:
        print("There are no unit tests for what changed since main.")
    codes = [
        subprocess.run(
            [sys.executable, "-m", "pytest", "-n", "2", "-m", "not slow and not thorough", *one],
            cwd=ROOT,
            check=False,
        ).returncode
        for one in runs
    ]
    return max((code for code in codes if code != NO_TESTS), default=0)


def _git(*command: str) -> list[str]:
    done = subprocess.run(["git", *command], cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout.splitlines() if done.returncode == 0 else []


if __name__ == "__main__":
    sys.exit(main())

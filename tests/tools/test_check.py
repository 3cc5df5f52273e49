"""Whatever changes, `make check` knows tests for it."""

import subprocess

import pytest
from django.conf import settings

from tools import check
from tools.check import APART, ELSEWHERE, ROOT

# Their tests take a browser with a whole site, or programs to kill.
WITHOUT = tuple(f"{folder}/" for folder in APART)


def tracked() -> list[str]:
    listed = ["git", "ls-files", "-co", "--exclude-standard"]
    said = subprocess.run(listed, cwd=ROOT, capture_output=True, text=True, check=True)
    return [file for file in said.stdout.splitlines() if (ROOT / file).exists()]


def test_each_file_has_tests_that_are_there() -> None:
    for file in tracked():
        runs = check.tests_of([file])
        assert bool(runs) is not file.startswith(WITHOUT), file
        places = [place for run in runs for place in run if place.startswith("tests/")]
        assert [place for place in places if not (ROOT / place).exists()] == [], file


def test_the_list_names_nothing_that_has_gone() -> None:
    files = tracked()
    gone = [start for start in ELSEWHERE if not any(file.startswith(start) for file in files)]
    assert gone == []


@pytest.mark.parametrize(
    ("file", "runs"),
    [
        ("games/puzzles/acts.py", [["tests/games/puzzles"]]),
        ("games/reviews/work.py", [["tests/games/reviews"]]),
        ("lobby/leagues/season/plan/machine.py", [["tests/lobby/leagues/season/plan"]]),
        ("accounts/rest/services.py", [["tests/accounts/rest"]]),
        ("config/local/site.py", [["tests/local"]]),
        ("templates/account/login.html", [["tests/accounts/users"]]),
        ("docs/hosting.md", [["tests/architecture/test_english.py", "tests/config/hosting/setup"]]),
        ("requirements.txt", [["tests/architecture", "tests/config/hosting/setup"]]),
        ("tests/browser/boards/test_board.py", []),
        ("tests/games/studies/conftest.py", [["tests/games/studies"]]),
    ],
)
def test_tests_lie_where_the_source_does(file: str, runs: list[list[str]]) -> None:
    assert check.tests_of([file]) == runs


@pytest.mark.parametrize("slug", settings.GAMES)
def test_a_game_has_its_own_tests_and_its_part_of_those_of_all(slug: str) -> None:
    assert check.tests_of([f"games/{slug}/rules.py"]) == [
        [f"tests/games/{slug}"],
        ["tests/conformance", "-k", slug],
        ["tests/scripts", "-k", slug],
    ]


def test_scripts_have_a_page_of_their_own() -> None:
    plain, scripts = check.tests_of(["static/shell/board/keys.js"])
    assert (scripts, "tests/scripts" in plain) == (["tests/scripts"], False)


def test_what_lies_in_another_place_is_not_run_twice() -> None:
    both = ["games/core/rng.py", "games/core/log/replay.py", "tests/games/core/test_rng.py"]
    assert check.tests_of(both) == [["tests/games/core", "tests/conformance"]]

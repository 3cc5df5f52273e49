"""A game is one folder and one word in the settings: a copy under another name is another game.

The copy is made as a person would make it, in a project of its own: the folder and its tests are
copied, the old name is replaced wherever it stands in them, and the new one is added to GAMES.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

pytestmark = pytest.mark.slow
ROOT = Path(__file__).parents[2]
CODE = ("accounts", "config", "games", "lobby", "templates", "manage.py", "pyproject.toml")
TESTS = (
    "__init__.py",
    "conftest.py",
    "prepared.py",
    "servers.py",
    "size.py",
    "hashing.py",
    "conformance",
    "words",
    "games/__init__.py",
)
NAME = "copied_game"


def lines_of(slug: str) -> int:
    """Return how many lines of Python a game has."""
    files = (ROOT / "games" / slug).rglob("*.py")
    return sum(path.read_text(encoding="utf-8").count("\n") for path in files)


def copy(source: Path, target: Path) -> None:
    """Copy a file or a folder, without what running it has left behind."""
    target.parent.mkdir(parents=True, exist_ok=True)
    if source.is_dir():
        shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
    else:
        shutil.copy(source, target)


def copy_renamed(source: Path, target: Path, name: str) -> None:
    """Copy a game's folder, replacing the name: in imports, in its info, where its board lies."""
    for path in sorted(source.rglob("*")):
        if path.is_dir() or "__pycache__" in path.parts:
            continue
        place = target / str(path.relative_to(source)).replace(source.name, name)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(path.read_text(encoding="utf-8").replace(source.name, name))


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project with one more game: the smallest again, by another name."""
    folder = tmp_path_factory.mktemp("project")
    for name in CODE:
        copy(ROOT / name, folder / name)
    for name in TESTS:
        copy(ROOT / "tests" / name, folder / "tests" / name)
    smallest = min(settings.GAMES, key=lines_of)
    for place in ("games", "tests/games"):
        copy_renamed(ROOT / place / smallest, folder / place / NAME, NAME)
    file = folder / "config" / "settings.py"
    before = file.read_text(encoding="utf-8")
    after, count = re.subn(r"^GAMES = \(", f'GAMES = ("{NAME}", ', before, flags=re.MULTILINE)
    assert count == 1
    file.write_text(after, encoding="utf-8")
    return folder


def run(project: Path, *command: str) -> str:
    done = subprocess.run(
        [sys.executable, *command],
        cwd=project,
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "config.settings"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_copy_is_all_that_the_site_asks_of_a_game(project: Path):
    assert run(project, "manage.py", "check") == "System check identified no issues (0 silenced).\n"


def test_the_copy_keeps_every_promise(project: Path):
    files = [f"tests/conformance/test_{name}.py" for name in ("games", "lessons", "wording")]
    said = run(project, "-m", "pytest", *files, "-k", NAME)
    passed = re.search(r"^(\d+) passed, \d+ deselected", said, re.MULTILINE)
    assert passed is not None, said
    assert int(passed[1]) > 30

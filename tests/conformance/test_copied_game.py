"""A game is one folder and one word in the settings: a copy under another name is another game.

The copy is made as a person would make it, in a project of its own: the folder and its tests are
copied, the old name is replaced wherever it stands in them, and the new one is added to GAMES. Its
notation is written to the docs. Then it is bound like the others: by style, contracts, architecture
and conformance.
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
LINT_IMPORTS = str(Path(sys.executable).with_name("lint-imports"))


def lines_of(slug: str) -> int:
    """Return how many lines of Python a game has."""
    files = (ROOT / "games" / slug).rglob("*.py")
    return sum(path.read_text(encoding="utf-8").count("\n") for path in files)


SMALLEST = min(settings.GAMES, key=lines_of)
NAME = SMALLEST[:-4] + "copy"  # as long as the other, so that no line has to be broken anew


def git(folder: Path, *command: str) -> str:
    done = subprocess.run(["git", *command], cwd=folder, capture_output=True, text=True, check=True)
    return done.stdout


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
    for name in git(ROOT, "ls-files", "-z").split("\0"):
        if name and (ROOT / name).exists():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / name)
    for place in ("games", "tests/games"):
        copy_renamed(ROOT / place / SMALLEST, folder / place / NAME, NAME)
    file = folder / "config" / "settings.py"
    before = file.read_text(encoding="utf-8")
    after, count = re.subn(r"^GAMES = \(", f'GAMES = ("{NAME}", ', before, flags=re.MULTILINE)
    assert count == 1
    file.write_text(after, encoding="utf-8")
    run(folder, sys.executable, "-m", "tools.vectors")
    git(folder, "init", "--quiet")
    git(folder, "add", ".")
    return folder


def run(project: Path, *command: str, fails: bool = False) -> str:
    done = subprocess.run(
        command,
        cwd=project,
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "config.settings"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert bool(done.returncode) is fails, done.stdout + done.stderr
    return done.stdout


def test_the_copy_is_all_that_the_site_asks_of_a_game(project: Path):
    assert (
        run(project, sys.executable, "manage.py", "check")
        == "System check identified no issues (0 silenced).\n"
    )


def test_the_copy_keeps_to_style_and_contracts(project: Path):
    places = [f"{place}/{NAME}" for place in ("games", "tests/games")]
    run(project, sys.executable, "-m", "ruff", "check", *places)
    run(project, sys.executable, "-m", "ruff", "format", "--check", *places)
    run(project, LINT_IMPORTS, "--no-cache")


def test_the_copy_stands_in_the_architecture(project: Path):
    run(project, sys.executable, "-m", "pytest", "-m", "not slow", "tests/architecture")


def test_the_copy_keeps_every_promise(project: Path):
    chosen = ("-m", "not slow", "-k", NAME)  # else the copy would be copied
    said = run(project, sys.executable, "-m", "pytest", "tests/conformance", *chosen)
    passed = re.search(r"^(\d+) passed, \d+ deselected", said, re.MULTILINE)
    assert passed is not None, said
    assert int(passed[1]) > 60


def test_what_the_copy_must_not_import_is_found(project: Path):
    forbidden = {
        "import random": f"games.{NAME}.rules -> random",
        f"import games.{SMALLEST}.options": f"games.{NAME}.rules -> games.{SMALLEST}.options",
        f"import games.{NAME}.bots.search": f"games.{NAME}.rules -> games.{NAME}.bots.search",
    }
    rules = project / "games" / NAME / "rules.py"
    before = rules.read_text(encoding="utf-8")
    try:
        rules.write_text("\n".join([before, *forbidden, ""]), encoding="utf-8")
        said = run(project, LINT_IMPORTS, "--no-cache", fails=True)
    finally:
        rules.write_text(before, encoding="utf-8")
    assert [found for found in forbidden.values() if found not in said] == []

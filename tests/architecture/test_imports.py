"""The contracts of pyproject.toml hold, and they notice when one is broken."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LINT_IMPORTS = Path(sys.executable).with_name("lint-imports")
PACKAGES = ("config", "lobby", "games", "accounts")

# What must not be imported: where, how, and what is said of it.
FORBIDDEN = [
    ("games/tilekingdom/rules.py", "import django", "games.tilekingdom.rules -> django"),
    ("games/tilekingdom/rules.py", "import random", "games.tilekingdom.rules -> random"),
    ("games/core/rng.py", "import time", "games.core.rng -> time"),
    ("games/core/rng.py", "import datetime", "games.core.rng -> datetime"),
    ("games/core/game.py", "import games.matches.play", "games.core.game -> games.matches.play"),
    (
        "accounts/users/names.py",
        "import games.matches.reading",
        "accounts.users.names -> games.matches.reading",
    ),
    (
        "games/matches/reading/due.py",
        "import lobby.tables.reading",
        "games.matches.reading.due -> lobby.tables.reading",
    ),
    (
        "games/matches/play/__init__.py",
        "def f():\n    from games.matches import tasks",
        "games.matches.play -> games.matches.tasks",
    ),
    (
        "games/matches/pages/matches.py",
        "from games.matches.models import Match",
        "games.matches.pages.matches -> games.matches.models",
    ),
    (
        "games/matches/pages/matches.py",
        "from games.words.models import Word",
        "games.matches.pages.matches -> games.words.models",
    ),
    (
        "lobby/tables/pages/tables.py",
        "from lobby.tables.models import Lobby",
        "lobby.tables.pages.tables -> lobby.tables.models",
    ),
    (
        "games/matches/play/__init__.py",
        "import channels.layers",
        "games.matches.play -> channels",
    ),
    ("lobby/tables/reading.py", "import celery", "lobby.tables.reading -> celery"),
    (
        "config/web/health.py",
        "import config.hosting.reading",
        "config.web.health -> config.hosting",
    ),
    (
        "games/matches/reading/options.py",
        "from games.thinking.judges import judge_of",
        "games.matches.reading.options -> games.thinking.judges",
    ),
    (
        "games/puzzles/pages/puzzles.py",
        "def f():\n    from games.puzzles.finding import look",
        "games.puzzles.pages.puzzles -> games.puzzles.finding",
    ),
    (
        "games/matches/pages/practice.py",
        "from games.thinking import work",
        "games.matches.pages.practice -> games.thinking.work",
    ),
    ("config/processes/role.py", "import config.local", "config.processes.role -> config.local"),
    (
        "config/processes/leaving.py",
        "import config.processes.logs",
        "leaving -> config.processes.logs",
    ),
]


def lint(folder: Path) -> tuple[int, str]:
    done = subprocess.run(
        [LINT_IMPORTS, "--no-cache"], cwd=folder, capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout + done.stderr


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of all code, to break."""
    for package in PACKAGES:
        only_code = shutil.ignore_patterns("static", "__pycache__", "golden")
        shutil.copytree(ROOT / package, tmp_path / package, ignore=only_code)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    (tmp_path / "tools").mkdir()
    shutil.copy(ROOT / "tools" / "contracts.py", tmp_path / "tools")
    return tmp_path


def test_every_contract_is_kept() -> None:
    code, output = lint(ROOT)
    assert code == 0, output


def test_planted_imports_and_a_module_outside_the_layers_are_found_and_named(copy: Path) -> None:
    for module, line, _ in FORBIDDEN:
        with (copy / module).open("a", encoding="utf-8") as file:
            file.write(f"\n{line}\n")
    (copy / "games" / "stray.py").write_text('"""Nobody knows where it belongs."""\n')
    code, output = lint(copy)
    assert code == 1
    assert [found for _, _, found in FORBIDDEN if found not in output] == []
    assert "stray" in output

"""The source is measured as it is said to be."""

import subprocess
from pathlib import Path, PurePosixPath

import pytest

from games.core.clock import Pace, TimeControl
from tools.bench.one_move import clock
from tools.shape import sizes
from tools.shape.__main__ import clock_lines, source_lines

TEXT = '''"""Says what it is for.

At length.
"""

# A comment.
VALUE = """a
text"""  # and one beside it


def f():
    """Do it."""
    return [
        1,

    ]
'''


def test_blanks_comments_and_docstrings_are_no_code():
    assert sizes.code_lines(TEXT) == {7, 8, 11, 13, 14, 16}


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A small site."""
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    texts = {
        "accounts/users/models.py": "A = 1\n",
        "accounts/migrations/0001_initial.py": "B = 2\nC = 3\n",
        "games/__init__.py": "",
        "games/rules.py": TEXT,
        "games/static/board.css": "a {}\n\n",
        "games/static/board.js": "\n",
        ".gitignore": "*.pyc\n",
        "games/rules.pyc": "",
        "templates/README.md": "Pages.\n\nMany files: one for each page.\n",
    }
    texts |= {f"docs/{number}.md": "" for number in range(13)}
    texts |= {f"templates/{number}.html": "" for number in range(13)}
    for name, text in texts.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path


def test_files_are_counted_by_package_and_migrations_apart(checkout: Path):
    lines = [line.split() for line in source_lines(checkout)]
    assert ["accounts", "1", "1", "1"] in lines
    assert ["games", "2", "16", "6"] in lines
    assert ["product", "3", "17", "7"] in lines
    assert ["migrations", "1", "2", "2"] in lines
    assert ["Python", "8.5", "16", "games/rules.py"] in lines
    assert ["CSS", "2", "2", "games/static/board.css"] in lines


def test_folders_with_many_files_say_why_or_are_told_apart(checkout: Path):
    assert list(source_lines(checkout))[-3:] == [
        "folders with more than 12 entries: 2; without a reason: 1",
        "    14  templates",
        "    13  docs  (no reason)",
    ]


def test_an_entry_of_a_folder_is_a_file_or_a_folder_in_it():
    paths = [PurePosixPath(f"games/{letter}/x.py") for letter in "abcdefghijklm"]
    assert sizes.folders([*paths, PurePosixPath("games/a/y.py")]) == [("games", 13)]


def test_the_word_for_a_pace_is_no_clock():
    assert not clock.is_of_the_clock(Pace.LIVE)
    assert clock.is_of_the_clock(TimeControl(Pace.LIVE, 60))


def test_work_climbs_when_it_goes_back_to_a_module_that_imports_the_last_one():
    down = [
        ("lobby.tables.urls", "a"),
        ("games.core.clock", "b"),
        ("games.core.language.text", "c"),
    ]
    assert clock.climbs(down) == []
    again = ("games.core.clock", "d")
    assert clock.climbs([*down, again]) == [(down[-1], again)]


def test_stops_and_modules_are_counted_and_listed():
    stops = [["games.a", "f"], ["games.b", "g"], ["games.b", "h"]]
    lines = list(clock_lines({"move": {"stops": stops, "climbs": []}}, listed=True))
    assert lines[1].split() == ["move", "3", "2", "0"]
    assert lines[-1].strip() == "games.b.h"

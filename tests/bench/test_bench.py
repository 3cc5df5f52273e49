"""The bench measures a whole site and says what it found."""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from config.local import folders
from config.local.paths import PROJECT
from tests import prepared
from tools.bench import report
from tools.bench.__main__ import FOREIGN
from tools.bench.peers import lists, packages
from tools.bench.peers import words as word_peers

GOOD = {
    "tilekingdom_playouts_per_s": 2000.0,
    "hard_playouts_in_2s": 4500.0,
    "upwords_all_plays_ms_median": 2.5,
    "upwords_all_plays_ms_worst": 7.5,
    "chilwell_hand_ms": 1.0,
    "chilwell_hand_ms_worst": 5.0,
    "chilwell_blank_ms": 7.5,
    "chilwell_blank_ms_worst": 30.0,
    "lexicon_load_ms": 9.5,
    "lexicon_mb": 0.25,
    "lexicon_lookups_per_s": 1500000,
    "look_up_ms": 4.0,
    "word_facts_ms": 8.0,
    "word_page_ms": 12.0,
    "import_s": 6.0,
    "import_mb": 200.0,
    "league_matches": 7000,
    "league_start_s": 60.0,
    "league_idle_s": 1.0,
    "league_page_ms": 50.0,
    "league_page_new_ms": 80.0,
    "moves_per_s": 225.0,
    "move_p50_ms": 12.346,
    "move_p99_ms": 50.0,
    "sockets_held": 2000,
    "kb_per_socket": 34.5,
}


def test_a_percentile_is_a_value_that_was_measured():
    values = [float(number) for number in range(100, 0, -1)]
    assert report.percentile(values, 0.5) == 51.0
    assert report.percentile(values, 0.99) == 100.0
    assert report.percentile([7.0], 0.5) == 7.0


def test_the_table_says_how_many_times_better_than_its_floor_a_figure_is():
    lines = [line.split() for line in report.table(GOOD, judged=True)]
    assert [line[-1] for line in lines] == [
        "ratio", "2.00", "1.50", "1.60", "3.33", "5.00", "ms", "4.00", "ms", "2.11", "20.00",
        "1.50", "5.00", "ms", "ms", "10.00", "2.50", "7,000", "2.00", "10.00", "2.00", "ms", "1.50",
        "ms", "3.00", "1.00", "kB",
    ]  # fmt: skip


def test_only_slow_figures_are_complained_about():
    assert report.failing(GOOD) == []
    slow = {**GOOD, "moves_per_s": 149.0, "move_p99_ms": 150.0}
    assert report.failing(slow) == [
        "Moves, 16 tables at will: 149 1/s is not >= 150.",
        "Move until the opponent sees it, 50/s: 99%: 150 ms is not < 150.",
    ]


def test_large_numbers_are_written_out():
    assert [report.number(value) for value in (1474885.4, 1830, 85.123, 0.1, 2)] == [
        "1,474,885", "1,830", "85.12", "0.1", "2",
    ]  # fmt: skip


def test_a_missing_package_is_reported(tmp_path, monkeypatch):
    with pytest.raises(packages.Missing) as failure:
        packages.run_python("tools.bench.peers.lists", "build", str(tmp_path), packages=tmp_path)
    assert str(failure.value).startswith("FileNotFoundError: ")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(packages.Missing) as failure:
        packages.install_npm(word_peers.SOURCE, tmp_path / "npm")
    assert str(failure.value) == "there is no npm here"


def test_pythons_set_is_measured_without_any_package(tmp_path):
    (tmp_path / lists.WORDS).write_text("cat\nmouse")
    (tmp_path / lists.QUESTIONS).write_text("cat\ndog\nmouse")
    figures = lists.measure("set", tmp_path)
    assert list(figures) == ["load_ms", "mb", "lookups_per_s"]
    assert figures["lookups_per_s"] > 0


def test_the_last_line_holds_every_figure():
    assert json.loads(report.last_line(GOOD)) == {**GOOD, "move_p50_ms": 12.35}


@pytest.fixture
def data():
    """A data folder as the first start leaves it."""
    with tempfile.TemporaryDirectory(prefix="tilepost-bench-") as name:
        folders.prepare(Path(name))
        prepared.copy(Path(name))
        yield Path(name)


@pytest.mark.slow
def test_a_quick_run_measures_everything_and_loses_nothing(data):
    """With data made beforehand, since making it isn't measured."""
    env = {name: value for name, value in os.environ.items() if name not in FOREIGN}
    command = [sys.executable, "-m", "tools.bench.run", "--quick"]
    own = {"TILEPOST_DATA": str(data), "DJANGO_SETTINGS_MODULE": "config.settings"}
    done = subprocess.run(
        command, cwd=PROJECT, env={**env, **own}, capture_output=True, text=True, timeout=180
    )
    assert done.returncode == 0, done.stdout + done.stderr
    lines = done.stdout.splitlines()
    figures = json.loads(lines[-1])
    assert list(figures) == list(GOOD)
    assert figures["sockets_held"] == 50
    assert min(value for name, value in figures.items() if name != "league_idle_s") > 0
    assert any("no move that was answered is missing" in line for line in lines)

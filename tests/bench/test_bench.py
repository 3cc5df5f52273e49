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
from games.registry import infos
from tests import prepared
from tests.gauge import patience
from tools.bench import report
from tools.bench.__main__ import FOREIGN
from tools.bench.peers import lists, packages
from tools.bench.peers import words as word_peers

# Each figure twice as good as its limit, or 7 if it has none.
GOOD = {
    row.key: 2 * row.floor if row.floor else row.ceiling / 2 if row.ceiling else 7.0
    for row in report.ROWS
}
PEERS = {"boardgame_moves_per_s", "moves_to_boardgame"}


def test_a_percentile_is_a_value_that_was_measured():
    values = [float(number) for number in range(100, 0, -1)]
    assert report.percentile(values, 0.5) == 51.0
    assert report.percentile(values, 0.99) == 100.0
    assert report.percentile([7.0], 0.5) == 7.0


def test_the_table_says_how_many_times_better_than_its_limit_a_figure_is():
    lines = report.table(GOOD, judged=True)
    assert len(lines) == 1 + len(report.ROWS)
    cells = {
        row.key: line[len(row.label) :].split()
        for row, line in zip(report.ROWS, lines[1:], strict=True)
    }
    assert cells["moves_per_s"] == ["800", "1/s", ">=", "400", "2.00"]
    assert cells["move_p50_ms"] == ["2.5", "ms", "<=", "5", "2.00"]
    assert cells["live_move_statements"] == ["7"]


def test_only_poor_figures_are_complained_about():
    assert report.failing(GOOD) == []
    edge = {row.key: row.floor or row.ceiling or 7.0 for row in report.ROWS}
    assert report.failing(edge) == []
    slow = {**GOOD, "moves_per_s": 399.0, "move_p99_ms": 26.0, "sockets_held": 1999}
    assert report.failing(slow) == [
        "Moves, 16 tables at will: 399 1/s is not >= 400.",
        "Move until the opponent sees it, 50/s: 99%: 26 ms is not <= 25.",
        "Onlookers' sockets held: 1,999 is not >= 2,000.",
    ]


def test_peers_that_were_not_measured_are_left_out():
    alone = {key: value for key, value in GOOD.items() if key not in PEERS}
    assert len(report.table(alone, judged=True)) == 1 + len(report.ROWS) - len(PEERS)
    assert report.failing(alone) == []
    assert json.loads(report.last_line(alone)).keys() == alone.keys()


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
    exact = {**GOOD, "move_p50_ms": 12.346, "moves_per_s": 433.4}
    rounded = {**exact, "move_p50_ms": 12.35, "moves_per_s": 433}
    assert json.loads(report.last_line(exact)) == rounded


@pytest.fixture
def data():
    """A data folder as the first start leaves it."""
    with tempfile.TemporaryDirectory(prefix="tilepost-bench-") as name:
        folders.prepare(Path(name))
        prepared.copy(Path(name))
        yield Path(name)


@pytest.mark.thorough
def test_a_quick_run_measures_everything_and_loses_nothing(data):
    """With data made beforehand, since making it isn't measured."""
    env = {name: value for name, value in os.environ.items() if name not in FOREIGN}
    command = [sys.executable, "-m", "tools.bench.run", "--quick"]
    own = {"TILEPOST_DATA": str(data), "DJANGO_SETTINGS_MODULE": "config.settings"}
    done = subprocess.run(
        command,
        cwd=PROJECT,
        env={**env, **own},
        capture_output=True,
        text=True,
        timeout=patience(600),
    )
    assert done.returncode == 0, done.stdout + done.stderr
    lines = done.stdout.splitlines()
    figures = json.loads(lines[-1])
    assert list(figures) == [row.key for row in report.ROWS if row.key not in PEERS]
    assert figures["sockets_held"] == 50
    may_be_none = {
        "puzzles_per_100",
        "league_idle_s",
        "live_frame_statements",
        "slow_frame_statements",
    }
    assert min(value for name, value in figures.items() if name not in may_be_none) > 0
    assert any("no move that was answered is missing" in line for line in lines)
    assert sum("for 1,000 finished matches of" in line for line in lines) == len(infos())
    assert any(line.startswith("Memory now: beat ") for line in lines)

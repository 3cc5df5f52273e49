"""What a killed site has left running is ended, and nothing else."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from config.local import leftovers

_READY = "print('ready', flush=True); signal.pause()"
_OBEYS = f"import signal; {_READY}"
_IGNORES = f"import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); {_READY}"


class Programs:
    """Programs that run by themselves, as those of a site do."""

    def __init__(self) -> None:
        self.all: list[subprocess.Popen[str]] = []

    def start(self, script: str, folder: Path) -> subprocess.Popen[str]:
        """Start one that belongs to a site's folder, and return when it's ready."""
        process = subprocess.Popen(
            [sys.executable, "-c", script],
            env={**os.environ, leftovers.FOLDER: str(folder)},
            start_new_session=True, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        self.all.append(process)
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        return process


@pytest.fixture
def programs() -> Iterator[Programs]:
    found = Programs()
    yield found
    for process in found.all:
        process.kill()
        process.communicate()


def noted(folder: Path, *processes: subprocess.Popen[str]) -> Path:
    """Write down that these ran, and return the note."""
    note = folder / "run.json"
    pids = {str(number): process.pid for number, process in enumerate(processes)}
    note.write_text(json.dumps({"programs": pids}), encoding="utf-8")
    return note


def test_what_was_left_is_ended_by_force_if_need_be(programs: Programs, tmp_path: Path) -> None:
    left = [programs.start(script, tmp_path) for script in (_OBEYS, _IGNORES)]
    leftovers.end(noted(tmp_path, *left), tmp_path, patience=1.0)
    assert [psutil.pid_exists(process.pid) for process in left] == [False, False]


def test_a_number_that_belongs_to_another_now_is_left_alone(
    programs: Programs, tmp_path: Path
) -> None:
    other = programs.start(_OBEYS, tmp_path / "other")
    leftovers.end(noted(tmp_path, other), tmp_path, patience=1.0)
    assert other.poll() is None


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"programs": {"web-1": 4194305}}'])
def test_a_note_that_tells_nothing_is_no_trouble(tmp_path: Path, text: str) -> None:
    note = tmp_path / "run.json"
    leftovers.end(note, tmp_path)
    note.write_text(text, encoding="utf-8")
    leftovers.end(note, tmp_path)

"""What a container says of the health of its program."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from config.local import listening, paths
from config.processes import alive
from tests.local.test_listening import serve_once

NOW = 2_000_000_000.0


def noted(folder: Path, role: str, at: float) -> None:
    alive.note(folder, role)
    os.utime(folder / "alive" / role, (at, at))


def test_before_anything_has_started_nothing_lives(tmp_path: Path) -> None:
    assert alive.faults(tmp_path, NOW) == ["Nothing has started here yet."]


def test_a_worker_lives_while_it_says_so(tmp_path: Path) -> None:
    noted(tmp_path, "bots", NOW - 30)
    assert alive.faults(tmp_path, NOW) == []
    noted(tmp_path, "steady", NOW - 31)
    assert alive.faults(tmp_path, NOW) == ["steady hasn't been heard of for 31 seconds."]


def test_a_web_process_lives_while_it_answers(tmp_path: Path) -> None:
    with listening.listen("127.0.0.1", 0) as listener:
        alive.note(tmp_path, "web", f"{listening.address(listener)} tiles.example.org")
        thread = serve_once(listener, b"HTTP/1.1 200 OK\r\n\r\nok")
        assert alive.faults(tmp_path, NOW) == []
        thread.join()
        thread = serve_once(listener, b"HTTP/1.1 503 Service Unavailable\r\n\r\n")
        assert alive.faults(tmp_path, NOW) == ["web doesn't answer."]
        thread.join()
    assert alive.faults(tmp_path, NOW) == ["web doesn't answer."]


def test_it_may_answer_at_a_path(tmp_path: Path) -> None:
    with listening.listen_beside(tmp_path / "web.sock") as listener:
        alive.note(tmp_path, "web", f"{listening.address(listener)} tiles.example.org")
        thread = serve_once(listener, b"HTTP/1.1 200 OK\r\n\r\nok")
        assert alive.faults(tmp_path, NOW) == []
        thread.join()


def test_who_cannot_write_is_not_held_up(tmp_path: Path) -> None:
    (tmp_path / "alive").write_text("in the way")
    alive.note(tmp_path, "web")
    assert (tmp_path / "alive").read_text() == "in the way"


@pytest.mark.parametrize(("role", "code"), [("beat", 0), ("", 1)])
def test_as_a_program_it_ends_with_a_code(role: str, code: int, tmp_path: Path) -> None:
    if role:
        alive.note(tmp_path, role)
    done = subprocess.run(
        [sys.executable, "-I", paths.PROJECT / "config/processes/alive.py"],
        env={"TILEPOST_DATA": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    said = "" if role else "Nothing has started here yet.\n"
    assert (done.returncode, done.stdout, done.stderr) == (code, said, "")

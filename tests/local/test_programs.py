"""`manage.py web`, `worker`, `bots` and `beat`: each a program by itself."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from config.local import listening, paths, roles
from config.processes import alive
from tests.gauge import PATIENCE

pytestmark = pytest.mark.slow


@contextmanager
def started(data: Path, *command: str, **more: Any) -> Iterator[subprocess.Popen]:
    """Start a command in a folder of its own, which holds the site's keys; kill it at the end."""
    with subprocess.Popen(
        [sys.executable, *command],
        cwd=paths.PROJECT,
        env={**os.environ, "TILEPOST_DATA": str(data), "SITE_URL": "http://tiles.test"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        **more,
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def until(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.05)


def lives(data: Path) -> bool:
    return alive.faults(data, time.time()) == []


@pytest.mark.parametrize("name", ["worker", "bots", "beat"])
def test_a_worker_lives_and_ends_well(name: str, tmp_path: Path) -> None:
    with started(tmp_path, "manage.py", name) as process:
        until(lambda: lives(tmp_path))
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE) == 0


def test_a_web_process_serves_at_a_path_and_ends_well(tmp_path: Path) -> None:
    path = tmp_path / "web.sock"
    with started(tmp_path, "manage.py", "web", "--uds", str(path)) as process:
        until(lambda: lives(tmp_path))
        assert alive.answers(str(path), "tiles.test")
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE) == 0
        assert process.stdout.read() == b""
    assert not path.exists()


def test_a_web_process_serves_at_a_socket_that_is_handed_over(tmp_path: Path) -> None:
    with listening.listen("127.0.0.1", 0) as listener:
        code = (
            "import os, sys; os.dup2(int(sys.argv[1]), 3);"
            "os.environ |= {'LISTEN_PID': str(os.getpid()), 'LISTEN_FDS': '1'};"
            "os.execv(sys.executable, [sys.executable, 'manage.py', 'web'])"
        )
        handle = listener.fileno()
        with started(tmp_path, "-c", code, str(handle), pass_fds=(handle,)) as process:
            until(lambda: lives(tmp_path))
            process.send_signal(signal.SIGTERM)
            assert process.wait(PATIENCE) == 0
        # Whoever comes meanwhile waits for the next process.
        with socket.create_connection(listener.getsockname()):
            pass


def test_a_taken_port_is_told_in_a_sentence(tmp_path: Path) -> None:
    with listening.listen("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        with started(tmp_path, "manage.py", "web", "--port", str(port)) as process:
            said = process.stdout.read().decode()
            assert process.wait(PATIENCE) == 1
    assert said.startswith(
        f"Another program is using port {port}. Choose another: python manage.py web --port "
    )


def test_they_work_on_all_queues_there_are() -> None:
    queues = {"clock", "default", "bots", "reviews"}
    worked_on = {*roles.STEADY[-1].split(","), *roles.BOTS[-1].split(",")}
    assert worked_on == queues

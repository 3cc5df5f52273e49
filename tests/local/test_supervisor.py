"""Dead programs come back, and what they leave behind does not."""

import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from config.local.process import Program
from config.local.supervisor import Signals, Supervisor

SLEEPER = [sys.executable, "-c", "import time; time.sleep(600)"]


@pytest.fixture
def said() -> list[str]:
    return []


@pytest.fixture
def supervisor(said: list[str]) -> Iterator[Supervisor]:
    with Signals() as signals:
        supervisor = Supervisor(signals, said.append)
        yield supervisor
        supervisor.stop(list(supervisor.children))


@pytest.fixture
def program(tmp_path: Path) -> Callable[..., Program]:
    def make(name: str, command: list[str], **options: object) -> Program:
        return Program(name=name, log=tmp_path / f"{name}.log", command=command, **options)

    return make


def tend_until(supervisor: Supervisor, done: Callable[[], bool], seconds: float = 20) -> None:
    end = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < end
        supervisor.tend()
        supervisor.signals.wait(min(0.2, supervisor.seconds_to_wait()))


def gone(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().split(") ")[1][0] == "Z"
    except FileNotFoundError:
        return True


def test_a_killed_program_starts_again(supervisor, program, said) -> None:
    supervisor.start(program("sleeper", SLEEPER))
    child = supervisor.children["sleeper"]
    first = child.process.pid
    os.kill(first, signal.SIGKILL)
    tend_until(supervisor, lambda: child.process.pid != first)
    assert child.process.poll() is None
    assert said[0].startswith("sleeper was ended by signal 9 and starts again in 0.5 s.")


def test_one_that_ran_for_long_starts_again_at_once(supervisor, program, said) -> None:
    supervisor.start(program("sleeper", SLEEPER))
    child = supervisor.children["sleeper"]
    child.started_at -= 60
    child.process.kill()
    child.process.wait()
    assert supervisor.tend()
    assert child.process.poll() is None
    assert said[0].startswith("sleeper was ended by signal 9 and starts again at once.")


def test_one_that_keeps_dying_is_started_less_and_less_often(supervisor, program, said) -> None:
    failing = program("failing", [sys.executable, "-c", "raise SystemExit('no such thing')"])
    supervisor.start(failing)
    child = supervisor.children["failing"]
    for pause in (0.5, 1, 2, 4, 8, 16, 30, 30):
        child.process.wait()
        supervisor.tend()
        assert child.pause == pause
        child.due_at = 0.0  # so long a wait is none of this test's business
        supervisor.tend()
    assert said[:2] == [
        f"failing ended with code 1 and starts again in 0.5 s. Its log: {failing.log}",
        "  no such thing",
    ]


def test_what_a_dead_program_had_started_dies_too(supervisor, program, tmp_path: Path) -> None:
    starts_another = (
        "import subprocess, sys, time\n"
        f"other = subprocess.Popen({SLEEPER!r})\n"
        f"open({str(tmp_path / 'other')!r}, 'w').write(str(other.pid))\n"
        "time.sleep(600)\n"
    )
    supervisor.start(program("parent", [sys.executable, "-c", starts_another]))
    note = tmp_path / "other"
    tend_until(supervisor, lambda: note.exists() and note.read_text() != "")
    other = int(note.read_text())
    supervisor.children["parent"].process.kill()
    tend_until(supervisor, lambda: gone(other))


def test_one_that_will_not_stop_is_killed(supervisor, program) -> None:
    stubborn = (
        "import signal, time\n"
        "signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
        "print('deaf', flush=True)\n"
        "time.sleep(600)\n"
    )
    deaf = program("deaf", [sys.executable, "-c", stubborn], patience=0.2)
    supervisor.start(deaf)
    process = supervisor.children["deaf"].process
    tend_until(supervisor, lambda: deaf.last_words() == "deaf")
    supervisor.stop(["deaf"])
    assert process.returncode == -signal.SIGKILL
    assert supervisor.children == {}


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_the_wait(number: signal.Signals) -> None:
    before = signal.signal(number, signal.SIG_DFL)  # however the tests themselves were started
    try:
        with Signals() as signals:
            started = time.monotonic()
            os.kill(os.getpid(), number)
            signals.wait(60)
            assert signals.stopping
            assert time.monotonic() - started < 30
    finally:
        signal.signal(number, before)


def test_what_was_started_with_nohup_outlives_its_window() -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with Signals() as signals:
            os.kill(os.getpid(), signal.SIGHUP)
            signals.wait(0)
            assert not signals.stopping
    finally:
        signal.signal(signal.SIGHUP, before)


def test_the_signals_are_given_back() -> None:
    before = signal.getsignal(signal.SIGTERM)
    with Signals():
        assert signal.getsignal(signal.SIGTERM) != before
    assert signal.getsignal(signal.SIGTERM) == before

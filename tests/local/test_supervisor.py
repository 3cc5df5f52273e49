"""Dead programs come back, and what they leave behind does not."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
from typing_extensions import override

from config.local import process as processes
from config.local import supervisor as supervising
from config.local.errors import LocalError
from config.local.process import Account, Program, Web
from config.local.supervisor import SPARE, Signals, Supervisor
from tests.gauge import PATIENCE

SLEEPER = [sys.executable, "-c", "import time; time.sleep(600)"]
# What a web process says at its door, and nothing else of it.
WEB = [sys.executable, "-c", """
import os, sys, time
door = int(sys.argv[2])
os.write(door, b"r")
os.read(door, 1)
os.write(door, b"s")
time.sleep(600)
"""]  # fmt: skip


@dataclass(kw_only=True)
class Noted(Web):
    """A web process of which is known how often it was started."""

    launched: list[subprocess.Popen[bytes]]

    @override
    def launch(
        self, command: Sequence[str | Path], account: Account | None = None
    ) -> subprocess.Popen[bytes]:
        self.launched.append(super().launch(command, account))
        return self.launched[-1]


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


@pytest.fixture
def launched() -> list[subprocess.Popen[bytes]]:
    """All web processes there ever were."""
    return []


@pytest.fixture
def web(
    supervisor: Supervisor, launched: list[subprocess.Popen[bytes]], tmp_path: Path
) -> Iterator[Callable[[str], Noted]]:
    doors: dict[int, socket.socket] = {}
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield lambda name: Noted(
            name=name,
            log=tmp_path / "web.log",
            command=WEB,
            listener=listener.fileno(),
            stands_by=name == SPARE,
            doors=doors,
            launched=launched,
        )
        supervisor.stop(list(supervisor.children))
    assert doors == {}
    assert [process.pid for process in launched if process.poll() is None] == []


def tend_until(supervisor: Supervisor, done: Callable[[], bool], seconds: float = PATIENCE) -> None:
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


def test_one_restarted_while_it_waits_for_its_start_is_the_only_one(
    supervisor, program, web, launched
) -> None:
    supervisor.start(web("web-1"), program("sleeper", SLEEPER))
    for child in supervisor.children.values():
        child.process.kill()
        child.process.wait()
    assert supervisor.tend()
    for child in supervisor.children.values():
        child.due_at = time.monotonic() + 3600
    supervisor.renew("web-1", "sleeper")
    assert [child.due_at for child in supervisor.children.values()] == [None, None]
    assert [child.process.poll() for child in supervisor.children.values()] == [None, None]
    assert not supervisor.tend()
    assert [process.poll() is None for process in launched] == [False, True]


def test_a_restarted_spare_leaves_alone_what_has_just_stood_in(supervisor, web, launched) -> None:
    supervisor.start(web("web-1"), web(SPARE))
    first, spare = supervisor.children.values()
    served, stood_by = first.process, spare.process
    served.kill()
    tend_until(supervisor, lambda: first.process is stood_by)
    supervisor.renew(SPARE)
    assert (first.process is stood_by, stood_by.poll()) == (True, None)
    assert (spare.process is stood_by, spare.process.poll(), spare.due_at) == (False, None, None)
    assert [process.poll() is None for process in launched] == [False, True, True]


def test_a_web_process_that_never_serves_is_given_up_and_the_old_one_goes_on(
    supervisor, web, launched, monkeypatch: pytest.MonkeyPatch
) -> None:
    supervisor.start(web("web-1"))
    child = supervisor.children["web-1"]
    before = child.process
    child.program.command = SLEEPER
    monkeypatch.setattr(supervising, "RENEWAL", 0.5)
    with pytest.raises(LocalError, match=r"web-1 still isn't back after 0\.5 seconds"):
        supervisor.renew("web-1")
    assert (child.process is before, before.poll()) == (True, None)
    assert [process.poll() is None for process in launched] == [True, False]


def test_the_rest_is_looked_after_while_a_program_runs_to_its_end(
    supervisor, program, tmp_path: Path
) -> None:
    note = tmp_path / "pid"
    writes = f"import os, time; open({str(note)!r}, 'w').write(str(os.getpid())); time.sleep(600)"
    supervisor.start(program("sleeper", [sys.executable, "-c", writes]))
    tend_until(supervisor, lambda: note.exists() and note.read_text() != "")
    kills = (
        "import os, signal, time\n"
        f"before = open({str(note)!r}).read()\n"
        "os.kill(int(before), signal.SIGKILL)\n"
        "end = time.monotonic() + 20\n"
        f"while open({str(note)!r}).read() in (before, ''):\n"
        "    assert time.monotonic() < end\n"
        "    time.sleep(0.05)\n"
        "raise SystemExit(7)\n"
    )
    assert supervisor.finish(program("prepare", [sys.executable, "-c", kills])) == 7


def test_a_program_is_not_run_to_its_end_if_the_site_is_to_stop(supervisor, program) -> None:
    supervisor.signals.stopping = True
    assert supervisor.finish(program("prepare", SLEEPER)) is None


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


def test_the_signals_are_restored() -> None:
    before = signal.getsignal(signal.SIGTERM)
    with Signals():
        assert signal.getsignal(signal.SIGTERM) != before
    assert signal.getsignal(signal.SIGTERM) == before


def test_a_log_that_grows_large_is_put_aside_while_it_is_written(
    supervisor, program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The program holds it open, and goes on at its beginning."""
    monkeypatch.setattr(processes, "LARGEST_LOG", 2_000)
    monkeypatch.setattr(supervising, "LOGS_EVERY", 0.05)
    writer = """if True:
        import itertools, os, time
        for n in itertools.count():
            os.write(1, b"%d\\n" % n)  # the whole line at once
            time.sleep(0.001)
        """
    supervisor.start(program("writer", [sys.executable, "-u", "-c", writer]))
    old, log = tmp_path / "writer.old.log", tmp_path / "writer.log"
    tend_until(supervisor, lambda: old.exists() and log.stat().st_size > 0)
    tend_until(supervisor, lambda: int(old.read_text().splitlines()[0]) > 100)  # once more
    supervisor.stop(["writer"])
    before, after = (file.read_text().splitlines() for file in (old, log))
    assert len(before) > 400
    assert [line for line in [*before, *after] if not line.isdecimal()] == []
    assert int(after[0]) > int(before[-1])
    assert sorted(path.name for path in tmp_path.iterdir()) == ["writer.log", "writer.old.log"]


def test_a_log_of_an_earlier_run_is_put_aside_at_the_start(
    supervisor, program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(processes, "LARGEST_LOG", 10)
    (tmp_path / "sleeper.log").write_text("of an earlier run")
    supervisor.start(program("sleeper", SLEEPER))
    assert (tmp_path / "sleeper.log").read_text() == ""
    assert (tmp_path / "sleeper.old.log").read_text() == "of an earlier run"

"""Starting and ending programs so that nothing is left behind, whatever happens to us.

A child has a session of its own: Ctrl-C in the terminal reaches only us, and what the child has
started dies with it. On Linux the kernel also ends it when we are killed.
"""

import contextlib
import ctypes
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from typing_extensions import override

from config.local import paths
from config.local.errors import LocalError

_PR_SET_PDEATHSIG = 1
_libc = ctypes.CDLL(None) if sys.platform == "linux" else None

LARGEST_LOG = 5_000_000  # bytes; what a larger log holds is put aside


@dataclass(frozen=True, slots=True)
class Account:
    """The system account a program runs under."""

    user: int
    group: int


@dataclass(kw_only=True)
class Program:
    """A program that should run as long as the site does."""

    name: str
    log: Path
    command: Sequence[str | Path] = ()
    env: Mapping[str, str] = field(default_factory=lambda: dict(os.environ))
    cwd: Path = paths.PROJECT
    nice: int = 0
    pass_fds: tuple[int, ...] = ()
    stop_signal: signal.Signals = signal.SIGTERM
    patience: float = 10.0  # seconds it may take to stop before it is killed

    def spawn(self) -> subprocess.Popen[bytes]:
        """Start it and return at once."""
        return self.launch(self.command)

    def launch(
        self, command: Sequence[str | Path], account: Account | None = None
    ) -> subprocess.Popen[bytes]:
        """Start a command as a child that does not outlive us, its output appended to the log."""
        with self.log.open("ab") as log:
            return subprocess.Popen(  # noqa: S603 - the commands are our own
                list(command),
                cwd=self.cwd,
                env=dict(self.env),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
                pass_fds=self.pass_fds,
                preexec_fn=_in_child(self.stop_signal, self.nice),
                user=account.user if account else None,
                group=account.group if account else None,
                extra_groups=[] if account else None,
            )

    def end(self, process: subprocess.Popen[bytes]) -> None:
        """Wait until it has stopped as it was asked to; kill it and its children after a while."""
        try:
            process.wait(self.patience)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        kill_session(process.pid)

    def stop(self, process: subprocess.Popen[bytes]) -> None:
        """Ask it to stop and wait for it."""
        if process.poll() is None:
            process.send_signal(self.stop_signal)
        self.end(process)

    def forget(self, process: subprocess.Popen[bytes]) -> None:
        """Let go of what was kept for a process that has ended."""

    def last_words(self) -> str:
        """Return the last line it has logged, which is most often the reason why it ended."""
        try:
            lines = self.log.read_text(encoding="utf-8", errors="replace").split("\n")
        except OSError:
            return ""
        return next((line.strip() for line in reversed(lines) if line.strip()), "")


@dataclass(kw_only=True)
class Web(Program):
    """A web process, or one that stands by: loaded, and not yet serving."""

    command: Sequence[str | Path] = (sys.executable, "-m", "config.local.web")
    listener: int  # the socket the site is reached by
    stands_by: bool = False
    doors: dict[int, socket.socket] = field(
        default_factory=dict
    )  # by process; see config.local.web

    @override
    def spawn(self) -> subprocess.Popen[bytes]:
        """Start it; unless it stands by, it serves as soon as it can."""
        ours, theirs = socket.socketpair()
        with theirs:
            self.pass_fds = (self.listener, theirs.fileno())
            numbers = [str(number) for number in self.pass_fds]
            process = self.launch([*self.command, *numbers])
        ours.setblocking(False)
        self.doors[process.pid] = ours
        if not self.stands_by:
            self.take_up(process)
        return process

    def take_up(self, process: subprocess.Popen[bytes]) -> None:
        """Have a process that stands by serve."""
        with contextlib.suppress(OSError):  # it has just died
            self.doors[process.pid].send(b"g")

    def says(self, process: subprocess.Popen[bytes], word: bytes) -> bool:
        """Tell whether a process says next that it is ready (``b"r"``) or serves (``b"s"``)."""
        try:
            return self.doors[process.pid].recv(1) == word
        except (BlockingIOError, ConnectionError):
            return False

    @override
    def forget(self, process: subprocess.Popen[bytes]) -> None:
        """Close the door of a process that has ended."""
        if door := self.doors.pop(process.pid, None):
            door.close()


class Server(Program):
    """A program that others can only use once it answers, at its URL."""

    url: str

    @abstractmethod
    def ready(self) -> bool:
        """Tell whether it answers."""

    def wait_until_ready(
        self,
        process: subprocess.Popen[bytes],
        wait: Callable[[float], object] = time.sleep,
        seconds: float = 60.0,
    ) -> None:
        """Return when it answers; raise LocalError if it ends or takes too long."""
        end = time.monotonic() + seconds
        while not self.ready():
            if process.poll() is not None or time.monotonic() > end:
                raise LocalError(f"{self.name} did not start: {self.last_words()} ({self.log})")
            wait(0.02)


def kill_session(leader: int) -> None:
    """Kill what a program that has ended has started and left behind; it had this number."""
    try:
        os.killpg(leader, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):  # macOS answers with the latter for zombies
        return


def put_aside(log: Path) -> None:
    """Move what a large log holds to another file, so that at most two of its size are kept.

    Programs write to it meanwhile and go on at its beginning, as each line is appended.
    """
    if log.exists() and log.stat().st_size > LARGEST_LOG:
        shutil.copyfile(log, log.with_suffix(".old.log"))
        os.truncate(log, 0)


def _in_child(death_signal: signal.Signals, nice: int) -> Callable[[], None]:
    """Return what the child does between fork and exec, after it has changed its account.

    The kernel ties the signal to the thread that forks, so children are started by a thread that
    lives as long as they do.
    """
    parent = os.getpid()

    def prepare() -> None:
        if _libc is not None:
            _libc.prctl(_PR_SET_PDEATHSIG, death_signal)
            if os.getppid() != parent:  # it died before the kernel knew
                os._exit(1)
        if nice:
            os.nice(nice)

    return prepare

"""Keeps programs running: starts them, starts the dead ones again, stops them."""

import contextlib
import selectors
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from types import FrameType, TracebackType
from typing import Self

from config.local.errors import LocalError
from config.local.process import Program, Server, Web, kill_session, put_aside

STEADY_AFTER = 10.0  # seconds a program must run for its death to count as the first
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 30.0  # seconds before one that keeps dying starts again
SPARE = "web-spare"  # stands by for a web process that dies
SPARE_AFTER = 5.0  # seconds until the next one is made: first the site is to be quick again
LOGS_EVERY = 10.0  # seconds between looks whether a log has grown large
RENEWAL = 120.0  # seconds within which a program has to be there anew
_STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@dataclass
class Child:
    """A program that is kept running, and how it has fared."""

    program: Program
    process: subprocess.Popen[bytes]
    started_at: float
    pause: float = 0.0
    due_at: float | None = None  # when the dead program is to be started again
    is_asked: bool = False  # whether it ends because it is to be started anew


class Signals:
    """The wish to stop and the death of children, as something one can wait for."""

    def __init__(self) -> None:
        self.stopping = False
        self.renewing = False
        self._read, self._write = socket.socketpair()
        self._selector = selectors.DefaultSelector()
        self._before: dict[signal.Signals, object] = {}

    def __enter__(self) -> Self:
        """Take the signals over; from now on they only end a wait."""
        self._read.setblocking(False)
        self._write.setblocking(False)
        self._selector.register(self._read, selectors.EVENT_READ)
        signal.set_wakeup_fd(self._write.fileno(), warn_on_full_buffer=False)
        for number in _STOP_SIGNALS:
            if number == signal.SIGHUP and signal.getsignal(number) == signal.SIG_IGN:
                continue  # started with nohup, to survive the window it was started in
            self._before[number] = signal.signal(number, self._stop)
        self._before[signal.SIGUSR1] = signal.signal(signal.SIGUSR1, self._renew)
        self._before[signal.SIGCHLD] = signal.signal(signal.SIGCHLD, _wake)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Give the signals back."""
        for number, handler in self._before.items():
            signal.signal(number, handler)  # type: ignore[arg-type]
        signal.set_wakeup_fd(-1)
        self._selector.close()
        self._read.close()
        self._write.close()

    def wait(self, seconds: float) -> None:
        """Return when a signal has come, or after so many seconds."""
        if self.stopping or not self._selector.select(seconds):
            return
        while self._drained():
            pass

    def _drained(self) -> bool:
        try:
            return bool(self._read.recv(512))
        except BlockingIOError:
            return False

    def _stop(self, number: int, frame: FrameType | None) -> None:
        self.stopping = True

    def _renew(self, number: int, frame: FrameType | None) -> None:
        self.renewing = True


def _wake(number: int, frame: FrameType | None) -> None:
    """Do nothing: the signal's arrival has ended the wait."""


class Supervisor:
    """The programs that are to run, by name."""

    def __init__(self, signals: Signals, say: Callable[[str], None]) -> None:
        self.signals = signals
        self.say = say
        self.children: dict[str, Child] = {}
        self._logs_due_at = 0.0

    def start(self, *programs: Program) -> None:
        """Start programs that are to be kept running."""
        for program in programs:
            put_aside(program.log)
            child = Child(program, program.spawn(), time.monotonic())
            self.children[program.name] = child

    def start_server(self, server: Server) -> None:
        """Start a server and return when it answers; raise LocalError if it does not."""
        self.start(server)
        server.wait_until_ready(self.children[server.name].process, self.signals.wait)

    def tend(self) -> bool:
        """Start the dead again that are due; tell whether anything has changed."""
        now = time.monotonic()
        changed = False
        self._look_at_logs(now)
        for child in self.children.values():
            if child.due_at is None and child.process.poll() is not None:
                self._mourn(child, now)
                changed = True
            if child.due_at is not None and child.due_at <= now:
                self._revive(child, now)
                changed = True
        return changed

    def seconds_to_wait(self) -> float:
        """Return how long nothing needs to be done unless a child dies."""
        due = [child.due_at for child in self.children.values() if child.due_at is not None]
        return max(0.0, min([*due, self._logs_due_at]) - time.monotonic())

    def _look_at_logs(self, now: float) -> None:
        """Put aside what large logs hold, every few seconds; several programs may share one."""
        if now >= self._logs_due_at:
            self._logs_due_at = now + LOGS_EVERY
            for log in {child.program.log for child in self.children.values()}:
                with contextlib.suppress(OSError):  # the disk is full: the site goes on
                    put_aside(log)

    def stop(self, names: Iterable[str]) -> None:
        """Ask these programs to stop, all at once, and wait until they have."""
        leaving = [self.children.pop(name) for name in names if name in self.children]
        for child in leaving:
            if child.process.poll() is None:
                child.process.send_signal(child.program.stop_signal)
        for child in leaving:
            child.program.end(child.process)
            child.program.forget(child.process)

    def finish(self, program: Program) -> int | None:
        """Run a program to its end, and return its code; None if the site is to stop meanwhile."""
        process = program.spawn()
        while process.poll() is None:
            if self.signals.stopping:
                program.stop(process)
                return None
            self.tend()
            self.signals.wait(self.seconds_to_wait())
        return process.returncode

    def renew(self, *names: str) -> None:
        """Start programs anew, one after the other, each when the one before runs.

        Raises LocalError if one is not there anew in time, or the site is to stop.
        """
        for name in names:
            child = self.children[name]
            if isinstance(child.program, Web):
                self._relieve(child, child.program)
            else:
                self._replace(child)

    def _replace(self, child: Child) -> None:
        """Start a program anew once the old one has stopped."""
        old, now = child.process, time.monotonic()
        if child.due_at is not None:
            child.due_at = now  # it has ended already
        else:
            child.is_asked = True
            old.send_signal(child.program.stop_signal)
        while child.process is old:
            if time.monotonic() > now + child.program.patience:
                old.kill()
            self._wait(child.program, now + RENEWAL)

    def _relieve(self, child: Child, program: Web) -> None:
        """Have a new web process serve before the old one stops."""
        new, end = program.spawn(), time.monotonic() + RENEWAL
        try:
            for word in (b"r",) if program.stands_by else (b"r", b"s"):
                while not program.says(new, word):
                    if new.poll() is not None:
                        raise LocalError(f"{program.name} won't start: {program.last_words()}")
                    self._wait(program, end)
        except LocalError:
            new.kill()
            program.end(new)
            program.forget(new)
            raise
        # Of one that is due to start again the process is dead, or has taken another's place.
        old = child.process if child.due_at is None else None
        child.process, child.started_at = new, time.monotonic()
        child.pause, child.due_at = 0.0, None
        if old is not None:
            old.send_signal(program.stop_signal)
            self._see_off(old, program)

    def _see_off(self, process: subprocess.Popen[bytes], program: Program) -> None:
        """Return when a process has ended, as it was asked to or by force; look after the rest."""
        now = time.monotonic()
        try:
            while process.poll() is None:
                if time.monotonic() > now + program.patience:
                    process.kill()
                self._wait(program, now + RENEWAL)
        finally:
            program.end(process)
            program.forget(process)

    def _wait(self, program: Program, end: float) -> None:
        if self.signals.stopping:
            raise LocalError("The site is stopping.")
        if time.monotonic() > end:
            raise LocalError(f"{program.name} still isn't back after {RENEWAL:g} seconds.")
        self.signals.wait(0.05)
        self.tend()

    def _stand_in(self, child: Child) -> bool:
        """Let a process that stands by take the place of a dead one; tell whether there is one."""
        spare = self.children.get(SPARE)
        if spare is None or not isinstance(child.program, Web) or child is spare:
            return False
        if spare.due_at is not None or spare.process.poll() is not None:
            return False
        assert isinstance(spare.program, Web)  # noqa: S101 - it is named so
        spare.program.take_up(spare.process)
        child.process, child.due_at, child.started_at = spare.process, None, time.monotonic()
        spare.due_at = time.monotonic() + SPARE_AFTER
        return True

    def _mourn(self, child: Child, now: float) -> None:
        """Clear away what a dead program has left and set when it is started again."""
        kill_session(child.process.pid)
        child.program.forget(child.process)
        if child.is_asked:
            child.is_asked, child.due_at = False, now
            return
        steady = now - child.started_at > STEADY_AFTER
        child.pause = 0.0 if steady else min(LONGEST_PAUSE, max(FIRST_PAUSE, 2 * child.pause))
        child.due_at = now + child.pause
        program, code = child.program, child.process.returncode
        cause = f"was ended by signal {-code}" if code < 0 else f"ended with code {code}"
        when = f"in {child.pause:g} s" if child.pause else "at once"
        words = program.last_words() if code > 0 else ""
        self.say(f"{program.name} {cause} and starts again {when}. Its log: {program.log}")
        if words:
            self.say(f"  {words}")

    def _revive(self, child: Child, now: float) -> None:
        """Start a dead program again, or try later when the machine cannot."""
        if self._stand_in(child):
            return
        try:
            child.process, child.due_at = child.program.spawn(), None
        except OSError as error:
            self.say(f"{child.program.name} could not be started: {error.strerror}")
            child.due_at = now + LONGEST_PAUSE
        child.started_at = now

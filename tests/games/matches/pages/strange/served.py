"""The site's web server as a host runs it, on the tables of a test, and what it logs and takes."""

import contextlib
import os
import re
import socket
import subprocess
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

from django.conf import settings
from django.db import connection

from config.local import listening, paths, web
from tests import prepared
from tests.gauge import PATIENCE

SHORT = 1.0
AT_ONCE = 8  # twice as many as there are threads, so none waits for long
TIMES = 5


class Server:
    """A running web server: its address, its log with every request, and its own process."""

    def __init__(self, port: int, log: Path, temporary: Path, process: subprocess.Popen[bytes]):
        self.port, self.log, self.temporary, self.process = port, log, temporary, process

    @contextmanager
    def talk(self) -> Iterator[socket.socket]:
        """Open a connection to it."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE) as line:
            yield line

    def ask(self, request: bytes) -> bytes:
        """Send bytes and return all that comes back until it hangs up.

        A request that does not say it is the last one, or that has no end, is not waited for long.
        """
        with self.talk() as line:
            if b"Connection: close" not in request:
                line.settimeout(SHORT)
            with contextlib.suppress(OSError):  # it may have heard enough
                line.sendall(request)
            return heard(line)

    def ask_all(self, requests: Iterable[bytes]) -> list[bytes]:
        """Send each on a line of its own, many at once; return what comes back for each.

        Whoever is told to come again, as a busy machine may have kept them waiting, does so.
        """
        with ThreadPoolExecutor(AT_ONCE) as lines:
            return list(lines.map(self._ask_again, requests))

    def _ask_again(self, request: bytes) -> bytes:
        for _ in range(TIMES):
            if not (answer := self.ask(request)).startswith(b"HTTP/1.1 503"):
                break
        return answer

    def told(self) -> str:
        return self.log.read_text(encoding="utf-8", errors="replace")

    def forget_most_memory(self) -> None:
        """Have ``memory`` tell the most that it has from now on."""
        Path(f"/proc/{self.process.pid}/clear_refs").write_text("5", encoding="ascii")

    def memory(self) -> int:
        """Return the most bytes of memory that it had."""
        status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="utf-8")
        found = re.search(r"VmHWM:\s+(\d+) kB", status)
        assert found is not None
        return int(found[1]) * 1024

    def disk(self) -> int:
        """Return how many bytes it has in temporary files now, those without a name too."""
        total = 0
        for file in Path(f"/proc/{self.process.pid}/fd").iterdir():
            with contextlib.suppress(OSError):  # closed meanwhile
                if os.readlink(file).startswith(str(self.temporary)):
                    total += file.stat().st_size
        return total

    def lives(self) -> bool:
        """Tell whether it answers as ever."""
        answer = self.ask(
            b"GET /health/live HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        )
        return answer.startswith(b"HTTP/1.1 200 ") and self.process.poll() is None


def heard(line: socket.socket) -> bytes:
    """Return what comes until the other side hangs up."""
    parts = []
    with contextlib.suppress(OSError):
        while part := line.recv(65_536):
            parts.append(part)
    return b"".join(parts)


@contextmanager
def serving(folder: Path, **more: str) -> Iterator[Server]:
    """Start a server that keeps its log and temporary files in a folder, and stop it at the end.

    ``more`` are settings of its environment.
    """
    log, temporary, data = folder / "web.log", folder / "tmp", folder / "data"
    temporary.mkdir()
    data.mkdir()
    (data / "static").symlink_to(prepared.static())
    listener = listening.listen("127.0.0.1", 0)
    door, theirs = socket.socketpair()
    with listener, door, log.open("wb") as out:
        with theirs:
            numbers = (listener.fileno(), theirs.fileno())
            process = subprocess.Popen(
                [
                    sys.executable,
                    "-m",
                    "tests.games.matches.pages.strange.logged",
                    *map(str, numbers),
                ],
                cwd=paths.PROJECT,
                env=_environment(temporary, data) | more,
                pass_fds=numbers,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=out,
            )
        server = Server(listener.getsockname()[1], log, temporary, process)
        try:
            door.settimeout(PATIENCE)
            door.sendall(web.GO)
            assert (door.recv(1), door.recv(1)) == (web.READY, web.SERVES), server.told()
            yield server
        finally:
            process.terminate()
            process.wait(PATIENCE)


def _environment(temporary: Path, data: Path) -> dict[str, str]:
    url = urlsplit(os.environ["DATABASE_URL"])
    own = url._replace(path=f"/{connection.settings_dict['NAME']}").geturl()
    return {
        **os.environ,
        "DATABASE_URL": own,
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "SECRET_KEY": settings.SECRET_KEY,
        "SITE_URL": settings.SITE_URL,
        "TILEPOST_DATA": str(data),
        "TMPDIR": str(temporary),
    }

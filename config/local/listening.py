"""The socket the site is reached by: open as long as the site runs, whatever its processes do."""

import contextlib
import errno
import resource
import socket
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import urlsplit

from config.local.errors import LocalError

BACKLOG = 1024
LAST_PORT = 65535
FIRST_INHERITED = 3  # where systemd puts what it hands over
FILES = 20_000  # each socket of a browser is one
EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - compared with, not listened on
_HEALTH = "/health/live"


def listen(host: str, port: int, command: str = "serve") -> socket.socket:
    """Return a listening socket; raise LocalError with what whoever gave the command can do."""
    if not 0 <= port <= LAST_PORT:
        raise LocalError(f"{port} isn't a port. Ports go from 1 to {LAST_PORT}.")
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        listener = socket.create_server(found[0][4][:2], family=found[0][0], backlog=BACKLOG)
    except socket.gaierror:
        raise LocalError(f"{host} is not an address of this machine.") from None
    except OSError as error:
        raise LocalError(_reason(error, host, port, command)) from None
    # Its connections inherit it. Else a body waits for the other end to confirm its head: 40 ms.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listener


def listen_beside(path: Path) -> socket.socket:
    """Return a listening socket with a path for its address; raise LocalError if it's taken."""
    with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX) as other:
        other.connect(str(path))
        raise LocalError(f"Another program is listening at {path}. Choose another path.")
    listener = socket.socket(socket.AF_UNIX)
    try:
        path.unlink(missing_ok=True)
        listener.bind(str(path))
        path.chmod(0o666)  # who may pass through its folder may ask, as at a port
        listener.listen(BACKLOG)
    except OSError as error:
        listener.close()
        why = error.strerror or "the path is too long"
        raise LocalError(f"The site can't listen at {path}: {why}.") from None
    return listener


def inherited(environment: Mapping[str, str], process: int) -> socket.socket | None:
    """Return the socket that systemd has opened for this process, if there is one."""
    if environment.get("LISTEN_PID") != str(process) or environment.get("LISTEN_FDS") != "1":
        return None
    return socket.socket(fileno=FIRST_INHERITED)


def allow_sockets() -> None:
    """Let this program and those it starts hold more sockets open than a shell usually allows."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def url(host: str, listener: socket.socket) -> str:
    """Return the address to type into a browser on this machine."""
    port = listener.getsockname()[1]
    if host in {"127.0.0.1", "::1", *EVERYWHERE}:
        host = "localhost"
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def address(listener: socket.socket) -> str:
    """Return where a listening socket is asked on this machine: its path, or host and port."""
    if listener.family == socket.AF_UNIX:
        return str(listener.getsockname())
    host, port = listener.getsockname()[:2]
    return f"{EVERYWHERE.get(host, host)}:{port}"


class Question:
    """Asks the site whether it is alive, without ever waiting for the answer."""

    def __init__(self, listener: socket.socket, site_url: str) -> None:
        host, _, port = address(listener).rpartition(":")
        self._address = (host, int(port))
        self._request = f"GET {_HEALTH} HTTP/1.1\r\nHost: {urlsplit(site_url).netloc}\r\n\r\n"
        self._connection: socket.socket | None = None

    def answered(self) -> bool:
        """Tell whether it has said yes by now; a question that was cut off is asked again."""
        try:
            if self._connection is None:
                self._connection = self._ask()
            answer = self._connection.recv(1024)
        except BlockingIOError:
            return False
        except OSError:
            answer = b""
        if self._connection is not None:
            self._connection.close()
            self._connection = None
        return answer.startswith(b"HTTP/1.1 200")

    def _ask(self) -> socket.socket:
        connection = socket.create_connection(self._address, timeout=2.0)
        connection.sendall(self._request.encode("ascii"))
        connection.setblocking(False)
        return connection


def _reason(error: OSError, host: str, port: int, command: str) -> str:
    match error.errno:
        case errno.EADDRINUSE:
            other = port + 1 if port < LAST_PORT else port - 1
            return (
                f"Another program is using port {port}. Choose another: "
                f"python manage.py {command} --port {other}"
            )
        case errno.EACCES:
            return f"You aren't allowed to use port {port}. Choose one from 1024 up."
        case errno.EADDRNOTAVAIL:
            return f"{host} is not an address of this machine."
        case _:
            return f"The site can't listen at {host}, port {port}: {error.strerror}."

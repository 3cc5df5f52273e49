"""The socket the site is reached by: open as long as the site runs, whatever its processes do."""

import errno
import socket
from urllib.parse import urlsplit

from config.local.errors import LocalError

BACKLOG = 1024
LAST_PORT = 65535
EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - compared with, not listened on
_HEALTH = "/health/live"


def listen(host: str, port: int) -> socket.socket:
    """Return a listening socket; raise LocalError with what the person at the keyboard can do."""
    if not 0 <= port <= LAST_PORT:
        raise LocalError(f"{port} isn't a port. Ports go from 1 to {LAST_PORT}.")
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        listener = socket.create_server(found[0][4][:2], family=found[0][0], backlog=BACKLOG)
    except socket.gaierror:
        raise LocalError(f"{host} is not an address of this machine.") from None
    except OSError as error:
        raise LocalError(_reason(error, host, port)) from None
    # Its connections inherit it. Else a body waits for the other end to confirm its head: 40 ms.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listener


def url(host: str, listener: socket.socket) -> str:
    """Return the address to type into a browser on this machine."""
    port = listener.getsockname()[1]
    if host in {"127.0.0.1", "::1", *EVERYWHERE}:
        host = "localhost"
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


class Question:
    """Asks the site whether it is alive, without ever waiting for the answer."""

    def __init__(self, listener: socket.socket, site_url: str) -> None:
        host, port = listener.getsockname()[:2]
        self._address = (EVERYWHERE.get(host, host), port)
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


def _reason(error: OSError, host: str, port: int) -> str:
    match error.errno:
        case errno.EADDRINUSE:
            other = port + 1 if port < LAST_PORT else port - 1
            return (
                f"Another program is using port {port}. Choose another: "
                f"python manage.py serve --port {other}"
            )
        case errno.EACCES:
            return f"You aren't allowed to use port {port}. Choose one from 1024 up."
        case errno.EADDRNOTAVAIL:
            return f"{host} is not an address of this machine."
        case _:
            return f"The site can't listen at {host}, port {port}: {error.strerror}."

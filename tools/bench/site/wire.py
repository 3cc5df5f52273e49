"""HTTP/1.1 and WebSocket as bytes, so that the load takes little of the machine it measures.

Only what the site's own server sends is understood: answers with a length, and frames of text.
"""

import asyncio
import json
import struct
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias, TypeVar, cast
from urllib.parse import SplitResult, urlsplit

from typing_extensions import override

P = TypeVar("P", bound=asyncio.Protocol)
Take: TypeAlias = "Callable[[bytes | None], None]"

PATIENCE = 30.0  # seconds for one answer
_END = b"\r\n\r\n"
_LENGTH = b"content-length:"
_PORTS = {"http": 80, "https": 443}
_KEY = "c2l4dGVlbiBieXRlcyAhIQ=="  # what a page sends is new each time; no proxy is between
_TEXT, _CLOSE, _PING, _PONG = 1, 8, 9, 10


def cookie_header(cookies: Mapping[str, str]) -> str:
    """Return cookies as the value of their header."""
    return "; ".join(f"{name}={value}" for name, value in cookies.items())


class Http:
    """A connection that stays open between requests."""

    def __init__(self, url: str, cookies: Mapping[str, str]) -> None:
        self._address = urlsplit(url)
        token = next((value for name, value in cookies.items() if name.endswith("csrf")), "")
        self._head = (
            f"Host: {self._address.netloc}\r\nOrigin: {url}\r\n"
            f"Cookie: {cookie_header(cookies)}\r\nX-CSRFToken: {token}\r\n"
        )
        self._line: _Line | None = None
        self.resent = 0  # how often a request was sent once more

    @property
    def is_open(self) -> bool:
        """Tell whether the other end has not hung up, as far as is known."""
        return self._line is not None and self._line.is_open

    async def post(self, path: str, data: Any) -> tuple[int, bytes]:
        """Send JSON; return status and body.

        As browsers do, send it once more if a connection from before turns out to be shut.
        """
        body = json.dumps(data).encode()
        kind = f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        return await self._send(f"POST {path} HTTP/1.1\r\n{self._head}{kind}".encode() + body)

    async def get(self, path: str) -> tuple[int, bytes]:
        """Ask for a page; return status and body, packed as it comes."""
        kind = "Accept-Encoding: gzip\r\n\r\n"
        return await self._send(f"GET {path} HTTP/1.1\r\n{self._head}{kind}".encode())

    async def _send(self, request: bytes) -> tuple[int, bytes]:
        if self._line is not None and self._line.is_open:
            try:
                return await self._line.ask(request)
            except ConnectionError:
                pass
            except asyncio.IncompleteReadError as error:
                if error.partial:
                    raise
            self.resent += 1
        await self.close()
        self._line = await _connect(self._address, _Line)
        return await self._line.ask(request)

    async def close(self) -> None:
        """Hang up."""
        if self._line is not None:
            self._line.hang_up()
            self._line = None


class _Line(asyncio.Protocol):
    """A connection on which one request is answered after the other."""

    def __init__(self) -> None:
        self.is_open = True
        self._come = b""
        self._answer: asyncio.Future[tuple[int, bytes]] | None = None

    @override
    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)

    async def ask(self, request: bytes) -> tuple[int, bytes]:
        """Send a request and return status and body of its answer."""
        self._answer = asyncio.get_running_loop().create_future()
        self._transport.write(request)
        return await self._answer

    @override
    def data_received(self, data: bytes) -> None:
        self._come += data
        end = self._come.find(_END)
        if end < 0:
            return
        head = self._come[:end].lower()
        length = int(head.partition(_LENGTH)[2].partition(b"\r")[0])
        if len(self._come) >= (whole := end + len(_END) + length):
            body, self._come = self._come[end + len(_END) : whole], self._come[whole:]
            if self._answer and not self._answer.done():
                self._answer.set_result((int(head[9:12]), body))

    @override
    def eof_received(self) -> None:
        self.is_open = False

    @override
    def connection_lost(self, exc: Exception | None) -> None:
        self.is_open = False
        if self._answer and not self._answer.done():
            self._answer.set_exception(exc or asyncio.IncompleteReadError(self._come, None))

    def hang_up(self) -> None:
        """Close the connection."""
        self._transport.close()


class Socket(asyncio.Protocol):
    """A page's socket: calls a function with each text that comes, and with None at its end."""

    def __init__(
        self, address: SplitResult, path: str, cookies: Mapping[str, str], take: Take
    ) -> None:
        self._request = (
            f"GET {path} HTTP/1.1\r\nHost: {address.netloc}\r\nOrigin: {address.geturl()}\r\n"
            "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Key: {_KEY}\r\nCookie: {cookie_header(cookies)}\r\n\r\n"
        )
        self._take = take
        self._come = bytearray()
        self._is_greeted = False
        self.said = ""  # why it has ended, as far as that is known

    @override
    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)
        self._transport.write(self._request.encode())

    @override
    def data_received(self, data: bytes) -> None:
        self._come += data
        if not self._is_greeted:
            self._greet()
        while self._is_greeted and (frame := self._frame()):
            self._handle(*frame)

    def _greet(self) -> None:
        end = self._come.find(_END)
        if end < 0:
            return
        if not self._come.startswith(b"HTTP/1.1 101 "):
            self.said = self._come[:end].decode("latin-1").partition("\r")[0]
            self.hang_up()
            return
        self._is_greeted = True
        del self._come[: end + len(_END)]

    def _frame(self) -> tuple[int, bytes] | None:
        """Take the next frame that has come in full: its kind and what it holds."""
        come, start = self._come, 2
        if len(come) < start:
            return None
        length = come[1]
        if length >= 126:
            form = ">H" if length == 126 else ">Q"
            start += struct.calcsize(form)
            if len(come) < start:
                return None
            (length,) = struct.unpack_from(form, come, 2)
        if len(come) < (end := start + length):
            return None
        kind, text = come[0], bytes(come[start:end])
        del come[:end]
        assert kind & 0x80, "the server sends its frames whole"
        return kind & 0x0F, text

    def _handle(self, kind: int, text: bytes) -> None:
        if kind == _TEXT:
            self._take(text)
        elif kind == _PING:
            self._send(_PONG, text)
        elif kind == _CLOSE:
            self.said = f"closed with {int.from_bytes(text[:2])}"
            self.hang_up()

    def send(self, text: bytes) -> None:
        """Send a short text."""
        self._send(_TEXT, text)

    def _send(self, kind: int, text: bytes) -> None:
        # Masked by zeros: as the protocol wants it, with nothing to be reckoned.
        self._transport.write(bytes((0x80 | kind, 0x80 | len(text), 0, 0, 0, 0)) + text)

    @override
    def connection_lost(self, exc: Exception | None) -> None:
        self.said = self.said or repr(exc or "hung up")
        self._take(None)

    def hang_up(self) -> None:
        """Close the socket, after a word if there was a greeting."""
        if self._is_greeted:
            self._send(_CLOSE, (1000).to_bytes(2))
        self._transport.close()


async def open_socket(
    url: str,
    path: str,
    cookies: Mapping[str, str],
    take: Take,
    *,
    local: str | None = None,
) -> Socket:
    """Open a socket of the site, from one of its own pages; from a network address if given."""
    address = urlsplit(url)
    return await _connect(address, lambda: Socket(address, path, cookies, take), local)


async def _connect(address: SplitResult, make: Callable[[], P], local: str | None = None) -> P:
    host, port = address.hostname or "localhost", address.port or _PORTS[address.scheme]
    own = None if local is None else (local, 0)
    async with asyncio.timeout(PATIENCE):
        loop = asyncio.get_running_loop()
        tls = address.scheme == "https" or None
        _, protocol = await loop.create_connection(make, host, port, local_addr=own, ssl=tls)
    return protocol

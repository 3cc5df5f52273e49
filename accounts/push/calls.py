"""Calls to push services: their addresses come from browsers, so nothing of ours is to be called.

What a name resolves to is checked where it counts: at the connection, before anything is sent.
An answer of DNS that changes between the look and the call changes nothing. And whoever answers
drop by drop is hung up on: others wait for what they are to be told.
"""

import contextlib
import socket
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

from requests import PreparedRequest, Response, Session
from requests.adapters import HTTPAdapter
from typing_extensions import override
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.connectionpool import HTTPConnectionPool, HTTPSConnectionPool
from urllib3.exceptions import NewConnectionError

from accounts.push import devices

REACHED = 8.0  # seconds within which a push service is to be connected
WHOLE_CALL = 10.0  # seconds from then on


class _Guard(HTTPConnection):
    """A connection that ends where it must not lead to, and after its time."""

    _end: threading.Timer | None = None
    _twin: socket.socket | None = None

    @override
    def _new_conn(self) -> socket.socket:
        sock = _in_time(super()._new_conn)
        if sock is None:
            raise NewConnectionError(self, "it was not reached in time")
        if not devices.is_reachable(sock.getpeername()[0]):
            sock.close()
            raise NewConnectionError(self, "it leads into a network that is not called")
        # A twin, since TLS takes the socket itself over.
        self._twin = sock.dup()
        self._end = threading.Timer(WHOLE_CALL, _hang_up, [self._twin])
        self._end.daemon = True
        self._end.start()
        return sock

    @override
    def close(self) -> None:
        if self._end is not None:
            self._end.cancel()
        if self._twin is not None:
            self._twin.close()
        super().close()


def _in_time(connect: Callable[[], socket.socket]) -> socket.socket | None:
    """Return a connection, or None if there is none in time.

    A thread waits for it: looking a name up knows no limit, and cannot be broken off.
    """
    coming: Future[socket.socket] = Future()
    threading.Thread(target=_connect, args=(connect, coming), daemon=True).start()
    try:
        return coming.result(REACHED)
    except TimeoutError:
        coming.add_done_callback(_drop)
        return None


def _connect(connect: Callable[[], socket.socket], coming: Future[socket.socket]) -> None:
    try:
        coming.set_result(connect())
    except Exception as error:  # noqa: BLE001 - whoever waits is told
        coming.set_exception(error)


def _drop(late: Future[socket.socket]) -> None:
    if late.exception() is None:
        late.result().close()


def _hang_up(twin: socket.socket) -> None:
    with contextlib.suppress(OSError):
        twin.shutdown(socket.SHUT_RDWR)


class _GuardedTLS(_Guard, HTTPSConnection):
    pass


class _Pool(HTTPConnectionPool):
    ConnectionCls = _Guard


class _TLSPool(HTTPSConnectionPool):
    ConnectionCls = _GuardedTLS


class _Calls(HTTPAdapter):
    @override
    def init_poolmanager(self, *args: Any, **kwargs: Any) -> None:
        super().init_poolmanager(*args, **kwargs)
        self.poolmanager.pool_classes_by_scheme = {"http": _Pool, "https": _TLSPool}

    @override
    def send(self, request: PreparedRequest, *args: Any, **kwargs: Any) -> Response:
        response = super().send(request, *args, **{**kwargs, "stream": True})
        # The status says it all; what follows may be long, and is left where it is.
        response._content, response._content_consumed = b"", True  # noqa: SLF001
        response.close()
        return response


def open_session() -> Session:
    """Return a session that calls the internet over https, and what else ``push`` says may be."""
    session = Session()
    session.trust_env = False  # neither a proxy nor a password from the environment
    session.max_redirects = 0
    session.adapters.clear()
    session.mount("https://", _Calls(max_retries=0))
    if devices.is_on_this_machine():
        session.mount("http://", _Calls(max_retries=0))
    return session

"""What no library sends, byte by byte, to the web server as a host runs it.

Each gets an answer that is no fault of ours, or a closed line; the server goes on, takes no more
memory or disk than a page may have, and tells no secret in its log.
"""

import contextlib
import re
import struct
from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from accounts.edge import tokens
from tests.conftest import empty_tables
from tests.factories import make_match, make_user
from tests.games.matches.pages.strange.served import SHORT, Server, heard, serving
from tests.games.matches.pages.strange.values import IN_JSON, IN_PATHS
from tests.games.words.loaded import load_words
from tests.size import THOROUGH, runs

pytestmark = pytest.mark.slow
IN_TABLES = pytest.mark.django_db(transaction=True)
BIG = runs(400, quick=60) * 2**20  # bytes of a body
MORE_MEMORY = 48 * 2**20  # that a server may take while bodies come
MORE_DISK = 24 * 2**20
# What the library itself tells of a frame that is no text is not among them.
FAULTS = re.compile(
    r"Internal Server Error|Exception in ASGI|never (?:retrieved|awaited)"
    r"|Traceback (?:.*\n)(?:  .*\n)*?  File \"\S+/(?:accounts|config|games|lobby)/.*"
)
HOST = b"Host: localhost\r\n"
CLOSE = b"Connection: close\r\n\r\n"


@pytest.fixture(scope="module")
def patient(
    django_db_setup: None, django_db_blocker: Any, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Server]:
    """One server for all; whoever writes nothing into its tables asks for it by this name."""
    with serving(tmp_path_factory.mktemp("patient")) as running:
        yield running
    with django_db_blocker.unblock():
        empty_tables()


@pytest.fixture
def server(transactional_db: None, patient: Server) -> Server:
    """The same, with tables that are emptied after the test; no row has a number again."""
    return patient


@pytest.fixture
def signed_in(transactional_db: None) -> bytes:
    """A line by which somebody at a table is known."""
    client = Client()
    client.force_login(make_user("anna"))
    session = client.cookies[settings.SESSION_COOKIE_NAME].value
    return f"Cookie: {settings.SESSION_COOKIE_NAME}={session}\r\n".encode()


def assert_well(server: Server) -> None:
    assert server.lives()
    told = server.told()
    assert [told[found.start() :][:4000] for found in FAULTS.finditer(told)] == []


def status(answer: bytes) -> int:
    """Return the status of an answer, 0 for none."""
    return int(answer[9:12]) if answer.startswith(b"HTTP/1.") else 0


# --- Requests -------------------------------------------------------------------------------------

POST = b"POST /theme/ HTTP/1.1\r\n" + HOST
FORM_IN_PARTS = b"multipart/form-data; boundary="
NO_LENGTHS = (b"", b"x", b"-1", b"1e9", b"9" * 30, b"\xd9\xa3", b"1_0", b"0x5", b"+5", b"5 5")
STRANGE = (
    b"", b"\r\n", b"\0", b"\xff" * 999, b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n",
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b"\x16\x03\x01\x02\x00", b"GET / HTTP/1.1\r\n\r\n",
    b"GET / HTTP/1.0\r\n\r\n", b"get / HTTP/1.1\r\n" + HOST + CLOSE,
    b"BREW / HTTP/1.1\r\n" + HOST + CLOSE, b"GET /\xff\xfe HTTP/1.1\r\n" + HOST + CLOSE,
    b"GET /words/\xed\xa0\x80/ HTTP/1.1\r\n" + HOST + CLOSE,
    b"GET /?\xff=\xff&q=%ff&%ED%A0%80=1 HTTP/1.1\r\n" + HOST + CLOSE,
    b"GET /tables/?page=%00 HTTP/1.1\r\n" + HOST + CLOSE,
    b"GET //evil.example/.. HTTP/1.1\r\n" + HOST + CLOSE,
    b"GET http://[::1/ HTTP/1.1\r\n" + HOST + CLOSE, b"GET * HTTP/1.1\r\n" + HOST + CLOSE,
    b"OPTIONS * HTTP/1.1\r\n" + HOST + CLOSE, b"CONNECT x:1 HTTP/1.1\r\n" + HOST + CLOSE,
    b"GET /static/%00 HTTP/1.1\r\n" + HOST + CLOSE,
    b"GET /static/../../etc/passwd HTTP/1.1\r\n" + HOST + CLOSE,
    b"GET /static/%2e%2e/%2e%2e/etc/passwd HTTP/1.1\r\n" + HOST + CLOSE,
    b"GET /static/%ff HTTP/1.1\r\n" + HOST + CLOSE,
    b"GET /" + b"a" * 60_000 + b" HTTP/1.1\r\n" + HOST + CLOSE,
    b"GET /?" + b"a=1&" * 15_000 + b" HTTP/1.1\r\n" + HOST + CLOSE,
    b"GET / HTTP/1.1\r\n" + HOST + b"X: " + b"a" * 100_000 + b"\r\n" + CLOSE,
    b"GET / HTTP/1.1\r\n" + HOST + b"X: a\r\n" * 5_000 + CLOSE,
    b"GET / HTTP/1.1\r\n" + HOST + b"X\xff: \xff\r\n" + CLOSE,
    b"GET / HTTP/1.1\r\n" + HOST + b"X: a\0b\r\n" + CLOSE,
    b"GET / HTTP/1.1\r\n" + HOST + b"Cookie: \xff\xfe=\xff; session=\xed\xa0\x80\r\n" + CLOSE,
    b"GET / HTTP/1.1\r\n" + HOST + b"Cookie: theme=\xed\xa0\x80\r\n" + CLOSE,
    b"GET / HTTP/1.1\r\n" + HOST + b"Accept-Language: \xff;q=\xff\r\n" + CLOSE,
    b"GET / HTTP/1.1\r\n" + HOST + HOST + CLOSE, b"GET / HTTP/1.1\r\nHost: \xff\r\n" + CLOSE,
    b"GET / HTTP/1.1\r\nHost: a:99999\r\n" + CLOSE, b"GET / HTTP/1.1\r\n Host: x\r\n" + CLOSE,
    b"GET /sw.js HTTP/1.1\r\n" + HOST + b"If-None-Match: \xff\"\r\nRange: bytes=x-\r\n" + CLOSE,
    b"GET /ws/me/ HTTP/1.1\r\n" + HOST + CLOSE,
    b"GET / HTTP/1.1\r\n" + HOST + b"Upgrade: websocket\r\nConnection: upgrade\r\n\r\n",
    b"GET / HTTP/1.1\r\n" + HOST + b"Upgrade: h2c\r\nConnection: upgrade\r\n\r\n",
    *(POST + b"Content-Length: " + said + b"\r\n\r\n" for said in NO_LENGTHS),
    POST + b"Content-Length: 99999999999999999999\r\n\r\nx",
    POST + b"Content-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef",
    POST + b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    POST + b"Content-Length: 500\r\n\r\ntoo short",
    POST + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n", POST + b"Transfer-Encoding: x\r\n\r\n",
    POST + b"Transfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\nx",
    POST + b"Transfer-Encoding: chunked\r\n\r\n5\r\nth",
    POST + b"Expect: 100-continue\r\nContent-Length: 3\r\n" + CLOSE + b"a=b",
    POST + b"Content-Type: \xff\r\nContent-Length: 3\r\n" + CLOSE + b"a=b",
    POST + b"Content-Type: " + FORM_IN_PARTS + b"\xff\r\nContent-Length: 1\r\n" + CLOSE + b"x",
    POST + b"Origin: http://localhost:99999999\r\nContent-Length: 0\r\n" + CLOSE,
    POST + b"Origin: http://[\r\nReferer: http://[\r\nContent-Length: 0\r\n" + CLOSE,
    POST + b"Origin: \xff\r\nContent-Length: 0\r\n" + CLOSE,
    b"POST /mail-in/ HTTP/1.1\r\n" + HOST + b"Content-Length: x\r\n" + CLOSE,
)  # fmt: skip


@pytest.mark.sometimes
@IN_TABLES
def test_no_bytes_are_too_strange(server: Server, signed_in: bytes) -> None:
    load_words(["cat", "dax"])
    paths = [
        f"GET /{before}{part[:3000]}{after} HTTP/1.1\r\n".encode() + HOST + signed_in + CLOSE
        for part in IN_PATHS
        for before, after in (("", ""), ("tables/", "/"), ("match/", "/view"), ("words/", "/"))
    ]
    requests = [*STRANGE, *paths]
    for request, answer in zip(requests, server.ask_all(requests), strict=True):
        assert status(answer) < 500, request[:300]
    assert_well(server)


@IN_TABLES
def test_a_link_that_acts_is_in_no_line_of_the_log(server: Server) -> None:
    match = make_match(make_user(), make_user())
    seat = tokens.sign_act(user_id=match.seats.get(player=0).user_id, act="seat", about=match.pk)
    for method, code in ((b"GET", b"200"), (b"POST", b"403")):
        request = method + f" /seat/{seat}/ HTTP/1.1\r\n".encode() + HOST
        assert server.ask(request + b"Content-Length: 0\r\n" + CLOSE)[9:12] == code
    told = server.told()
    assert (seat in told, '"GET /seat/[hidden]/ HTTP/1.1" 200' in told) == (False, True)
    assert "Forbidden (CSRF cookie not set.): /seat/[hidden]/" in told


# --- Bodies ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/theme/", "/mail-in/", "/word-lists/broad/import/", "/none/"])
@pytest.mark.parametrize("chunked", [False, True], ids=["length", "chunked"])
def test_a_body_without_end_takes_neither_memory_nor_disk(
    patient: Server, path: str, chunked: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    patient.ask(POST + b"Content-Length: 70000\r\n" + CLOSE + b"x" * 70_000)  # all is loaded
    patient.forget_most_memory()
    before, most = patient.memory(), 0
    piece = b"x" * 2**20
    said = b"Transfer-Encoding: chunked" if chunked else b"Content-Length: %d" % BIG
    with patient.talk() as line:
        line.sendall(f"POST {path} HTTP/1.1\r\n".encode() + HOST + said + b"\r\n\r\n")
        with contextlib.suppress(OSError):  # it hung up
            for _ in range(BIG // len(piece)):
                line.sendall(b"%x\r\n%b\r\n" % (len(piece), piece) if chunked else piece)
                most = max(most, patient.disk())
        answer = b""
        with contextlib.suppress(OSError):
            answer = line.recv(65_536)
    assert status(answer) in (0, 413)
    more = patient.memory() - before
    with capsys.disabled():
        if THOROUGH:
            print(f"\n{path}: {more / 2**20:.1f} MiB of memory, {most / 2**20:.1f} of disk")  # noqa: T201
    assert (more < MORE_MEMORY, most < MORE_DISK) == (True, True)
    assert_well(patient)


def test_a_body_in_single_bytes_is_read_as_one(patient: Server) -> None:
    with patient.talk() as line:
        line.sendall(POST + b"Content-Length: 10\r\n" + CLOSE)
        for byte in b"theme=dark":
            line.sendall(bytes([byte]))
        assert status(line.recv(65_536)) == 403  # it lacks the mark against forged requests
    assert_well(patient)


# --- Sockets --------------------------------------------------------------------------------------


def frame(data: bytes, *, code: int = 1, last: bool = True, masked: bool = True) -> bytes:
    """Return a frame as browsers send it; the code is 1 for text, 2 for bytes, 8 to close."""
    head = bytes([code | (0x80 if last else 0)])
    bit = 0x80 if masked else 0
    if len(data) < 126:
        head += bytes([len(data) | bit])
    elif len(data) < 2**16:
        head += bytes([126 | bit]) + struct.pack("!H", len(data))
    else:
        head += bytes([127 | bit]) + struct.pack("!Q", len(data))
    return head + (b"\0\0\0\0" if masked else b"") + data


FRAMES = (
    *(frame(text.encode("utf-8", "surrogatepass")) for text in IN_JSON if len(text) < 16_000),
    *(frame(f'{{"t": {one}}}'.encode()) for one in ('"pong"', '"\\ud800"', '"\\0"', "[1e400]")),
    frame(b'{"t": "pong", "t": "ping"}'), frame(b"[" * 16_000), frame(b"\xff\xfe"), frame(b"\0"),
    frame(b"\xed\xa0\x80"), frame(b"\0\xff" * 99, code=2), frame(b"", code=2), frame(b"", code=1),
    frame(b"x" * 16_384), frame(b"x" * 16_385), frame(b"x" * 200_000), frame(b"x" * 125, code=9),
    frame(b"x" * 126, code=9), frame(b"", code=10), frame(b"x", code=3), frame(b"x", code=11),
    frame(b"x", masked=False), frame(b"x", last=False), frame(b"x", code=0),
    frame(b"a", last=False) + frame(b"b", code=0, last=False) * 2_000 + frame(b"c", code=0),
    frame(b"", code=8), frame(b"\x03", code=8), frame(b"\x00\x01", code=8),
    frame(b"\x03\xe8\xff", code=8), frame(b"\x0f\xa4bye", code=8), frame(b"x" * 126, code=8),
    b"\x81\xff" + b"\xff" * 8, b"\x81\xfe\x00", b"\xf1\x80\0\0\0\0", b"\0" * 999, b"\xff" * 999,
    frame(b"x", code=9) * 3_000,
)  # fmt: skip
SOCKETS = (
    "/ws/me/",
    "/ws/tables/",
    "/ws/table/{}/",
    "/ws/match/{}/",
    "/ws/none/",
    "/",
    "/match/{}/",
)
ORIGINS = (
    b"null", b"", b"http://", b"http://localhost:99999", b"http://localhost:x", b"http://[", b"//",
    b"\xff", b"x" * 3_000, b"http://evil.example", b"http://localhost:8000@evil.example",
    b"localhost",
)  # fmt: skip


def upgrade(path: bytes, *lines: bytes, origin: bytes | None = None) -> bytes:
    """Return a request that asks for a socket."""
    key = b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
    asked = b"Upgrade: websocket\r\nConnection: Upgrade\r\n" + key
    from_page = settings.SITE_URL.encode() if origin is None else origin
    head = b"GET " + path + b" HTTP/1.1\r\n" + HOST + b"Origin: " + from_page + b"\r\n"
    return head + asked + b"".join(lines) + b"\r\n"


def opened(server: Server, request: bytes) -> int:
    """Ask for a socket; return the status of the answer."""
    with server.talk() as line:
        line.sendall(request)
        return status(line.recv(65_536))


@pytest.mark.sometimes
@IN_TABLES
def test_no_frame_is_too_strange(server: Server, signed_in: bytes) -> None:
    match = make_match(make_user(), make_user())
    for path in (b"/ws/me/", f"/ws/match/{match.public_id}/".encode()):
        for one in FRAMES:
            with server.talk() as line:
                line.sendall(upgrade(path, signed_in))
                assert status(line.recv(65_536)) == 101
                line.settimeout(SHORT)  # a frame without an end is not waited for
                with contextlib.suppress(OSError):  # it hung up
                    line.sendall(one + frame(b'{"t": "pong"}') + frame(b"\x03\xe8", code=8))
                heard(line)
    assert_well(server)


@IN_TABLES
def test_no_address_of_a_socket_is_too_strange(server: Server, signed_in: bytes) -> None:
    parts = [part[:3000].encode() for part in IN_PATHS if " " not in part]
    paths = [path.encode().replace(b"{}", part) for path in SOCKETS for part in parts]
    for path in (*dict.fromkeys(paths), b"/ws/table/\xff/", b"/ws/me/?\xff=%ff"):
        assert opened(server, upgrade(path, signed_in)) not in range(500, 600), path[:200]
    for origin in ORIGINS:
        assert opened(server, upgrade(b"/ws/me/", signed_in, origin=origin)) == 403, origin[:99]
    strange = (
        b"Sec-WebSocket-Protocol: \xff\r\n", b"Sec-WebSocket-Extensions: \xff;;=\r\n",
        b"Sec-WebSocket-Key: x\r\n", b"Cookie: \xff=\xff\r\n", b"Content-Length: 5\r\n",
    )  # fmt: skip
    for line in strange:
        assert status(server.ask(upgrade(b"/ws/tables/", line))) < 500, line
    assert_well(server)

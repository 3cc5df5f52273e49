"""The services of Chromium's maker by which its push messages come, on this machine.

Chromium asks them for an identity (check-in), for an address to which a site may send
(registration), and keeps a connection open by which messages come (MCS, protocol buffers over TLS).
Where they are it lets the command line say. So a browser subscribes, decrypts and wakes the service
worker by itself, as anywhere; only what is sent to "google.com" comes here.
"""

import contextlib
import dataclasses
import datetime as dt
import socket
import ssl
import struct
import threading
import time
from pathlib import Path
from typing import Self
from urllib.parse import parse_qs

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from typing_extensions import override

from tests.push_service import Device, PushService

MCS = 41  # the version of the protocol
PING, ACK, LOGIN, LOGGED_IN, MESSAGE = 0, 1, 2, 3, 8
# What the browser makes of a token; the address is made ours where pages read it.
THEIRS = "https://jmt17.google.com/fcm/send/"


@dataclasses.dataclass
class Browser(Device):
    """A subscription of a real browser, which alone has its keys: what is taken stays sealed."""

    app: str = ""
    subtype: str = ""
    headers: list[dict[str, str]] = dataclasses.field(default_factory=list)


class Vendor(PushService):
    """Checks pushes like the other, and sends them on to the browser by its own connection."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.browsers: list[Browser] = []
        self._tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self._tls.load_cert_chain(_certificate(folder / "vendor.pem"))
        self._door = socket.create_server(("127.0.0.1", 0))
        self._lines: list[ssl.SSLSocket] = []
        self._up = threading.Event()

    @property
    def flags(self) -> list[str]:
        """What tells Chromium where its services are."""
        return [
            f"--gcm-checkin-url={self.url}/checkin",
            f"--gcm-registration-url={self.url}/register",
            f"--gcm-mcs-endpoint=https://localhost:{self._door.getsockname()[1]}",
            "--ignore-certificate-errors",
        ]

    @property
    def script(self) -> str:
        """What a page does first: it reads addresses of subscriptions as ours."""
        return f"""
          const kind = PushSubscription.prototype;
          const theirs = Object.getOwnPropertyDescriptor(kind, "endpoint").get;
          const told = kind.toJSON;
          const ours = (address) => address.replace("{THEIRS}", "{self.url}/push/");
          Object.defineProperty(kind, "endpoint", {{
            get() {{ return ours(theirs.call(this)); }},
          }});
          kind.toJSON = function () {{
            const all = told.call(this);
            return {{ ...all, endpoint: ours(all.endpoint) }};
          }};
        """

    @override
    def __enter__(self) -> Self:
        threading.Thread(target=self._welcome, daemon=True).start()
        super().__enter__()
        return self

    @override
    def __exit__(self, *_: object) -> None:
        self._door.close()
        for line in self._lines:
            line.close()
        super().__exit__()

    @override
    def answer(self, path: str, headers: dict[str, str], body: bytes) -> tuple[int, bytes]:
        """Answer a browser that checks in or registers, and a site that sends."""
        if path == "/checkin":
            now = int(time.time() * 1000)
            return 200, _number(1, 1) + _number(3, now) + _fixed(7, 4242) + _fixed(8, 777)
        if path == "/register":
            return 200, b"token=" + self._register(parse_qs(body.decode())).encode()
        return super().answer(path, headers, body)

    def _register(self, form: dict[str, list[str]]) -> str:
        token = f"token-{len(self.devices)}"
        if "X-subtype" in form:  # else it is for the browser itself
            private = ec.generate_private_key(ec.SECP256R1())  # nobody's: the browser keeps its own
            browser = Browser(
                f"{self.url}/push/{token}", form["sender"][0], private, b"",
                app=form["app"][0], subtype=form["X-subtype"][0],
            )  # fmt: skip
            self.devices[f"/push/{token}"] = browser
            self.browsers.append(browser)
        return token

    @override
    def hand_on(self, device: Device, headers: dict[str, str], body: bytes) -> None:
        """Send a push on to the browser, sealed as it is."""
        assert isinstance(device, Browser)
        device.headers.append(headers)
        facts = {"subtype": device.subtype, "content-encoding": "aes128gcm"}
        told = b"".join(_text(7, _text(1, name) + _text(2, value)) for name, value in facts.items())
        name, now = f"0:{len(device.headers)}", int(time.time() * 1000)
        head = _text(3, device.site_key) + _text(5, device.app) + told + _text(9, name)
        message = head + _number(17, 60) + _number(18, now) + _text(21, body)
        self._up.wait(10)
        self._lines[-1].sendall(bytes([MESSAGE]) + _varint(len(message)) + message)

    def _welcome(self) -> None:
        with contextlib.suppress(OSError):  # until the door is closed
            while True:
                line, _ = self._door.accept()
                threading.Thread(target=self._talk, args=(line,), daemon=True).start()

    def _talk(self, plain: socket.socket) -> None:
        """Let a browser log in, and answer its heartbeats."""
        # Chromium tries the way first, and hangs up.
        with (
            contextlib.suppress(OSError, EOFError),
            self._tls.wrap_socket(plain, server_side=True) as line,
        ):
            _read(line, 1)
            while True:
                tag = _read(line, 1)[0]
                _read(line, _read_varint(line))
                if tag == LOGIN:
                    answer = _text(1, "chrome") + _number(8, int(time.time() * 1000))
                    line.sendall(bytes([MCS, LOGGED_IN]) + _varint(len(answer)) + answer)
                    self._lines.append(line)
                    self._up.set()
                elif tag == PING:
                    line.sendall(bytes([ACK, 0]))


def _certificate(path: Path) -> Path:
    """Write a key and a certificate of "localhost" that nobody else has signed."""
    key, now = ec.generate_private_key(ec.SECP256R1()), dt.datetime.now(dt.UTC)
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "localhost")])
    made = x509.CertificateBuilder(
        name, name, key.public_key(), 1, now - dt.timedelta(1), now + dt.timedelta(1)
    ).sign(key, hashes.SHA256())
    pem, plain = serialization.Encoding.PEM, serialization.NoEncryption()
    private = key.private_bytes(pem, serialization.PrivateFormat.PKCS8, plain)
    path.write_bytes(private + made.public_bytes(pem))
    return path


# --- Protocol buffers -----------------------------------------------------------------------------


def _varint(number: int) -> bytes:
    out = b""
    while number > 0x7F:
        out += bytes([number & 0x7F | 0x80])
        number >>= 7
    return out + bytes([number])


def _number(field: int, value: int) -> bytes:
    return _varint(field << 3) + _varint(value)


def _fixed(field: int, value: int) -> bytes:
    return _varint(field << 3 | 1) + struct.pack("<Q", value)


def _text(field: int, value: str | bytes) -> bytes:
    data = value.encode() if isinstance(value, str) else value
    return _varint(field << 3 | 2) + _varint(len(data)) + data


def _read(line: ssl.SSLSocket, count: int) -> bytes:
    data = b""
    while len(data) < count:
        if not (more := line.recv(count - len(data))):
            raise EOFError
        data += more
    return data


def _read_varint(line: ssl.SSLSocket) -> int:
    number = shift = 0
    while True:
        byte = _read(line, 1)[0]
        number |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            return number

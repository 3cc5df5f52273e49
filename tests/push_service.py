"""A push service on this machine, in place of those of the makers of browsers.

It does what they do: it takes a push only if the site has signed it with the key that the browser
told when it subscribed (RFC 8292), with a TTL and no more than 4,096 bytes (RFC 8030). Then it
opens the push with the keys of the device (RFC 8291), which in real life the browser alone has.
"""

import base64
import dataclasses
import json
import re
import secrets
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

LARGEST = 4096
LONGEST_SIGNATURE = 24 * 3600


class Refused(Exception):
    """The push is not taken, with an HTTP status."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status = status


@dataclasses.dataclass(frozen=True)
class Push:
    """A push as it was taken: its headers by names in lower case, and what the device reads."""

    headers: dict[str, str]
    data: bytes

    @property
    def told(self) -> dict[str, Any]:
        return json.loads(self.data)


@dataclasses.dataclass
class Device:
    """A browser's end of a subscription. ``answers`` are the next statuses, then it is 201."""

    endpoint: str
    site_key: str
    private: ec.EllipticCurvePrivateKey
    auth: bytes
    answers: list[int] = dataclasses.field(default_factory=list)
    asked: int = 0
    taken: list[Push] = dataclasses.field(default_factory=list)
    refused: list[str] = dataclasses.field(default_factory=list)

    @property
    def keys(self) -> dict[str, str]:
        return {"p256dh": b64(point(self.private.public_key())), "auth": b64(self.auth)}

    @property
    def subscription(self) -> dict[str, Any]:
        """What PushSubscription.toJSON() of this device tells."""
        return {"endpoint": self.endpoint, "expirationTime": None, "keys": self.keys}


class PushService:
    """Takes pushes for its devices while it is entered."""

    def __init__(self) -> None:
        self.devices: dict[str, Device] = {}
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                headers = {name.lower(): value for name, value in self.headers.items()}
                status, told = service.answer(self.path, headers, body)
                self.send_response(status)
                self.send_header("Content-Length", str(len(told)))
                if status in (301, 302, 307, 308):
                    self.send_header("Location", f"{service.url}/elsewhere")
                self.end_headers()
                self.wfile.write(told)

            def log_message(self, *_: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_port}"

    def __enter__(self) -> Self:
        # It looks so often, in seconds, whether it is to stop: nobody waits half a second for it.
        threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()

    def subscribe(self, site_key: str) -> Device:
        """Return a new device that takes pushes of the site of this key (base64url)."""
        path = f"/push/{secrets.token_urlsafe(24)}"
        private = ec.generate_private_key(ec.SECP256R1())
        device = Device(self.url + path, site_key, private, secrets.token_bytes(16))
        self.devices[path] = device
        return device

    def answer(self, path: str, headers: dict[str, str], body: bytes) -> tuple[int, bytes]:
        """Return status and body of the answer to a request."""
        return self.take(path, headers, body), b""

    def take(self, path: str, headers: dict[str, str], body: bytes) -> int:
        """Return the status that answers a push."""
        device = self.devices.get(path)
        if device is None:
            return 404
        device.asked += 1
        try:
            check_signature(headers.get("authorization", ""), device.site_key, self.url)
            check_headers(headers, body)
        except Refused as refusal:
            device.refused.append(str(refusal))
            return refusal.status
        status = device.answers.pop(0) if device.answers else 201
        if status == 201:
            self.hand_on(device, headers, body)
        return status

    def hand_on(self, device: Device, headers: dict[str, str], body: bytes) -> None:
        """Bring a push to its device."""
        device.taken.append(Push(headers, opened(body, device.private, device.auth)))


def check_headers(headers: dict[str, str], body: bytes) -> None:
    """Refuse what RFC 8030 does not allow."""
    if not headers.get("ttl", "").isdecimal():
        raise Refused(400, "no TTL")
    if not re.fullmatch(r"[A-Za-z0-9_-]{1,32}", headers.get("topic", "t")):
        raise Refused(400, "no proper topic")
    if headers.get("urgency", "normal") not in ("very-low", "low", "normal", "high"):
        raise Refused(400, "no proper urgency")
    if headers.get("content-encoding") != "aes128gcm":
        raise Refused(415, "not encrypted as is usual today")
    if len(body) > LARGEST:
        raise Refused(413, "too large")


def check_signature(authorization: str, site_key: str, origin: str) -> None:
    """Refuse a push that the site of the key has not signed for this push service (RFC 8292)."""
    found = re.fullmatch(r"vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), ?k=([\w-]+)", authorization)
    if not found:
        raise Refused(401, "not signed")
    head, claims, signature, key = found.groups()
    if key != site_key:
        raise Refused(403, "signed by another site")
    raw = unb64(signature)
    numbers = int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big")
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), unb64(key))
    try:
        public.verify(
            encode_dss_signature(*numbers), f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256())
        )
    except InvalidSignature:
        raise Refused(403, "signed wrongly") from None
    said = json.loads(unb64(claims))
    if said["aud"] != origin:
        raise Refused(403, "signed for another push service")
    if not 0 < said["exp"] - time.time() <= LONGEST_SIGNATURE:
        raise Refused(403, "signed for another time")
    if not said["sub"].startswith(("mailto:", "https:")):
        raise Refused(403, "nobody to write to")


def opened(body: bytes, private: ec.EllipticCurvePrivateKey, auth: bytes) -> bytes:
    """Return what a push of one record says (RFC 8188, RFC 8291)."""
    salt, key_length = body[:16], body[20]
    sender, sealed = body[21 : 21 + key_length], body[21 + key_length :]
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
    info = b"WebPush: info\0" + point(private.public_key()) + sender
    secret = _derived(private.exchange(ec.ECDH(), public), auth, info, 32)
    key = _derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(secret, salt, b"Content-Encoding: nonce\0", 12)
    padded = AESGCM(key).decrypt(nonce, sealed, None).rstrip(b"\0")
    if not padded.endswith(b"\x02"):
        raise Refused(400, "more than one record")
    return padded[:-1]


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def point(key: ec.EllipticCurvePublicKey) -> bytes:
    form = serialization.PublicFormat.UncompressedPoint
    return key.public_bytes(serialization.Encoding.X962, form)


def b64(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def unb64(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))

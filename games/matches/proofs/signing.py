"""The site's signature under a match's file: Ed25519 over all of it (docs/fairness.md).

Whoever has the site's key from elsewhere can tell a file of this site from any other, and who keeps
a file can show to others what the site said.
"""

import base64
import functools
from collections.abc import Mapping
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from django.conf import settings

from games.core.log.chain import written


def signed(facts: Mapping[str, Any]) -> dict[str, Any]:
    """Return a file with the site's key and signature, both in hexadecimal."""
    named = {**facts, "key": public_key()}
    return {**named, "signature": _key(settings.SIGNING_KEY).sign(_message(named)).hex()}


def unsigned(facts: Mapping[str, Any]) -> dict[str, Any]:
    """Return a file of which something was changed on purpose, so that no signature fits it."""
    return {**facts, "key": "", "signature": ""}


def is_as_signed(data: Mapping[str, Any]) -> bool:
    """Tell whether a file is what its key signed; raise ValueError for what is no key."""
    key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(data["key"]))
    try:
        key.verify(bytes.fromhex(data["signature"]), _message(data))
    except InvalidSignature:
        return False
    return True


def public_key() -> str:
    """Return the key by which anyone can check the site's signatures."""
    return _key(settings.SIGNING_KEY).public_key().public_bytes_raw().hex()


@functools.cache
def _key(private_key: str) -> Ed25519PrivateKey:
    return Ed25519PrivateKey.from_private_bytes(base64.urlsafe_b64decode(private_key + "="))


def _message(data: Mapping[str, Any]) -> bytes:
    facts = {name: value for name, value in data.items() if name != "signature"}
    return b"tilepost/file\n" + written(facts)

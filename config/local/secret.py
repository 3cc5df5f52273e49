"""The site's secrets on a machine where nobody has set any."""

import base64
import os
import secrets
from collections.abc import Callable
from pathlib import Path

from config.local import paths

# How many private keys P-256 has: each number from 1 up to this less one is one.
P256_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551


def secret_key() -> str:
    """Return this machine's own SECRET_KEY, made at the first call and kept in the data folder."""
    return _kept(paths.SECRET_KEY, draw_secret_key)


def vapid_key() -> str:
    """Return this machine's own key for pushes, made and kept likewise: 32 bytes as base64url."""
    return _kept(paths.VAPID_KEY, draw_vapid_key)


def signing_key() -> str:
    """Return this machine's own key for the files of matches: 32 bytes as base64url, too."""
    return _kept(paths.SIGNING_KEY, draw_signing_key)


def draw_secret_key() -> str:
    """Return a new SECRET_KEY."""
    return secrets.token_urlsafe(50)


def draw_signing_key() -> str:
    """Return a new key for the files of matches."""
    return secrets.token_urlsafe(32)


def draw_vapid_key() -> str:
    """Return a new key for pushes."""
    number = 1 + secrets.randbelow(P256_ORDER - 1)
    return base64.urlsafe_b64encode(number.to_bytes(32, "big")).rstrip(b"=").decode("ascii")


def _kept(name: str, draw: Callable[[], str]) -> str:
    path = paths.data_dir() / name
    if not path.exists():
        _write_once(path, draw())
    return path.read_text(encoding="ascii")


def _write_once(path: Path, text: str) -> None:
    """Write a private file in one step, so that of two processes at once both read the same."""
    path.parent.mkdir(mode=0o711 if os.geteuid() == 0 else 0o700, parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}-{os.getpid()}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(text)
    try:
        path.hardlink_to(draft)
    except FileExistsError:
        pass  # another process was first; its key counts
    finally:
        draft.unlink()

"""The secrets a site is known by: they're in no backup, so they have to be kept apart from it.

A backup holds a fingerprint of each, by which nobody can guess the key: it's worked out slowly, and
with a salt of its own.
"""

import hashlib
import os
import secrets
from collections.abc import Mapping
from pathlib import Path

from django.conf import settings

from config import local
from config.hosting.backups import BackupError

SIGNING = "SIGNING_KEY"  # which signs backups too, see manifest.py
# What it costs to go on with another key.
COSTS = {
    "SECRET_KEY": "everyone has to sign in again, and links in emails you've sent stop working",
    SIGNING: "files of matches are signed anew, so old ones no longer match the site's key",
    "VAPID_PRIVATE_KEY": "people have to allow notifications again on all their devices",
}
_FILES = {
    "SECRET_KEY": "secret_key",
    SIGNING: "signing_key",
    "VAPID_PRIVATE_KEY": "vapid_key",
}


def ours() -> dict[str, str]:
    """Return the keys of this site."""
    return {name: str(getattr(settings, name)) for name in COSTS}


def fingerprint(key: str, *, salt: bytes | None = None) -> str:
    """Return by what a key can be known again."""
    salt = secrets.token_bytes(16) if salt is None else salt
    memory = 64 * 1024 * 1024
    digest = hashlib.scrypt(key.encode(), salt=salt, n=2**15, r=8, p=1, maxmem=memory, dklen=16)
    return f"{salt.hex()}:{digest.hex()}"


def differing(known: Mapping[str, str], keys: Mapping[str, str]) -> list[str]:
    """Return the names of keys that aren't those the fingerprints were made of."""
    return [
        name
        for name, print_ in known.items()
        if name in keys
        and fingerprint(keys[name], salt=bytes.fromhex(print_.partition(":")[0])) != print_
    ]


def write(path: Path) -> None:
    """Write the keys of this site to a new file, for nobody else's eyes."""
    text = "".join(f"{name}={key}\n" for name, key in ours().items())
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        raise BackupError(f"{path} is there already. Choose another file.") from None
    except OSError as error:
        raise BackupError(f"We couldn't write {path}: {error.strerror}.") from error
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        file.write(text)


def read(path: Path) -> dict[str, str]:
    """Return the keys in a file that ``write`` has made."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise BackupError(f"We couldn't read the keys in {path}.") from error
    found = dict(line.split("=", 1) for line in lines if "=" in line)
    if missing := [name for name in COSTS if not found.get(name)]:
        raise BackupError(f"{path} has no {missing[0]}. Use a file made by: backup --keys FILE")
    return {name: found[name] for name in COSTS}


def put_in_place(keys: Mapping[str, str]) -> None:
    """Have this site use these keys from its next start; raise BackupError where it can't be."""
    for name, key in keys.items():
        chosen = os.environ.get(name) or os.environ.get(f"{name}_FILE")
        if chosen and getattr(settings, name) != key:
            raise BackupError(
                f"{name} comes from the environment, and isn't the one in the file. "
                "Change it there, then try again."
            )
    for name, key in keys.items():
        if getattr(settings, name) != key:
            path = local.data_dir() / _FILES[name]
            draft = path.with_name(f".{path.name}.new")
            descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            with os.fdopen(descriptor, "w", encoding="ascii") as file:
                file.write(key)
            draft.replace(path)

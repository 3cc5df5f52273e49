"""What is known of a backup beside its dump: from when it is, what made it, and what is in it.

The site signs it with a key that doesn't lie beside it, so whoever can write there can't have the
site load what they wrote: the checksum of the dump is signed too.
"""

import dataclasses
import hmac
import json
from datetime import datetime
from typing import Any, Self, get_args, get_origin

FORMAT = 1


@dataclasses.dataclass(frozen=True, kw_only=True)
class Manifest:
    """A backup as it describes itself."""

    name: str
    at: datetime  # the instant of the data
    version: str  # of Tilepost
    postgres: int  # the major version of the server
    dumped_by: int  # the major version of pg_dump
    migrations: dict[str, list[str]]  # by app, in order
    rows: dict[str, int]  # by table
    size: int  # bytes of the dump
    sha256: str
    keys: dict[str, str]  # fingerprints, see keys.py
    settings: dict[str, str]  # those that aren't secret and that players notice
    signature: str = ""  # HMAC-SHA-256 of all the rest, in hexadecimal

    def written(self) -> bytes:
        """Return the file that tells all this."""
        facts = {"format": FORMAT, **dataclasses.asdict(self), "at": self.at.isoformat()}
        return json.dumps(facts, indent=1, sort_keys=True).encode()

    def signed(self, key: str) -> Self:
        """Return it with the signature of whoever has this key."""
        message = b"tilepost/backup\n" + dataclasses.replace(self, signature="").written()
        signature = hmac.digest(key.encode(), message, "sha256").hex()
        return dataclasses.replace(self, signature=signature)

    def is_signed(self, key: str) -> bool:
        """Tell whether all of it is as somebody who has this key wrote it."""
        theirs, ours = self.signature, self.signed(key).signature
        return hmac.compare_digest(theirs.encode(errors="replace"), ours.encode())


def read(written: bytes) -> Manifest:
    """Return what a file tells, whoever wrote it; raise ValueError if it isn't in our format."""
    try:
        facts: dict[str, Any] = json.loads(written)
        if facts.pop("format") != FORMAT:
            raise ValueError
        known = Manifest(**{**facts, "at": datetime.fromisoformat(facts["at"])})
        if known.at.tzinfo is None or not all(
            _is(getattr(known, field.name), field.type) for field in dataclasses.fields(known)
        ):
            raise ValueError
    except (AttributeError, KeyError, TypeError, RecursionError) as error:
        raise ValueError from error
    return known


def _is(value: Any, kind: Any) -> bool:
    """Tell whether a value is of a kind such as ``dict[str, list[str]]``."""
    if not (parts := get_args(kind)):
        return isinstance(value, kind)
    inner = value.values() if isinstance(value, dict) else value
    return isinstance(value, get_origin(kind)) and all(_is(one, parts[-1]) for one in inner)

"""What is known of a backup beside its dump: from when it is, what made it, and what is in it."""

import dataclasses
import json
from datetime import datetime
from typing import Any

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

    def written(self) -> bytes:
        """Return the file that tells all this."""
        facts = {"format": FORMAT, **dataclasses.asdict(self), "at": self.at.isoformat()}
        return json.dumps(facts, indent=1, sort_keys=True).encode()


def read(written: bytes) -> Manifest:
    """Return what a file tells; raise ValueError if it is none of ours."""
    facts: dict[str, Any] = json.loads(written)
    try:
        if facts.pop("format") != FORMAT:
            raise ValueError
        return Manifest(**{**facts, "at": datetime.fromisoformat(facts["at"])})
    except (AttributeError, KeyError, TypeError) as error:
        raise ValueError from error

"""The log of a match as a chain: nothing in it can be changed without changing all that follows.

Each entry has a ``proof``, made of the secret and what was played, which tells nothing as long as
the secret is not known, and a ``hash`` of the entry as spectators were told it and of the hash
before it. The first hash is made of the secret's fingerprint and of what was agreed. The ``seal``
of a finished match is made of its last hash and its result: who has noted it, or was sent it by
mail, can tell later whether anything was changed. docs/fairness.md has the formula.
"""

import hashlib
import hmac
import json
from collections.abc import Mapping, Sequence
from typing import Any

AGREED = ("match", "game", "rules_version", "options", "players")
TOLD = ("ply", "player", "actor", "said", "events", "played_at", "proof")
RESULT = ("ended", "scores", "places", "finished_at")


def written(value: Any) -> bytes:
    """Return JSON in one way only: keys in order, no spaces, UTF-8."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return text.encode()


def _hash(*values: Any) -> str:
    return hashlib.sha256(written(values)).hexdigest()


def proof(secret: bytes, ply: int, action: Any, text: str) -> str:
    """Return what shows, once the secret is known, that this was played at that ply."""
    message = f"tilepost/proof/{ply}\n".encode() + written([action, text])
    return hmac.new(secret, message, hashlib.sha256).hexdigest()


def begin(commitment: str, agreed: Mapping[str, Any]) -> str:
    """Return the hash at ply 0; ``agreed`` has the names of ``AGREED``, players as a number."""
    return _hash(commitment, {name: agreed[name] for name in AGREED})


def link(before: str, entry: Mapping[str, Any]) -> str:
    """Return the hash of an entry with the names of ``TOLD``, after the hash before it."""
    return _hash(before, {name: entry[name] for name in TOLD})


def seal(last: str, result: Mapping[str, Any]) -> str:
    """Return the seal of a match: its last hash together with its ``RESULT``."""
    return _hash(last, {name: result[name] for name in RESULT})


def problems(first: str, entries: Sequence[Mapping[str, Any]], hashes: Sequence[str]) -> list[int]:
    """Return the plies, from 1, whose hash does not follow from their entry and the hash before."""
    before = [first, *hashes]
    return [
        ply
        for ply, (entry, told) in enumerate(zip(entries, hashes, strict=True), start=1)
        if link(before[ply - 1], entry) != told
    ]

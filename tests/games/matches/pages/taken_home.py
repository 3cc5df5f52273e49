"""What of a match can be taken home, and what the stand-alone program finds wrong with it."""

import json
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.test import Client

from games.core.log import chain
from games.matches.models import Match
from games.matches.proofs import signing
from tests.conformance.playing import SLUGS
from tests.games.matches.pages.finished import finished
from tests.size import some_of

SCRIPT = Path(__file__).parents[4] / "docs" / "fairness" / "check_game.py"
GAMES = some_of(SLUGS, __file__)
ONE_QUICKLY = [GAMES[0], *(pytest.param(slug, marks=pytest.mark.slow) for slug in GAMES[1:])]
_FORGER = Ed25519PrivateKey.from_private_bytes(b"f" * 32)
_FORGER_KEY = _FORGER.public_key().public_bytes_raw().hex()
_files: dict[str, str] = {}


def told(client: Client, match: Match) -> dict[str, Any]:
    """Return the file of a match as somebody downloads it."""
    answer: dict[str, Any] = client.get(f"/match/{match.public_id}/game.json").json()
    return answer


def keep(client: Client, match: Match) -> None:
    """Keep the file of a finished match for all tests that want one of its game."""
    _files.setdefault(match.game, json.dumps(told(client, match)))


def signed_file_of(client: Client, slug: str) -> dict[str, Any]:
    """Return the file of a finished match of a game, always the same; it is played once."""
    if slug not in _files:
        keep(client, finished(slug))
    game: dict[str, Any] = json.loads(_files[slug])
    return game


def file_of(client: Client, slug: str) -> dict[str, Any]:
    """Return the same without its signature, so that everything else has to find the change."""
    return signing.unsigned(signed_file_of(client, slug))


def resealed(game: dict[str, Any]) -> dict[str, Any]:
    """Return a file as a forger writes it, with new proofs, hashes, seal and signature."""
    secret, log = bytes.fromhex(game["secret"]), []
    last = chain.begin(game["commitment"], {**game, "players": len(game["players"])})
    for entry in game["log"]:
        proof = chain.proof(secret, entry["ply"], entry["action"], entry["text"])
        last = chain.link(last, {**entry, "proof": proof})
        log.append({**entry, "proof": proof, "hash": last})
    forged = {**game, "log": log, "seal": chain.seal(last, game), "key": _FORGER_KEY}
    forged.pop("signature")
    message = b"tilepost/file\n" + chain.written(forged)
    return {**forged, "signature": _FORGER.sign(message).hex()}


def wrong(script: Any, game: dict[str, Any], *noted: str) -> dict[str, list[str]]:
    """Return what the program finds wrong, by the words that name where."""
    return {what: problems for what, problems in script.check(game, *noted) if problems}


def is_wrong(script: Any, game: dict[str, Any]) -> bool:
    """Tell whether the program finds anything wrong, without letting it read on."""
    return any(problems for _, problems in script.check(game))

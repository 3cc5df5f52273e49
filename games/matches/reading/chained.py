"""What of a match its chain of hashes is made of; see ``games.core.log.chain``."""

from datetime import UTC, datetime
from typing import Any

from games.core.log import chain
from games.matches.models import Match, Move

Facts = dict[str, Any]


def agreed(match: Match) -> Facts:
    """Return what was agreed before the first move."""
    return {
        "match": match.public_id,
        "game": match.game,
        "rules_version": match.rules_version,
        "options": match.options,
        "players": match.players,
    }


def told(move: Move) -> Facts:
    """Return an entry as spectators were told it."""
    return {
        "ply": move.ply,
        "player": move.player,
        "actor": move.actor,
        "said": move.text,
        "events": move.events,
        "played_at": _instant(move.played_at),
        "proof": move.proof,
    }


def result(match: Match) -> Facts:
    """Return how a finished match ended."""
    assert match.finished_at is not None  # noqa: S101 - the caller saw that it has ended
    return {
        "ended": match.end_reason,
        "scores": match.scores,
        "places": match.places,
        "finished_at": _instant(match.finished_at),
    }


def seal(match: Match) -> str:
    """Return the seal of a finished match."""
    return chain.seal(match.last_hash, result(match))


def _instant(at: datetime) -> str:
    return at.astimezone(UTC).isoformat()

"""The proof of the log: played again from its secret, a match must give what is stored."""

from collections.abc import Iterator
from typing import Any

from games import queries
from games.core import codec
from games.core.game import Event
from games.core.replay import replay
from games.core.rng import commitment


class Difference(Exception):
    """A stored match differs from its replay; the text says where."""


def verify_all(*, public_id: str = "") -> Iterator[int]:
    """Verify each stored match and yield its number of plies; raise Difference at the first."""
    for match in queries.stored_matches(public_id=public_id).iterator(chunk_size=50):
        yield verify(match)


def verify(match: Any) -> int:
    """Replay one match and return its plies; raise Difference where log or snapshot disagree.

    The match is read anew, together with its log: others may be playing it.
    """
    match, moves = queries.with_log(match_id=match.pk)
    rules = queries.rules_of(match)
    if rules.info.rules_version != match.rules_version:
        return 0  # played under other rules: its snapshot stands, its log is history
    secret = bytes(match.secret.secret)
    _expect(match, 0, "commitment", commitment(secret), match.commitment)
    actions = [rules.decode_action(move.action) for move in moves]
    states = replay(rules, match.players, secret, actions)
    state = before = next(states)
    _expect(match, 0, "log's length", len(moves), match.ply)
    for ply, (move, state) in enumerate(zip(moves, states, strict=True), start=1):
        _expect(match, ply, "ply", ply, move.ply)
        _expect(match, ply, "player", before.to_move, move.player)
        _expect(match, ply, "text", rules.log_text(before, actions[ply - 1]), move.text)
        events = codec.encode(state.events, tuple[Event, ...])
        _expect(match, ply, "events", events, move.events)
        before = state
    _expect(match, match.ply, "state", rules.encode_state(state), match.state)
    _expect(match, match.ply, "scores", list(rules.scores(state)), match.scores)
    if match.end_reason not in ("resigned", "closed"):
        _expect(match, match.ply, "player to move", rules.current_player(state), match.to_move)
    return len(moves)


def _expect(match: Any, ply: int, what: str, replayed: Any, stored: Any) -> None:
    if replayed != stored:
        raise Difference(
            f"{match}: at ply {ply} the {what} is {stored!r} as stored, {replayed!r} as replayed"
        )

"""Matches played again from secret and log: to prove what is stored, and to look at it."""

import dataclasses
from itertools import islice
from typing import Any

from games.core import codec
from games.core.codec import BadData
from games.core.errors import IllegalAction, Refusal
from games.core.language.events import Event
from games.core.language.text import Text
from games.core.log import chain
from games.core.log.fairness import Turn, record
from games.core.log.replay import replay
from games.core.log.takeback import author, decode_entry, entry_log_text, entry_text
from games.core.rng import commitment
from games.matches import reading
from games.matches.answers import Actor
from games.registry import game_class
from games.say import say

BROKEN = Text("We can't replay this match because its moves don't follow the rules.")


class Difference(Exception):
    """A stored match differs from its replay; the text says where.

    ``ply`` and ``what`` say it without anything of the position; none where it can't be replayed.
    """

    def __init__(self, text: str, *, ply: int | None = None, what: str = "") -> None:
        super().__init__(text)
        self.ply = ply
        self.what = what


class Unreplayable(Refusal):
    """A match whose positions cannot be made again."""


@dataclasses.dataclass(slots=True)
class Verified:
    """What came of many matches; those played under ``older`` rules are only counted."""

    matches: int = 0
    plies: int = 0
    older: int = 0
    differences: list[str] = dataclasses.field(default_factory=list)


def verify_all(*, public_id: str = "") -> Verified:
    """Verify each stored match, whatever is wrong with others."""
    found = Verified()
    stored = reading.stored_matches(public_id=public_id).select_related(None)
    # Where no cursor outlives a transaction, all of this is in memory.
    for match in stored.only("game", "rules_version").iterator(chunk_size=2000):
        if match.rules_version != game_class(match.game).info.rules_version:
            found.older += 1
            continue
        found.matches += 1
        try:
            found.plies += verify(match)
        except Difference as difference:
            found.differences.append(str(difference))
    return found


def verify(match: Any) -> int:
    """Replay one match and return its plies; raise Difference where log or snapshot disagree.

    The match is read anew, together with its log: others may be playing it.
    """
    match, moves = reading.with_log(match_id=match.pk)
    rules = reading.rules_of(match)
    if rules.info.rules_version != match.rules_version:
        return 0  # played under other rules: its snapshot stands, its log is history
    compare(match, moves, rules)
    return len(moves)


def compare(match: Any, moves: list[Any], rules: Any) -> None:
    """Raise Difference where log or snapshot disagree with the replay."""
    try:
        _compare_plies(match, moves, rules)
    except (BadData, IllegalAction) as error:
        text = f"{match}: the log doesn't follow the rules: {error}"
        raise Difference(text) from error


def _compare_plies(match: Any, moves: list[Any], rules: Any) -> None:
    secret = bytes(match.secret.secret)
    _expect(match, 0, "commitment", commitment(secret), match.commitment)
    entries = [decode_entry(rules, move.action) for move in moves]
    states = replay(rules, match.players, secret, entries)
    state = before = next(states)
    _expect(match, 0, "log's length", len(moves), match.ply)
    last = chain.begin(match.commitment, reading.agreed(match))
    for ply, (move, state) in enumerate(zip(moves, states, strict=True), start=1):
        _expect(match, ply, "ply", ply, move.ply)
        entry = entries[ply - 1]
        _expect(match, ply, "player", author(rules, before, entry, state), move.player)
        _expect(match, ply, "text", entry_log_text(rules, before, entry), move.text)
        events = codec.encode(state.events, tuple[Event, ...])
        _expect(match, ply, "events", events, move.events)
        text = entry_text(rules, before, entry)
        _expect(match, ply, "proof", chain.proof(secret, ply, move.action, text), move.proof)
        last = chain.link(last, reading.told(move))
        _expect(match, ply, "hash", last, move.hash)
        before = state
    _expect(match, match.ply, "last hash", last, match.last_hash)
    _expect(match, match.ply, "state", rules.encode_state(state), match.state)
    _expect(match, match.ply, "position, read back,", state, _read_back(match, rules))
    _expect(match, match.ply, "scores", list(rules.scores(state)), match.scores)
    if match.end_reason in ("", "over"):
        _expect(match, match.ply, "player to move", rules.current_player(state), match.to_move)


def _read_back(match: Any, rules: Any) -> Any:
    """Return the stored position as every page reads it; raise Difference if it cannot be read."""
    try:
        return rules.decode_state(match.state)
    except BadData as error:
        raise Difference(f"{match}: the stored position cannot be read: {error}") from error


def _expect(match: Any, ply: int, what: str, replayed: Any, stored: Any) -> None:
    if replayed != stored:
        raise Difference(
            f"{match}: at ply {ply} the {what} is {stored!r} as stored, {replayed!r} as replayed",
            ply=ply,
            what=what,
        )


def recorded(loaded: reading.Loaded) -> list[Turn]:
    """Return the turns of a match with all that was drawn in them.

    Raise Unreplayable if its rules have changed since, or Difference if the replay does not give
    what is stored.
    """
    match, rules, moves = loaded.match, loaded.rules, loaded.moves
    _ask_same_rules(loaded)
    compare(match, moves, rules)
    made = [(decode_entry(rules, move.action), move.actor == Actor.CLOCK) for move in moves]
    return list(record(rules, match.players, bytes(match.secret.secret), made))


def positions(
    loaded: reading.Loaded, *, player: int | None, first: int, count: int
) -> list[reading.View]:
    """Return positions from a ply on as the owner of a seat (None: a spectator) saw them, as JSON.

    At the last ply of a match that is over this is what all may see of its end. Raise Unreplayable,
    also while a match waits for its player to begin.
    """
    match, rules = loaded.match, loaded.rules
    if match.timer.waits:
        raise Unreplayable(reading.NOT_BEGUN)
    _ask_same_rules(loaded)
    try:
        entries = [decode_entry(rules, move.action) for move in loaded.moves[: match.ply]]
        states = replay(rules, match.players, bytes(match.secret.secret), entries)
        shown = enumerate(islice(states, first, first + count), start=first)
        return [_position(loaded, ply, state, player) for ply, state in shown]
    except (BadData, IllegalAction) as error:
        raise Unreplayable(BROKEN) from error


def _ask_same_rules(loaded: reading.Loaded) -> None:
    """Raise Unreplayable if a match was played by rules that have changed since."""
    if loaded.rules.info.rules_version != loaded.match.rules_version:
        raise Unreplayable(
            "The rules have changed since this match was played, so we can't show its positions."
        )


def _position(loaded: reading.Loaded, ply: int, state: Any, player: int | None) -> reading.View:
    match, rules = loaded.match, loaded.rules
    seen = rules.observation(state, player)
    return {
        "ply": ply,
        "to_move": match.to_move if ply == match.ply else rules.current_player(state),
        "state": rules.encode_state(seen),
        "scores": list(rules.scores(state)),
        "description": say(rules.describe(seen, player), loaded.names),
    }

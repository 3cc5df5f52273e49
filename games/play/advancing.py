"""The one way to a new ply: apply an action and store all that follows from it."""

from datetime import datetime
from typing import Any
from uuid import UUID

from games import queries
from games.answers import Actor
from games.core import clock, codec
from games.core.game import Event
from games.core.rng import Rng
from games.models import Match, Move, Seat
from games.play.rows import AnyGame, record_move, secret_of
from games.play.telling import announce, cancel_notices, notify_turn
from games.play.timing import end_turn, start_turn, turn_of


def advance(
    match: Match,
    seats: list[Seat],
    rules: AnyGame,
    action: Any,
    *,
    actor: str,
    now: datetime,
    cmd_id: UUID | None = None,
) -> None:
    """Apply one action and store all that follows from it; every path to a new ply ends here.

    The caller holds the lock on the match's row.
    """
    timer = match.timer
    now = max(now, timer.started_at)  # two arrivals may be told in the other order by the lock
    player = match.to_move
    assert player is not None  # noqa: S101 - the database promises it for a running match
    before = queries.position(match, rules)
    key = rules.clock_key(before)
    after = rules.apply_action(before, action, Rng(secret_of(match), match.ply + 1))
    match.ply += 1
    move = Move(
        match=match,
        ply=match.ply,
        player=player,
        actor=actor,
        action=rules.encode_action(action),
        text=rules.log_text(before, action),
        events=codec.encode(after.events, tuple[Event, ...]),
        cmd_id=cmd_id,
        started_at=timer.started_at,
        played_at=now,
    )
    timer.banks[player] = clock.settle(turn_of(timer), timer.banks[player], now)
    match.state = rules.encode_state(after)
    queries.remember(match, after)
    match.scores = list(rules.scores(after))
    match.to_move = rules.current_player(after)
    if match.to_move is None:
        finish(match, seats, Match.EndReason.OVER, list(rules.placing(after)), now)
    else:
        start_turn(match, rules, after, now, key_before=key)
    record_move(match, move)
    cancel_notices(match, match.ply - 1)
    notify_turn(match, seats, now, again=player == match.to_move and actor == Actor.HUMAN)
    announce(match, seats)


def finish(match: Match, seats: list[Seat], reason: str, places: list[int], now: datetime) -> None:
    """End the match; whoever resigned comes after all who stayed."""
    resigned = {seat.player for seat in seats if seat.resigned_at}
    stayed = match.players - len(resigned)
    if resigned and stayed:
        rank = sorted(places[p] for p in range(match.players) if p not in resigned)
        places = [
            stayed + 1 if p in resigned else 1 + sum(other < places[p] for other in rank)
            for p in range(match.players)
        ]
    match.status = Match.Status.FINISHED
    match.end_reason = reason
    match.places = places
    match.to_move = None
    match.finished_at = now
    end_turn(match)

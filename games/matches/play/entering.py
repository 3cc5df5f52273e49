"""One entry of the log: an action applied, and the position and the turn it leads to stored."""

from datetime import datetime
from typing import Any
from uuid import UUID

from accounts.trust import writing
from games.core import codec
from games.core.extras.protocols import clock_key, wordless
from games.core.language.events import Event
from games.core.log import chain
from games.core.rng import Rng
from games.matches import reading
from games.matches.answers import Actor
from games.matches.clocks.timing import end_turn, settle_turn, start_turn
from games.matches.clocks.turns import is_slow
from games.matches.models import Match, Move, Seat, StandingOrder, Vacancy
from games.matches.play.rows import AnyGame, record_move, secret_of
from games.matches.play.telling import cancel_notices


def enter(
    match: Match,
    seats: list[Seat],
    rules: AnyGame,
    action: Any,
    *,
    actor: str,
    now: datetime,
    cmd_id: UUID | None = None,
) -> None:
    """Apply one action and store its entry; raise IllegalAction before anything has changed.

    The caller holds the match, and tells of it when all that follows is done.
    """
    timer = match.timer
    # The lock may tell two arrivals in the other order. Whoever had a silence of ours given back
    # while this waited has moved at its end; so the next turn begins there and misses none of it.
    ends = (datetime.fromisoformat(ended) for _, ended in timer.silences)
    now = max(now, timer.started_at, *ends)
    player = match.to_move
    assert player is not None  # noqa: S101 - the database promises it for a running match
    before = reading.position(match, rules)
    if actor in (Actor.HUMAN, Actor.ORDER):
        action = _without_words(seats[player].user_id, rules, before, action, now)
    key = clock_key(rules, before)
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
    text = rules.action_text(before, action)
    move.proof = chain.proof(secret_of(match), match.ply, move.action, text)
    store(match, seats, rules, move, after, key_before=key)


def _without_words(
    user_id: int | None, rules: AnyGame, before: Any, action: Any, now: datetime
) -> Any:
    """Return what the log tells of an action: no words of somebody whom moderators have silenced.

    The rules see no difference, so a replay finds what is stored.
    """
    told = wordless(rules, before, action)
    if told == action or user_id is None:
        return action
    return told if writing.is_silenced(user_id=user_id, now=now) else action


def store(
    match: Match,
    seats: list[Seat],
    rules: AnyGame,
    move: Move,
    after: Any,
    *,
    key_before: int | None = None,
    ends_turn: bool = True,
) -> None:
    """Store an entry with the position it leads to, and begin the next turn or end the match.

    An entry that ``ends_turn`` uses up time; one by which a turn is taken back does not.
    """
    if ends_turn:
        settle_turn(match, seats, move.played_at)
    match.state = rules.encode_state(after)
    reading.remember(match, after)
    match.scores = list(rules.scores(after))
    match.to_move = rules.current_player(after)
    if match.to_move is None:
        places = list(rules.placing(after))
        finish(match, seats, Match.EndReason.OVER, places, move.played_at)
    else:
        start_turn(match, seats, rules, after, move.played_at, key_before=key_before)
    record_move(match, move)
    cancel_notices(match, match.ply - 1)


def finish(match: Match, seats: list[Seat], reason: str, places: list[int], now: datetime) -> None:
    """End the match; whoever resigned or lost the seat comes after all who stayed."""
    gone = {seat.player for seat in seats if seat.resigned_at or seat.lost_at}
    stayed = match.players - len(gone)
    if gone and stayed:
        rank = sorted(places[p] for p in range(match.players) if p not in gone)
        places = [
            stayed + 1 if p in gone else 1 + sum(other < places[p] for other in rank)
            for p in range(match.players)
        ]
    match.status = Match.Status.FINISHED
    match.end_reason = reason
    match.places = places
    match.to_move = None
    match.finished_at = now
    end_turn(match)
    if is_slow(match):
        StandingOrder.objects.filter(match=match).delete()
    if match.bench:
        open_ones = Vacancy.objects.filter(match=match, closed_at__isnull=True)
        open_ones.update(closed_at=now, next_wave_at=None)

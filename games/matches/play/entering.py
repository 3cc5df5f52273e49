"""One entry of the log: an action applied, the turn it ends settled, and the next one begun."""

from datetime import datetime
from typing import Any
from uuid import UUID

from accounts.trust import writing
from games.core import codec
from games.core.extras.protocols import clock_key, turn_budget, wordless
from games.core.language.events import Event
from games.core.log import chain
from games.core.log.takeback import encode_entry, entry_log_text, entry_text
from games.core.rng import Rng
from games.matches import reading
from games.matches.answers import Actor
from games.matches.models import Match, Move, PreparedTurn, Vacancy
from games.matches.play.held import Held


def enter(
    held: Held, action: Any, *, actor: str, now: datetime, cmd_id: UUID | None = None
) -> None:
    """Apply one action and enter it; raise IllegalAction before anything has changed."""
    match, timer, rules = held.match, held.timer, held.rules
    # The lock may tell two arrivals in the other order. Whoever had a silence of ours given back
    # while this waited has moved at its end; so the next turn begins there and misses none of it.
    ends = (datetime.fromisoformat(ended) for _, ended in timer.silences)
    now = max(now, timer.started_at, *ends)
    before, seat = held.state, held.mover
    if actor in (Actor.HUMAN, Actor.PREPARED) and seat.user_id is not None:
        action = _without_words(held, seat.user_id, action, now)
    key = clock_key(rules, before)
    after = rules.apply_action(before, action, Rng(held.secret, match.ply + 1))
    clock = clock_kept(held)
    settle_turn(held, now)
    log(held, action, after, player=seat.player, actor=actor, now=now, cmd_id=cmd_id, clock=clock)
    go_on_from(held, now, key_before=key)


def _without_words(held: Held, user_id: int, action: Any, now: datetime) -> Any:
    """Return what the log tells of an action: no words of somebody whom moderators have silenced.

    The rules see no difference, so a replay finds what is stored.
    """
    told = wordless(held.rules, held.state, action)
    if told == action:
        return action
    return told if writing.is_silenced(user_id=user_id, now=now) else action


def log(
    held: Held,
    entry: Any,
    after: Any,
    *,
    player: int,
    actor: str,
    now: datetime,
    cmd_id: UUID | None = None,
    clock: codec.JSON = None,
) -> None:
    """Add an action, or a TakeBack, to the log with the position it leads to."""
    rules, before, ply = held.rules, held.state, held.match.ply + 1
    action = encode_entry(rules, entry)
    move = Move(
        match=held.match,
        ply=ply,
        player=player,
        actor=actor,
        action=action,
        text=entry_log_text(rules, before, entry),
        events=codec.encode(after.events, tuple[Event, ...]),
        cmd_id=cmd_id,
        started_at=held.timer.started_at,
        played_at=now,
        clock=clock,
        proof=chain.proof(held.secret, ply, action, entry_text(rules, before, entry)),
    )
    held.enter(move, after)


def go_on_from(held: Held, now: datetime, *, key_before: int | None = None) -> None:
    """Begin the turn to which the last entry leads, or end the match; ``notify_turn`` follows."""
    match, state = held.match, held.state
    match.scores = list(held.rules.scores(state))
    match.to_move = held.rules.current_player(state)
    if match.to_move is None:
        finish(held, Match.EndReason.OVER, list(held.rules.placing(state)), now)
    else:
        start_turn(held, now, key_before=key_before)


def start_turn(held: Held, now: datetime, *, key_before: int | None = None) -> None:
    """Begin the turn of the player to move, or let the game's countdown go on."""
    match, timer = held.match, held.timer
    timer.player = match.to_move
    held.forget_clock()
    key = clock_key(held.rules, held.state)
    if key is not None and key == key_before:
        return
    timer.tempo = key is not None
    timer.budget = turn_budget(held.rules, held.state) or match.budget
    _begin(held, now)


def begin_anew(held: Held, now: datetime) -> None:
    """Give the player to move a whole turn from now on; a countdown goes on."""
    if not held.timer.tempo:
        _begin(held, now)


def _begin(held: Held, now: datetime) -> None:
    timer = held.timer
    timer.started_at, timer.given, timer.stops, timer.silences = now, 0, [], []
    held.forget_clock()
    held.run(held.clock)


def settle_turn(held: Held, now: datetime) -> None:
    """Take what the turn used out of its player's bank and allowance of rest.

    A turn that began while the computer held the seat uses nothing up.
    """
    timer, player = held.timer, held.timer.player
    assert player is not None  # noqa: S101 - the database promises it for a running match
    if timer.thinking is None or timer.sitting_at or timer.tempo:
        return
    held_at = held.seats[player].substituted_at
    if held_at is not None and held_at <= timer.started_at:
        return
    bank, allowance = held.clock.settle(now)
    timer.banks = _with(timer.banks, player, bank)
    timer.rests = _with(timer.rests, player, allowance)


def clock_kept(held: Held) -> codec.JSON:
    """Return what the turn to be entered may have to give back; None where nothing can be undone.

    That is every player's bank and allowance of rest, and the seconds given to the turn.
    """
    timer, people = held.timer, sum(seat.user_id is not None for seat in held.seats)
    if timer.thinking is None or not (held.match.takebacks or people == 1):
        return None
    return {"banks": timer.banks, "rests": timer.rests, "given": timer.given}


def give_back(held: Held, clock: codec.JSON, now: datetime) -> None:
    """Begin the turn that is its player's again with the banks and rests it began with."""
    timer = held.timer
    if clock is not None:
        timer.banks, timer.rests = clock["banks"], clock["rests"]
    go_on_from(held, now)
    if clock is not None and clock["given"]:
        held.run(held.clock.give(clock["given"]))


def _with(values: list[float], place: int, value: float) -> list[float]:
    return [value if at == place else other for at, other in enumerate(values)]


def finish(held: Held, reason: str, places: list[int], now: datetime) -> None:
    """End the match; whoever resigned or lost the seat comes after all who stayed."""
    match, timer = held.match, held.timer
    gone = {seat.player for seat in held.seats if seat.resigned_at or seat.lost_at}
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
    timer.player = timer.deadline_at = timer.fires_at = timer.stands_at = None
    timer.paused_at = timer.sitting_at = None
    timer.waits = timer.deserted = False
    if match.duel_id is None:  # a duel is over with its last match
        new = held.entries[held.stored :]
        match.was_short = reading.is_short([match], held.seats, new)
    held.seen()
    if held.is_slow:
        PreparedTurn.objects.filter(match=match).delete()
    if match.asks_substitutes:
        open_ones = Vacancy.objects.filter(match=match, closed_at__isnull=True)
        open_ones.update(closed_at=now, next_wave_at=None)


def refresh_deadline(held: Held) -> None:
    """Work the deadline out anew: rest, holidays or an outage may have moved it."""
    held.forget_clock()
    held.run(held.clock)

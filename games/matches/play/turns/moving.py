"""Actions of people and computer players."""

import dataclasses
from datetime import datetime
from uuid import UUID

from django.db import transaction

from accounts.rest import services as rest
from games.core import codec
from games.core.codec import BadData
from games.core.errors import IllegalAction, Refusal
from games.core.extras.protocols import is_clocks_own
from games.matches import reading
from games.matches.answers import (
    Actor,
    MatchOver,
    NotYourTurn,
    Outcome,
    Paused,
    SeatHeld,
    StalePly,
    TooLate,
)
from games.matches.clocks.processes import end_silences
from games.matches.clocks.pulse import LONGEST
from games.matches.clocks.timing import is_slow
from games.matches.models import Match, Seat
from games.matches.play.rows import lock
from games.matches.play.stops.pausing import go_on_after_pause
from games.matches.play.turns.advancing import advance
from games.matches.play.turns.deadlines import is_late, play_due, resume, still_owed, time_out


@dataclasses.dataclass(frozen=True, slots=True)
class _Command:
    """An action as it came in: for which seat, in which position, by whom, when."""

    player: int
    action: codec.JSON
    expected_ply: int
    cmd_id: UUID | None
    actor: str
    now: datetime
    arrived_at: datetime


def submit(
    *,
    match_id: int,
    player: int,
    action: codec.JSON,
    expected_ply: int,
    now: datetime,
    arrived_at: datetime | None = None,
    cmd_id: UUID | None = None,
    actor: str = Actor.HUMAN,
) -> Outcome:
    """Play an action for a seat in the position at ``expected_ply``.

    The same ``cmd_id`` sent again gets the answer of the first time. If the turn's time was over
    before ``arrived_at`` the clock moves instead and TooLate is raised; that is ``now`` unless the
    command had to wait for us, at which nobody is to lose a turn. In a game with a tempo of its own
    all that was due by then is played first, and the action after it if it is still legal. Locks
    the match.
    """
    command = _Command(player, action, expected_ply, cmd_id, actor, now, arrived_at or now)
    try:
        return _carry_out(match_id, command)
    except _Silence:  # it is given back to many matches, so while none is held
        end_silences(match_id=match_id, now=now)
        return _carry_out(match_id, command, is_given_back=True)


class _Silence(Exception):
    """The player to move could not reach us, and has not got that time back; nothing is changed."""


def _carry_out(match_id: int, command: _Command, *, is_given_back: bool = False) -> Outcome:
    """Play a command, a silence that ends with it being given back before."""
    refusal: Refusal | None = None
    at, by_human = command.arrived_at, command.actor == Actor.HUMAN
    with transaction.atomic():
        match = lock(match_id)
        if match.ply > command.expected_ply and (known := _already_done(match, command)):
            return known
        if by_human and not is_given_back and _was_silent(match, command.now):
            raise _Silence
        resume(match, at)
        if by_human:
            go_on_after_pause(match, command.player, at)
        if match.status == Match.Status.RUNNING and _has_run_out(match, at):
            refusal = _time_out(match, command)
        elif match.timer.tempo:
            refusal = _play_in_tempo(match, command)
        else:
            _play(match, command, command.now)
    if by_human and match.holiday:
        _come_back(match, command.player, command.now)
    if refusal:
        raise refusal
    # Orders may have answered since: a command's answer is the same however often it is sent.
    ply = match.ply if match.timer.tempo else command.expected_ply + 1
    return Outcome(ply=ply, version=match.version)


def _was_silent(match: Match, now: datetime) -> bool:
    """Tell whether the player to move could not reach us, and the clock ran meanwhile."""
    reached_at, runs = match.timer.reached_at, match.timer.fires_at is not None
    return runs and reached_at is not None and reached_at < now - LONGEST


def _has_run_out(match: Match, at: datetime) -> bool:
    """Tell whether the turn's time is over by all that is recorded, the grace included."""
    if not is_late(match, at):
        return False
    return still_owed(match, reading.seats(match_id=match.pk), at) and is_late(match, at)


def _come_back(match: Match, player: int, now: datetime) -> None:
    """End the holiday of somebody who plays; after the move, as other matches' clocks follow."""
    user_id = reading.seats(match_id=match.pk)[player].user_id
    if user_id is not None:
        rest.come_back(user_id=user_id, now=now)


def _time_out(match: Match, command: _Command) -> Refusal | None:
    """Let the table's rule for a turn out of time take its course; an excused player moves on."""
    seats, is_own = reading.seats(match_id=match.pk), match.to_move == command.player
    time_out(match, seats, command.now)
    if not is_own or match.ply != command.expected_ply:
        return TooLate() if is_own and match.ply == command.expected_ply + 1 else StalePly()
    seat = seats[command.player]
    if seat.lost_at:
        return TooLate("Your time ran out, so you've lost your seat.")
    if seat.controller != Seat.Controller.HUMAN:
        return TooLate("Your time ran out, so the computer is playing for you.")
    _play(match, command, command.now)
    return None


def _play_in_tempo(match: Match, command: _Command) -> Refusal | None:
    """Play what was due, then the action; what was due stays played if the action is refused."""
    if match.quarantined_at is None:
        play_due(match, command.arrived_at)
    try:
        with transaction.atomic():
            _play(match, command, command.arrived_at)
    except Refusal as refusal:
        return refusal
    return None


def _already_done(match: Match, command: _Command) -> Outcome | None:
    if command.cmd_id is None:
        return None
    move = match.moves.filter(cmd_id=command.cmd_id).first()
    if move is None:
        return None
    if move.ply != command.expected_ply + 1 and not match.timer.tempo:
        raise Refusal("You've already sent this move for another turn.")
    return Outcome(ply=move.ply, version=match.version, replayed=True)


def _play(match: Match, command: _Command, now: datetime) -> None:
    """Check who plays what when, and play it; raise Refusal."""
    seats = reading.seats(match_id=match.pk)
    _check_may_move(match, seats, command)
    rules = reading.rules_of(match)
    try:
        chosen = rules.decode_action(command.action)
        if is_clocks_own(rules, chosen):
            raise IllegalAction("Only the clock can make that move.")
        cmd_id, actor = command.cmd_id, command.actor
        user_id = seats[command.player].user_id
        if actor == Actor.HUMAN and user_id is not None and is_slow(match):
            rest.note_active(user_id=user_id, at=now)
        advance(match, seats, rules, chosen, actor=actor, now=now, cmd_id=cmd_id)
    except BadData as error:
        raise IllegalAction("We couldn't read that move.") from error


def _check_may_move(match: Match, seats: list[Seat], command: _Command) -> None:
    if match.status != Match.Status.RUNNING:
        raise MatchOver
    if match.quarantined_at:
        raise Paused
    if _is_stale(match, command.expected_ply):
        raise StalePly
    if match.to_move != command.player:
        raise NotYourTurn
    by_human = seats[command.player].controller == Seat.Controller.HUMAN
    if command.actor == Actor.HUMAN and not by_human:
        raise SeatHeld
    if command.actor == Actor.COMPUTER and (by_human or match.timer.paused_at):
        raise StalePly


def _is_stale(match: Match, expected_ply: int) -> bool:
    """Tell whether the position has changed since, but for what a game's own clock did in it."""
    if match.ply == expected_ply:
        return False
    if not match.timer.tempo or match.ply < expected_ply:
        return True
    return match.moves.filter(ply__gt=expected_ply).exclude(actor=Actor.CLOCK).exists()

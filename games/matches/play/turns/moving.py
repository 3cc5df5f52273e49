"""Actions of people and computer players: the way of a move, from the command to what it stores.

Hold the match, decide whether the command counts, enter the action and what follows from it; the
end of the hold commits and tells.
"""

import dataclasses
from contextlib import AbstractContextManager
from datetime import datetime
from uuid import UUID

from accounts.rest import services as rest
from games.core import codec
from games.core.codec import BadData
from games.core.errors import IllegalAction, Refusal
from games.core.extras.protocols import decode_choice
from games.matches.answers import (
    Actor,
    MatchOver,
    NotSeated,
    NotYourTurn,
    Outcome,
    Paused,
    SeatHeld,
    StalePly,
    TooLate,
)
from games.matches.clocks.processes import cannot_hear, end_silences, have_heard, keeps_up
from games.matches.clocks.turns import accepted_until, is_late
from games.matches.models import Seat
from games.matches.play.held import Held, Moved, hold, hold_lightly
from games.matches.play.stops.pausing import go_on_after_pause
from games.matches.play.turns.advancing import advance
from games.matches.play.turns.deadlines import play_due, resume, still_owed, time_out


@dataclasses.dataclass(frozen=True, slots=True)
class _Command:
    """An action as it came in: for which seat (or whose), in which position, by whom, when."""

    action: codec.JSON
    expected_ply: int
    cmd_id: UUID | None
    actor: str
    now: datetime
    arrived_at: datetime
    player: int = -1


def submit(
    *,
    match_id: int,
    player: int = -1,
    action: codec.JSON,
    expected_ply: int,
    now: datetime,
    user_id: int | None = None,
    arrived_at: datetime | None = None,
    cmd_id: UUID | None = None,
    actor: str = Actor.HUMAN,
) -> Outcome:
    """Play an action for a seat, or a user's seat, in the position at ``expected_ply``.

    The same ``cmd_id`` sent again gets the answer of the first time. If the turn's time was over
    before ``arrived_at`` the clock moves instead and TooLate is raised; that is ``now`` unless the
    command had to wait for us, at which nobody is to lose a turn. In a game with a tempo of its own
    all that was due by then is played first, and the action after it if it is still legal.
    """
    command = _Command(action, expected_ply, cmd_id, actor, now, arrived_at or now, player)
    how, is_given_back = hold_lightly, False
    while True:
        try:
            return _carry_out(how(match_id, now=now), command, user_id, is_given_back)
        except Moved:
            how = hold
        except _Silence:  # it is given back to many matches, so while none is held
            end_silences(match_id=match_id, now=now)
            is_given_back = True


class _Silence(Exception):
    """The player to move could not reach us, and has not got that time back; nothing is changed."""


def _carry_out(
    holding: AbstractContextManager[Held],
    command: _Command,
    user_id: int | None,
    is_given_back: bool,
) -> Outcome:
    """Play a command, a silence that ends with it being given back before."""
    by_human = command.actor == Actor.HUMAN
    with holding as held:
        if user_id is not None:
            command = dataclasses.replace(command, player=_player_of(held, user_id))
        if held.match.ply > command.expected_ply and (known := _already_done(held, command)):
            return known
        if by_human and not is_given_back and _was_silent(held):
            raise _Silence
        refusal = _decide(held, command)
        # Prepared turns may have answered since: a command's answer is the same however often it
        # is sent.
        ply = held.match.ply if held.timer.tempo else command.expected_ply + 1
        if refusal and by_human:
            _come_back(held, command)
    if refusal:
        raise refusal
    return dataclasses.replace(held.outcome, ply=ply)


def _player_of(held: Held, user_id: int) -> int:
    """Return the player that a user is; raise NotSeated. Who has left a running match is none."""
    for seat in held.seats:
        gone = held.is_running and (seat.resigned_at or seat.lost_at)
        if seat.user_id == user_id and not gone:
            return seat.player
    raise NotSeated


def _was_silent(held: Held) -> bool:
    """Tell whether the player to move could not reach us, and the clock ran meanwhile."""
    return held.timer.fires_at is not None and cannot_hear(held.timer, held.now)


def _decide(held: Held, command: _Command) -> Refusal | None:
    """Play the command, or what the clock does instead; return a refusal that changed something."""
    at = command.arrived_at
    resume(held, at)
    if command.actor == Actor.HUMAN:
        go_on_after_pause(held, command.player, at)
    if held.is_running and _has_run_out(held, command):
        return _time_out(held, command)
    if held.timer.tempo:
        return _play_in_tempo(held, command)
    _play(held, command, command.now)
    return None


def _has_run_out(held: Held, command: _Command) -> bool:
    """Tell whether the turn's time is over by all that is recorded, the grace included.

    Not while the move may have come in time and wait for us: a late one may be the same, sent again
    because a process is behind, or has ended.
    """
    match, timer, at = held.match, held.timer, command.arrived_at
    if match.quarantined_at or timer.tempo or not is_late(timer, match.pace, at):
        return False
    if not (still_owed(held) and is_late(timer, match.pace, at)):
        return False
    if have_heard(timer, until=accepted_until(timer, match.pace)):
        return True
    is_again = command.actor == Actor.HUMAN and not keeps_up(timer, held.now)
    return match.to_move == command.player and not is_again


def _time_out(held: Held, command: _Command) -> Refusal | None:
    """Let the table's rule for a turn out of time take its course; an excused player moves on."""
    match, is_own = held.match, held.match.to_move == command.player
    time_out(held)
    if not is_own or match.ply != command.expected_ply:
        return TooLate() if is_own and match.ply == command.expected_ply + 1 else StalePly()
    seat = held.seats[command.player]
    if seat.lost_at:
        return TooLate("Your time ran out, so you've lost your seat.")
    if seat.controller != Seat.Controller.HUMAN:
        return TooLate("Your time ran out, so the computer is playing for you.")
    _play(held, command, command.now)
    return None


def _play_in_tempo(held: Held, command: _Command) -> Refusal | None:
    """Play what was due, then the action; what was due stays played if the action is refused."""
    if held.match.quarantined_at is None:
        play_due(held, command.arrived_at)
    try:
        with held.attempt():
            _play(held, command, command.arrived_at)
    except Refusal as refusal:
        return refusal
    return None


def _already_done(held: Held, command: _Command) -> Outcome | None:
    if command.cmd_id is None:
        return None
    move = held.match.moves.filter(cmd_id=command.cmd_id).first()
    if move is None:
        return None
    if move.ply != command.expected_ply + 1 and not held.timer.tempo:
        raise Refusal("You've already sent this move for another turn.")
    return dataclasses.replace(held.outcome, ply=move.ply, replayed=True)


def _play(held: Held, command: _Command, now: datetime) -> None:
    """Check who plays what when, and play it; raise Refusal."""
    _check_may_move(held, command)
    rules = held.rules
    try:
        chosen = decode_choice(rules, command.action)
        if command.actor == Actor.HUMAN:
            _note_here(held, command, now)
        advance(held, chosen, actor=command.actor, now=now, cmd_id=command.cmd_id)
    except BadData as error:
        raise IllegalAction("We couldn't read that move.") from error


def _note_here(held: Held, command: _Command, now: datetime) -> None:
    """Note that the player to move is about to play, and end the holiday they may be on."""
    user_id = held.mover.user_id
    if user_id is not None and held.is_slow:
        rest.note_active(user_id=user_id, at=now)
    # The turn's clock, which is asked anyway, knows of every holiday since the turn began.
    if any(from_at <= command.now < to_at for from_at, to_at in held.clock.holidays):
        _come_back(held, command)


def _come_back(held: Held, command: _Command) -> None:
    user_id = held.seats[command.player].user_id
    if held.match.holiday and user_id is not None:
        rest.come_back(user_id=user_id, now=command.now)


def _check_may_move(held: Held, command: _Command) -> None:
    match = held.match
    if not held.is_running:
        raise MatchOver
    if match.quarantined_at:
        raise Paused
    if _is_stale(held, command.expected_ply):
        raise StalePly
    if match.to_move != command.player:
        raise NotYourTurn
    by_human = held.seats[command.player].controller == Seat.Controller.HUMAN
    if command.actor == Actor.HUMAN and not by_human:
        raise SeatHeld
    if command.actor == Actor.COMPUTER and (by_human or held.timer.paused_at):
        raise StalePly


def _is_stale(held: Held, expected_ply: int) -> bool:
    """Tell whether the position has changed since, but for what a game's own clock did in it."""
    match = held.match
    if match.ply == expected_ply:
        return False
    if not held.timer.tempo or match.ply < expected_ply:
        return True
    held.store()  # what was due has just been played
    return match.moves.filter(ply__gt=expected_ply).exclude(actor=Actor.CLOCK).exists()

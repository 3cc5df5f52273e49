"""The clock's moves: idempotent, so that whoever notices that one is due may make it.

A game with a tempo of its own gets each action of the clock at the instant it was due, however late
that is noticed, before anything that came later: its log depends on recorded instants alone.
"""

import logging
from datetime import datetime

from django.db import InterfaceError, OperationalError

from accounts.rest import services as rest
from config.meters import counting
from games.core.rng import Rng
from games.core.table.agreement import EXCUSES, OnTimeout
from games.matches.answers import Actor, MatchOver, Outcome
from games.matches.between import seated
from games.matches.clocks.processes import IN_STEP, cannot_hear, have_heard
from games.matches.clocks.pulse import silence_between
from games.matches.clocks.turns import (
    ABSENCE,
    HEARTBEAT,
    accepted_until,
    has_expired,
    is_over,
    rescue_at,
    stands_at,
)
from games.matches.models import Match, Seat, SeatChange
from games.matches.play.entering import begin_anew, refresh_deadline, settle_turn
from games.matches.play.held import Held, hold, hold_if_free
from games.matches.play.records import set_aside
from games.matches.play.seats.holding import change_hands, lose, take_over
from games.matches.play.stops.deserted import stand
from games.matches.play.stops.sitting import end_sitting
from games.matches.play.telling import cancel_notices, notify_owner, notify_turn
from games.matches.play.turns.advancing import advance

logger = logging.getLogger(__name__)

LATE = 10.0  # seconds after which a clock's move is a fault of ours


def still_owed(held: Held) -> bool:
    """Tell whether a turn whose time seems over is so by all that is recorded.

    A sitting that has come to a halt ends instead, and an owner's holiday may begin by itself.
    """
    if held.timer.sitting_at:
        end_sitting(held)
        return False
    refresh_deadline(held)
    if _begin_holiday(held):
        refresh_deadline(held)
    return is_over(held.timer, held.now)


def _begin_holiday(held: Held) -> bool:
    """Let the holiday of the player to move begin by itself, if wished, and if any is saved."""
    at, user_id = rescue_at(held.match, held.seats, held.clock), held.mover.user_id
    if at is None or at > held.now or user_id is None:
        return False
    return rest.begin_by_itself(user_id=user_id, at=at)


def time_out(held: Held) -> None:
    """Do what the table agreed on for a turn whose time is over."""
    seat, rule = held.mover, OnTimeout(held.match.on_timeout)
    by_human = seat.controller == Seat.Controller.HUMAN and not held.timer.tempo
    if by_human and rule is OnTimeout.EASY and seat.user_id and held.match.players > 1:
        _start_over(held)
        take_over(held, seat.player)
    elif by_human and rule is OnTimeout.LOSS:
        _start_over(held)
        lose(held, seat.player)
    elif by_human and rule is OnTimeout.EXCUSED and seat.excuses < EXCUSES:
        _excuse(held, seat)
    elif by_human and seated.have_all_stopped(held.match, held.seats):
        _start_over(held)
        stand(held)
    else:
        play_for_the_clock(held, held.now)


def _start_over(held: Held) -> None:
    """Let a turn that ran out begin anew, for whoever plays it on; what it used up stays used."""
    settle_turn(held, held.now)
    begin_anew(held, held.now)


def _excuse(held: Held, seat: Seat) -> None:
    seat.excuses += 1
    seat.save(update_fields=["excuses"])
    _start_over(held)
    change = change_hands(held, seat.player, SeatChange.Kind.EXCUSED)
    cancel_notices(held)
    notify_turn(held, moved=True)
    notify_owner(held, seat, change)


def play_for_the_clock(held: Held, now: datetime) -> None:
    """Make the clock's move for the player to move."""
    chance = Rng(held.secret, held.match.ply + 1, "timeout")
    action = held.rules.timeout_action(held.state, chance)
    advance(held, action, actor=Actor.CLOCK, now=now)


def expire(*, match_id: int, ply: int, now: datetime) -> bool:
    """Make the clock's move if the turn at ``ply`` is over its time; tell whether it did.

    Idempotent: another ply, or a turn not yet due, is left alone. A match held by someone else is
    skipped: they make its next move. A match whose rules fail is set aside, so that one poisoned
    match never stops the clocks of the others. Nothing happens while players cannot reach us, or
    while the process that serves the player to move hangs.
    """
    try:
        with hold_if_free(match_id, now=now) as held:
            if held is None or held.match.ply != ply or held.match.quarantined_at:
                return False
            if held.timer.fires_at is None or cannot_hear(held.timer, now):
                return False
            return _play_due(held) if held.timer.tempo else _expire(held)
    except (InterfaceError, OperationalError):
        raise  # the database failed and not the rules: the next sweep tries again
    except Exception:
        set_aside(match_id=match_id, ply=ply, now=now)
        raise


def _expire(held: Held) -> bool:
    timer, now = held.timer, held.now
    assert timer.deadline_at is not None  # noqa: S101 - it fires
    assert timer.fires_at is not None  # noqa: S101 - for the same reason
    if timer.fires_at > now or stands_at(timer, timer.deadline_at):
        return False
    if not still_owed(held) or not has_expired(timer, held.match.pace, now):
        return False
    if not have_heard(timer, until=accepted_until(timer, held.match.pace)):
        return False  # the move may have come in time, and wait for us
    _note_lateness(held, timer.fires_at)
    time_out(held)
    return True


def _note_lateness(held: Held, due: datetime) -> None:
    """Note how late a clock moves; what was given back has moved the instant it was ``due``."""
    late = (held.now - due).total_seconds()
    counting.LATENESS.labels(held.match.pace).observe(late)
    if late > LATE and not held.is_slow:
        logger.warning("match %s: its clock moved %.1f s late", held.match.pk, late)


def catch_up(*, match: Match, now: datetime) -> bool:
    """Make the clock's move if it is owed: whoever has read a match past its instant calls this."""
    due = match.timer.fires_at
    return due is not None and due <= now and expire(match_id=match.pk, ply=match.ply, now=now)


# --- A tempo of its own ---------------------------------------------------------------------------


def _play_due(held: Held) -> bool:
    """Make the moves that are due, unless an action may have come before and wait for us."""
    due = held.timer.deadline_at
    # It doesn't wait for the next beat: web processes that keep up have beaten since then.
    if due is None or not have_heard(held.timer, until=due - IN_STEP):
        return False
    return play_due(held, held.now)


def play_due(held: Held, now: datetime) -> bool:
    """Make every move of a game's own clock that was due by ``now``; tell whether there was one.

    Each is stamped with its instant. None is due while the clock stands.
    """
    timer, before, first = held.timer, held.match.ply, held.timer.deadline_at
    while (due := timer.deadline_at) and due <= now and not stands_at(timer, due):
        play_for_the_clock(held, due)
    if first and held.match.ply > before:
        _note_lateness(held, first)
    return held.match.ply > before


def resume(held: Held, now: datetime) -> None:
    """Let a clock that stands go on, its player being back.

    Only a table for one has such a clock; in a duel it never stands again once it was begun.
    """
    if held.is_running and stands_at(held.timer, now):
        play_due(held, now)
    if held.is_running and stands_at(held.timer, now):
        _go_on(held, now, present=held.match.duel_id is None)


def _go_on(held: Held, at: datetime, *, present: bool) -> None:
    """Let a standing clock go on with the time it had left; ``present`` until the next sign is due.

    All that fell due before it stood must have been played. How long its player was away is added
    up; neither the wait for the beginning nor a silence of ours is part of it.
    """
    timer = held.timer
    assert timer.stands_at is not None  # noqa: S101 - the caller saw that it stands
    assert timer.deadline_at is not None  # noqa: S101 - and that the match is running
    assert timer.fires_at is not None  # noqa: S101 - for the same reason
    gap = at - timer.stands_at
    timer.started_at += gap
    timer.deadline_at += gap
    timer.fires_at += gap
    held.forget_clock()
    if not timer.waits:
        away = gap - silence_between(timer.stands_at, at)
        timer.stood += away.total_seconds()
    timer.waits = False
    timer.stands_at = at + HEARTBEAT + ABSENCE if present else None
    held.touch()


def begin(*, match_id: int, player: int, now: datetime) -> Outcome:  # noqa: ARG001 - like the others
    """Start the clock of a match that waits for its player to begin."""
    with hold(match_id, now=now) as held:
        if not held.is_running:
            raise MatchOver
        if held.timer.waits:
            resume(held, now)
            held.seen()
    return held.outcome

"""The clock's moves: idempotent, so that whoever notices that one is due may make it.

A game with a tempo of its own gets each action of the clock at the instant it was due, however late
that is noticed, before anything that came later: its log depends on recorded instants alone.
"""

import logging
from datetime import datetime

from django.db import InterfaceError, OperationalError, transaction

from accounts.rest import reading as rest_reading
from accounts.rest import services as rest
from accounts.rest.rules import countdown
from games.core import clock
from games.core.clock import Pace
from games.core.extras.protocols import pass_action
from games.core.rng import Rng
from games.core.table.house import EXCUSES, OnTimeout
from games.matches import reading
from games.matches.answers import Actor, MatchOver, Outcome
from games.matches.between import manners
from games.matches.clocks.processes import cannot_hear
from games.matches.clocks.pulse import is_silent
from games.matches.clocks.timing import (
    begin_anew,
    countdown_of,
    go_on,
    is_over,
    is_slow,
    refresh_deadline,
    settle_turn,
    stands,
)
from games.matches.models import Match, Seat, SeatChange, TurnTimer
from games.matches.play.rows import lock, locked, save_match, secret_of
from games.matches.play.seats.holding import change_hands, lose, take_over
from games.matches.play.stops.deserted import stand
from games.matches.play.stops.sitting import end_sitting
from games.matches.play.telling import announce, cancel_notices, notify_owner, notify_turn
from games.matches.play.turns.advancing import advance

logger = logging.getLogger(__name__)

LATE = 10.0  # seconds after which a clock's move is a fault of ours


def is_late(match: Match, arrived_at: datetime) -> bool:
    """Tell whether the stored deadline was over; ``still_owed`` looks closer."""
    due = match.timer.deadline_at
    if due is None or match.quarantined_at or match.timer.tempo:
        return False
    return not clock.acceptable(due, Pace(match.pace), arrived_at)


def still_owed(match: Match, seats: list[Seat], now: datetime) -> bool:
    """Tell whether a turn whose time seems over is so by all that is recorded.

    A sitting that has come to a halt ends instead, and an owner's holiday may begin by itself.
    """
    if match.timer.sitting_at:
        end_sitting(match, seats, now)
        return False
    refresh_deadline(match, seats)
    if match.holiday and is_slow(match) and _begin_holiday(match, seats, now):
        refresh_deadline(match, seats)
    return is_over(match.timer, now)


def _begin_holiday(match: Match, seats: list[Seat], now: datetime) -> bool:
    """Let the holiday of the player to move begin by itself, if wished, and if any is saved."""
    assert match.to_move is not None  # noqa: S101 - the database promises it for a running match
    seat = seats[match.to_move]
    if seat.user_id is None or seat.controller != Seat.Controller.HUMAN:
        return False
    turn = countdown_of(match, seats)
    entered = countdown.rescue(turn, rest_reading.ledger(user_id=seat.user_id), now)
    if entered is None:
        return False
    rest.enter_rescue(user_id=seat.user_id, ledger=entered)
    return True


def time_out(match: Match, seats: list[Seat], now: datetime) -> None:
    """Do what the table agreed on for a turn whose time is over; the caller holds the match."""
    assert match.to_move is not None  # noqa: S101 - the database promises it for a running match
    player = match.to_move
    seat, rule = seats[player], OnTimeout(match.on_timeout)
    by_human = seat.controller == Seat.Controller.HUMAN and not match.timer.tempo
    if by_human and rule is OnTimeout.EASY and seat.user_id and match.players > 1:
        _start_over(match, seats, now)
        take_over(match, seats, player, now)
    elif by_human and rule is OnTimeout.LOSS:
        _start_over(match, seats, now)
        lose(match, seats, player, now)
    elif by_human and rule is OnTimeout.EXCUSED and seat.excuses < EXCUSES:
        _excuse(match, seats, player, now)
    elif by_human and manners.have_all_stopped(match, seats):
        _start_over(match, seats, now)
        stand(match, seats, now)
    else:
        play_for_the_clock(match, now)


def _start_over(match: Match, seats: list[Seat], now: datetime) -> None:
    """Let a turn that ran out begin anew, for whoever plays it on; what it used up stays used."""
    settle_turn(match, seats, now)
    begin_anew(match, seats, now)


def _excuse(match: Match, seats: list[Seat], player: int, now: datetime) -> None:
    seat = seats[player]
    seat.excuses += 1
    seat.save(update_fields=["excuses"])
    _start_over(match, seats, now)
    change = change_hands(match, seats, player, SeatChange.Kind.EXCUSED, now)
    cancel_notices(match, match.ply)
    notify_turn(match, seats, now, moved=True)
    notify_owner(match, seat, change, now)


def play_for_the_clock(match: Match, now: datetime) -> None:
    """Make the clock's move for the player to move; the caller holds the match."""
    rules = reading.rules_of(match)
    state = reading.position(match, rules)
    action = None
    if OnTimeout(match.on_timeout) is OnTimeout.PASS and not match.timer.tempo:
        action = pass_action(rules, state)
    if action is None:
        action = rules.timeout_action(state, Rng(secret_of(match), match.ply + 1, "timeout"))
    seats = reading.seats(match_id=match.pk)
    advance(match, seats, rules, action, actor=Actor.CLOCK, now=now)


def expire(*, match_id: int, ply: int, now: datetime) -> bool:
    """Make the clock's move if the turn at ``ply`` is over its time; tell whether it did.

    Idempotent: another ply, or a turn not yet due, is left alone. A match held by someone else is
    skipped: they make its next move. A match whose rules fail is set aside, so that one poisoned
    match never stops the clocks of the others. Nothing happens while players cannot reach us, or
    while the process that serves the player to move hangs.
    """
    if is_silent(now=now):
        return False
    try:
        with transaction.atomic():
            match = locked(skip=True).filter(pk=match_id, ply=ply).first()
            if match is None or match.quarantined_at or match.timer.fires_at is None:
                return False
            if cannot_hear(match.timer, now):
                return False
            if match.timer.tempo:
                return play_due(match, now)
            return _expire(match, now)
    except (InterfaceError, OperationalError):
        raise  # the database failed and not the rules: the next sweep tries again
    except Exception:
        Match.objects.filter(pk=match_id, ply=ply).update(quarantined_at=now)
        raise


def _expire(match: Match, now: datetime) -> bool:
    timer = match.timer
    assert timer.deadline_at is not None  # noqa: S101 - it fires
    assert timer.fires_at is not None  # noqa: S101 - for the same reason
    if timer.fires_at > now or stands(timer, timer.deadline_at):
        return False
    seats = reading.seats(match_id=match.pk)
    if not still_owed(match, seats, now):
        return False
    if not clock.expired(timer.deadline_at, Pace(match.pace), now):
        return False
    _note_lateness(match, timer.fires_at, now)
    time_out(match, seats, now)
    return True


def _note_lateness(match: Match, due: datetime, now: datetime) -> None:
    """Log a clock that moves late; what was given back has moved the instant it was ``due``."""
    late = (now - due).total_seconds()
    if late > LATE and match.pace == Pace.LIVE:
        logger.warning("match %s: its clock moved %.1f s late", match.pk, late)


def catch_up(*, match_id: int, now: datetime) -> bool:
    """Make the clock's move if it is owed: whoever reads a match past its instant calls this."""
    due = TurnTimer.objects.filter(pk=match_id, fires_at__lte=now).values_list("match__ply")
    return any(expire(match_id=match_id, ply=ply, now=now) for (ply,) in due)


# --- A tempo of its own ---------------------------------------------------------------------------


def play_due(match: Match, now: datetime) -> bool:
    """Make every move of a game's own clock that was due by ``now``; tell whether there was one.

    Each is stamped with its instant. None is due while the clock stands. The caller holds the
    match.
    """
    before, first = match.ply, match.timer.deadline_at
    while (due := match.timer.deadline_at) and due <= now and not stands(match.timer, due):
        play_for_the_clock(match, due)
    if first and match.ply > before:
        _note_lateness(match, first, now)
    return match.ply > before


def resume(match: Match, now: datetime) -> None:
    """Let a clock that stands go on, its player being back; the caller holds the match.

    Only a table for one has such a clock; in a duel it never stands again once it was begun.
    """
    if match.status == Match.Status.RUNNING and stands(match.timer, now):
        play_due(match, now)
    if match.status == Match.Status.RUNNING and stands(match.timer, now):
        go_on(match.timer, now, present=match.duel_id is None)


def begin(*, match_id: int, player: int, now: datetime) -> Outcome:  # noqa: ARG001 - like the others
    """Start the clock of a match that waits for its player to begin."""
    with transaction.atomic():
        match = lock(match_id)
        if match.status != Match.Status.RUNNING:
            raise MatchOver
        if match.timer.waits:
            resume(match, now)
            save_match(match)
            announce(match, reading.seats(match_id=match.pk))
    return Outcome(ply=match.ply, version=match.version)

"""The clock's moves: idempotent, so that whoever notices that one is due may make it.

A game with a tempo of its own gets each action of the clock at the instant it was due, however late
that is noticed, before anything that came later: its log depends on recorded instants alone.
"""

from datetime import datetime

from django.db import InterfaceError, OperationalError, transaction

from games import queries
from games.answers import Actor, MatchOver, Outcome
from games.core import clock
from games.core.clock import Pace
from games.core.rng import Rng
from games.models import Match, TurnTimer
from games.play.advancing import advance
from games.play.pulse import is_silent, keep_pulse
from games.play.rows import lock, locked, save_match, secret_of
from games.play.telling import announce
from games.play.timing import go_on, stands


def is_late(match: Match, arrived_at: datetime) -> bool:
    """Tell whether the turn's time was over before that instant, and not by a silence of ours."""
    if not _seems_late(match, arrived_at):
        return False
    if is_silent(now=arrived_at) and keep_pulse(now=arrived_at):
        match.timer.refresh_from_db()
    return _seems_late(match, arrived_at)


def _seems_late(match: Match, arrived_at: datetime) -> bool:
    due = match.timer.deadline_at
    if due is None or match.quarantined_at or match.timer.tempo:
        return False
    return not clock.acceptable(due, Pace(match.pace), arrived_at)


def play_for_the_clock(match: Match, now: datetime) -> None:
    """Make the clock's move for the player to move; the caller holds the match."""
    rules = queries.rules_of(match)
    state = queries.position(match, rules)
    action = rules.timeout_action(state, Rng(secret_of(match), match.ply + 1, "timeout"))
    seats = queries.seats(match_id=match.pk)
    advance(match, seats, rules, action, actor=Actor.CLOCK, now=now)


def expire(*, match_id: int, ply: int, now: datetime) -> bool:
    """Make the clock's move if the turn at ``ply`` is over its time; tell whether it did.

    Idempotent: another ply, or a turn not yet due, is left alone. A match held by someone else is
    skipped: he is making its next move. A match whose rules fail is set aside, so that one poisoned
    match never stops the clocks of the others. Nothing happens while players cannot reach us.
    """
    if is_silent(now=now):
        return False
    try:
        with transaction.atomic():
            match = locked(skip=True).filter(pk=match_id, ply=ply).first()
            if match is None or match.quarantined_at or match.timer.fires_at is None:
                return False
            assert match.timer.deadline_at is not None  # noqa: S101 - it fires
            if match.timer.tempo:
                return play_due(match, now)
            if stands(match.timer, match.timer.deadline_at):
                return False
            if not clock.expired(match.timer.deadline_at, Pace(match.pace), now):
                return False
            play_for_the_clock(match, now)
            return True
    except (InterfaceError, OperationalError):
        raise  # the database failed and not the rules: the next sweep tries again
    except Exception:
        Match.objects.filter(pk=match_id, ply=ply).update(quarantined_at=now)
        raise


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
    before = match.ply
    while (due := match.timer.deadline_at) and due <= now and not stands(match.timer, due):
        play_for_the_clock(match, due)
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
            announce(match, queries.seats(match_id=match.pk))
    return Outcome(ply=match.ply, version=match.version)

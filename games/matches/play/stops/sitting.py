"""Both here: all players of a slow table are looking at it, and agreed to play on live.

While they sit there the clock counts for nothing: banks and rest stay as they are. The sitting ends
when one of them leaves, or when a turn takes too long; then the running turn is slow, and whole.
"""

from datetime import datetime

from django.db import transaction

from games.matches import reading
from games.matches.answers import MatchOver, Outcome, SeatHeld
from games.matches.between import manners
from games.matches.clocks.pulse import is_silent
from games.matches.clocks.timing import begin_anew, set_deadline
from games.matches.models import ClockChange, Match, Seat
from games.matches.play.rows import ABSENCE, lock, locked, save_match
from games.matches.play.telling import announce, cancel_notices, notify_turn


def begin_sitting(match: Match, seats: list[Seat], now: datetime) -> None:
    """Let the table be played live from now on; the caller holds the match."""
    match.timer.sitting_at = now
    set_deadline(match, seats)
    match.timer.save(force_update=True)
    cancel_notices(match, match.ply)
    _note(match, seats, ClockChange.Kind.SITTING_BEGAN, None, now)


def end_sitting(
    match: Match, seats: list[Seat], now: datetime, *, player: int | None = None
) -> None:
    """Let the table be slow again, ``player`` having left; the caller holds the match."""
    match.timer.sitting_at = None
    begin_anew(match, seats, now)
    _note(match, seats, ClockChange.Kind.SITTING_ENDED, player, now)
    notify_turn(match, seats, now)


def back_to_slow(*, match_id: int, player: int, now: datetime) -> Outcome:
    """End a sitting by the wish of one of its players; nothing to do without one."""
    with transaction.atomic():
        match = lock(match_id)
        if match.status != Match.Status.RUNNING:
            raise MatchOver
        seats = reading.seats(match_id=match.pk)
        if player not in manners.people(seats):
            raise SeatHeld
        if match.timer.sitting_at:
            end_sitting(match, seats, now, player=player)
    return Outcome(ply=match.ply, version=match.version)


def break_up(*, match_id: int, now: datetime) -> bool:
    """End a sitting that somebody has left, unseen for longer than ABSENCE; tell whether it did.

    Idempotent; nothing happens while players cannot reach us, and a match held by someone else is
    left to the next sweep.
    """
    if is_silent(now=now):
        return False
    with transaction.atomic():
        match = locked(skip=True).filter(pk=match_id, status=Match.Status.RUNNING).first()
        if match is None or match.timer.sitting_at is None:
            return False
        seats = reading.seats(match_id=match.pk)
        if manners.are_here(seats, now, patience=ABSENCE):
            return False
        gone = manners.first_gone(seats, now, patience=ABSENCE)
        end_sitting(match, seats, now, player=gone)
    return True


def _note(match: Match, seats: list[Seat], kind: str, player: int | None, now: datetime) -> None:
    ClockChange.objects.create(match=match, player=player, kind=kind, ply=match.ply, at=now)
    save_match(match)
    announce(match, seats)

"""The clock in the players' hands: a pause that all agreed on, and a day given to another."""

from datetime import datetime

from django.db import transaction
from django.db.models import F

from games import queries
from games.answers import MatchOver, Outcome, PlayError
from games.core.clock import Pace
from games.models import ClockChange, Match, Seat
from games.play.rows import lock, save_match
from games.play.telling import announce, cancel_notices, notify_turn
from games.play.timing import add_stop, is_slow, set_deadline

DAY = 86400
MOST_GIVEN = 7 * DAY


def pause(match: Match, seats: list[Seat], player: int, now: datetime) -> None:
    """Stop the clock for everybody, all having agreed; the caller holds the match."""
    match.timer.paused_at = now
    _clock_changed(match, seats, ClockChange.Kind.PAUSED, player, now)


def go_on_after_pause(match: Match, player: int, now: datetime) -> None:
    """Let a paused clock go on: this player moves or says so. The caller holds the match."""
    timer = match.timer
    if timer.paused_at is None:
        return
    since, timer.paused_at = timer.paused_at, None
    add_stop(timer, since, now)
    seats = queries.seats(match_id=match.pk)
    _clock_changed(match, seats, ClockChange.Kind.RESUMED, player, now)


def resume_play(*, match_id: int, player: int, now: datetime) -> Outcome:
    """End a pause; any player may."""
    with transaction.atomic():
        match = lock(match_id)
        if match.status != Match.Status.RUNNING:
            raise MatchOver
        go_on_after_pause(match, player, now)
    return Outcome(ply=match.ply, version=match.version)


def give_day(*, match_id: int, player: int, now: datetime) -> Outcome:
    """Give the player to move a day more for this turn."""
    with transaction.atomic():
        match = lock(match_id)
        timer = match.timer
        if match.status != Match.Status.RUNNING:
            raise MatchOver
        if match.to_move == player:
            raise PlayError("You cannot give yourself a day.")
        if not is_slow(match) or timer.thinking is None or timer.tempo:
            raise PlayError("There is no day to give at this table's clock.")
        if timer.given >= MOST_GIVEN:
            raise PlayError("This turn has been given a week already.")
        timer.given += DAY
        seats = queries.seats(match_id=match.pk)
        _clock_changed(match, seats, ClockChange.Kind.DAY_GIVEN, player, now)
    return Outcome(ply=match.ply, version=match.version)


def recount(*, user_id: int, now: datetime) -> None:
    """Work out anew until when a user's running turns last: vacation was booked, or has ended."""
    turns = Match.objects.filter(
        status=Match.Status.RUNNING,
        pace=Pace.CORRESPONDENCE,
        vacation=True,
        seats__user_id=user_id,
        seats__player=F("to_move"),
    )
    for match_id in turns.values_list("pk", flat=True):
        with transaction.atomic():
            match = lock(match_id)
            if match.status == Match.Status.RUNNING:
                _deadline_moved(match, queries.seats(match_id=match.pk), now)


def _clock_changed(match: Match, seats: list[Seat], kind: str, player: int, now: datetime) -> None:
    ClockChange.objects.create(match=match, player=player, kind=kind, ply=match.ply, at=now)
    _deadline_moved(match, seats, now)


def _deadline_moved(match: Match, seats: list[Seat], now: datetime) -> None:
    """Store the clock as it is now, and tell of it; the turn's mails follow the new deadline."""
    set_deadline(match, seats)
    match.timer.save(force_update=True)
    save_match(match)
    cancel_notices(match, match.ply)
    notify_turn(match, seats, now, moved=True)
    announce(match, seats)

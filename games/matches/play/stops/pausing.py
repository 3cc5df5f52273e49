"""The clock in the players' hands: a pause that all agreed on, and a day given to another."""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F

from games.core.clock import Pace
from games.core.errors import Refusal
from games.matches import reading
from games.matches.answers import MatchOver, Outcome, SeatHeld
from games.matches.between import manners
from games.matches.clocks.timing import add_stop, is_over, is_slow, refresh_deadline, set_deadline
from games.matches.models import ClockChange, Match, Seat
from games.matches.play.rows import ABSENCE, lock, save_match
from games.matches.play.telling import announce, cancel_notices, notify_going_on, notify_turn

DAY = 86400
# At a live table a pause may have been long: so much longer than usual all have to come back.
COMING_BACK = timedelta(seconds=60) - ABSENCE


def pause(match: Match, seats: list[Seat], player: int, now: datetime) -> None:
    """Stop the clock for everybody, all having agreed; the caller holds the match.

    Raise Refusal if the turn's time is over: afterwards its player would be too late.
    """
    refresh_deadline(match, seats)
    if is_over(match.timer, now):
        raise Refusal("The time for this turn has just run out.")
    match.timer.paused_at = now
    clock_changed(match, seats, ClockChange.Kind.PAUSED, player, now)


def go_on_after_pause(match: Match, player: int, now: datetime) -> None:
    """Let a paused clock go on: this player moves or says so. The caller holds the match."""
    if match.timer.paused_at is not None:
        go_on(match, reading.seats(match_id=match.pk), player, now)


def go_on(match: Match, seats: list[Seat], player: int | None, now: datetime) -> None:
    """Let a clock that stands for all go on; who ended a pause is noted."""
    timer = match.timer
    assert timer.paused_at is not None  # noqa: S101 - the caller saw that it stands
    kind = ClockChange.Kind.RESUMED
    if timer.deserted:
        kind, player = ClockChange.Kind.WENT_ON, None
    add_stop(timer, timer.paused_at, now)
    timer.paused_at, timer.deserted = None, False
    if not is_slow(match):
        let_all_come_back(match, now)
    clock_changed(match, seats, kind, player, now)


def let_all_come_back(match: Match, now: datetime) -> None:
    """Give whoever left a live table in its pause time to come back before the computer sits in."""
    late = Seat.objects.filter(match=match, user__isnull=False, controller=Seat.Controller.HUMAN)
    late.filter(present_until__lt=now + COMING_BACK).update(present_until=now + COMING_BACK)


def resume_play(*, match_id: int, player: int, now: datetime) -> Outcome:
    """End a pause; any player may who holds their seat."""
    with transaction.atomic():
        match = lock(match_id)
        if match.status != Match.Status.RUNNING:
            raise MatchOver
        seats = reading.seats(match_id=match.pk)
        if player not in manners.people(seats):
            raise SeatHeld
        if match.timer.paused_at is not None:
            go_on_after_pause(match, player, now)
            if player != match.to_move:
                notify_going_on(match, seats, now)
    return Outcome(ply=match.ply, version=match.version)


def give_day(*, match_id: int, player: int, now: datetime) -> Outcome:
    """Give the player to move a day more for this turn."""
    with transaction.atomic():
        match = lock(match_id)
        if match.status != Match.Status.RUNNING:
            raise MatchOver
        seats = reading.seats(match_id=match.pk)
        if problem := manners.no_day(match, seats, player):
            raise Refusal(problem)
        match.timer.given += DAY
        clock_changed(match, seats, ClockChange.Kind.DAY_GIVEN, player, now)
    return Outcome(ply=match.ply, version=match.version)


def recount(*, user_id: int, now: datetime) -> None:
    """Work out anew until when a user's running turns last: holiday was booked, or has ended."""
    turns = Match.objects.filter(
        status=Match.Status.RUNNING,
        pace=Pace.CORRESPONDENCE,
        holiday=True,
        seats__user_id=user_id,
        seats__player=F("to_move"),
    )
    for match_id in turns.values_list("pk", flat=True):
        with transaction.atomic():
            match = lock(match_id)
            if match.status == Match.Status.RUNNING:
                _deadline_moved(match, reading.seats(match_id=match.pk), now)


def clock_changed(
    match: Match, seats: list[Seat], kind: str, player: int | None, now: datetime
) -> None:
    """Note who changed the clock, None if nobody at the table did, and go by it from now on."""
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

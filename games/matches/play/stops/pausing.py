"""The clock in the players' hands: a pause that all agreed on, and a day given to another."""

from datetime import datetime, timedelta

from django.db.models import F

from games.core.clock import Pace
from games.core.errors import Refusal
from games.matches.answers import MatchOver, Outcome, SeatHeld
from games.matches.between import offers, seated
from games.matches.clocks.turns import ABSENCE, is_over
from games.matches.models import ClockChange, Match, Seat
from games.matches.play.entering import refresh_deadline
from games.matches.play.held import Held, hold
from games.matches.play.telling import cancel_notices, notify_going_on, notify_turn

DAY = 86400
# At a live table a pause may have been long: so much longer than usual all have to come back.
COMING_BACK = timedelta(seconds=60) - ABSENCE


def pause(held: Held, player: int) -> None:
    """Stop the clock for everybody, all having agreed.

    Raise Refusal if the turn's time is over: afterwards its player would be too late.
    """
    refresh_deadline(held)
    if is_over(held.timer, held.now):
        raise Refusal("The time for this turn has just run out.")
    held.run(held.clock.pause(held.now))
    clock_changed(held, ClockChange.Kind.PAUSED, player)


def go_on_after_pause(held: Held, player: int, at: datetime | None = None) -> None:
    """Let a paused clock go on: this player moves or says so."""
    if held.timer.paused_at is not None:
        go_on(held, player, at)


def go_on(held: Held, player: int | None, at: datetime | None = None) -> None:
    """Let a clock that stands for all go on; who ended a pause is noted."""
    timer, kind = held.timer, ClockChange.Kind.RESUMED
    if timer.deserted:
        kind, player = ClockChange.Kind.WENT_ON, None
    timer.deserted = False
    held.run(held.clock.resume(at or held.now))
    if not held.is_slow:
        let_all_come_back(held)
    clock_changed(held, kind, player, at)


def let_all_come_back(held: Held) -> None:
    """Give whoever left a live table in its pause time to come back before the computer sits in."""
    until = held.now + COMING_BACK
    late = Seat.objects.filter(
        match=held.match, user__isnull=False, controller=Seat.Controller.HUMAN
    )
    late.filter(present_until__lt=until).update(present_until=until)


def resume_play(*, match_id: int, player: int, now: datetime) -> Outcome:
    """End a pause; any player may who holds their seat."""
    with hold(match_id, now=now) as held:
        if not held.is_running:
            raise MatchOver
        if player not in seated.people(held.seats):
            raise SeatHeld
        if held.timer.paused_at is not None:
            go_on(held, player)
            if player != held.match.to_move:
                notify_going_on(held)
    return held.outcome


def give_day(
    *, match_id: int, player: int, now: datetime, until: datetime | None = None
) -> Outcome:
    """Give the player to move a day more for this turn.

    ``until`` is the deadline as it was shown to whoever gives it: once that has moved, the same day
    isn't given again, and nothing changes.
    """
    with hold(match_id, now=now) as held:
        if not held.is_running:
            raise MatchOver
        if until is not None and held.match.timer.deadline_at != until:
            return held.outcome
        if problem := offers.no_day(held.match, held.seats, player):
            raise Refusal(problem)
        held.run(held.clock.give(DAY))
        clock_changed(held, ClockChange.Kind.DAY_GIVEN, player)
    return held.outcome


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
        with hold(match_id, now=now) as held:
            if held.is_running:
                refresh_deadline(held)
                _deadline_moved(held)


def clock_changed(held: Held, kind: str, player: int | None, at: datetime | None = None) -> None:
    """Note who changed the clock, None if nobody at the table did, and tell of it."""
    change = ClockChange.objects.create(
        match=held.match, player=player, kind=kind, ply=held.match.ply, at=at or held.now
    )
    held.changes.append(change)
    _deadline_moved(held)


def _deadline_moved(held: Held) -> None:
    """Have the turn's mails follow the new deadline."""
    held.seen()
    cancel_notices(held)
    notify_turn(held, moved=True)

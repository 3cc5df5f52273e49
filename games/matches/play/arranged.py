"""What somebody who has arranged matches for others does with them: a league, by its rules.

A match can be ended from outside with a result, a seat handed over to who plays in its owner's
place, and time given to the player to move. Each is safe to be repeated.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction

from games.core.clock import Pace
from games.matches import reading
from games.matches.clocks.timing import begin_anew, is_slow
from games.matches.models import ClockChange, Duel, Match, SeatChange
from games.matches.play.entering import finish
from games.matches.play.rows import lock, save_match
from games.matches.play.seats.holding import change_hands
from games.matches.play.seats.substitutes import sit_down
from games.matches.play.stops.pausing import clock_changed
from games.matches.play.telling import announce, cancel_notices, notify_turn


def close_match(*, match_id: int, places: Sequence[int] | None, now: datetime) -> bool:
    """End a running match with a place for each seat, or as it stands; tell whether it ran.

    A place of 0 is told as the last one.
    """
    with transaction.atomic():
        match = lock(match_id)
        if match.status != Match.Status.RUNNING:
            return False
        cancel_notices(match, match.ply)
        seats = reading.seats(match_id=match.pk)
        rules = reading.rules_of(match)
        given = places or rules.placing(reading.position(match, rules))
        told = [place or match.players for place in given]
        finish(match, seats, Match.EndReason.CLOSED, told, now)
        match.timer.save(force_update=True)
        save_match(match)
        notify_turn(match, seats, now)
        announce(match, seats)
    return True


def close_duel(*, duel_id: int, now: datetime) -> int:
    """End what is still played in a duel, with the points each has; return how many ran."""
    running = Match.objects.filter(duel_id=duel_id, status=Match.Status.RUNNING).order_by("pk")
    ids = list(running.values_list("pk", flat=True))
    return sum(close_match(match_id=match_id, places=[1], now=now) for match_id in ids)


def put_duel_off(*, duel_id: int, closes_at: datetime) -> None:
    """Let a duel that is not over close at another instant."""
    Duel.objects.filter(pk=duel_id, finished_at__isnull=True).update(closes_at=closes_at)


def hand_over(*, match_id: int, player: int, user_id: int, name: str, now: datetime) -> bool:
    """Give a seat of a running match to somebody else; tell whether it was another's until now.

    A turn that runs begins anew.
    """
    with transaction.atomic():
        match = lock(match_id)
        seats = reading.seats(match_id=match.pk)
        seat = seats[player]
        if match.status != Match.Status.RUNNING or seat.user_id == user_id:
            return False
        former = seat.user_id
        cancel_notices(match, match.ply)
        sit_down(seat, user_id, name)
        is_up = match.to_move == player
        if is_up:
            begin_anew(match, seats, now)
        kind = SeatChange.Kind.COVERED
        change_hands(match, seats, player, kind, now, by=user_id, former=former)
        if match.pace == Pace.CORRESPONDENCE:
            notify_turn(match, seats, now, moved=not is_up)
    return True


def add_time(*, match_id: int, time: timedelta, now: datetime) -> bool:
    """Give the player to move so much more for this turn; tell whether the clock could take it."""
    with transaction.atomic():
        match = lock(match_id)
        timer = match.timer
        if match.status != Match.Status.RUNNING or not is_slow(match) or timer.thinking is None:
            return False
        if timer.tempo or timer.sitting_at:
            return False
        seats = reading.seats(match_id=match.pk)
        timer.given += int(time.total_seconds())
        clock_changed(match, seats, ClockChange.Kind.DAY_GIVEN, None, now)
    return True

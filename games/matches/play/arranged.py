"""What somebody who has arranged matches for others does with them: a league, by its rules.

A match can be ended from outside with a result, a seat handed over to who plays in its owner's
place, and time given to the player to move. Each is safe to be repeated.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

from games.matches.models import ClockChange, Duel, Match, SeatChange
from games.matches.play.entering import begin_anew, finish
from games.matches.play.held import hold
from games.matches.play.seats.holding import change_hands
from games.matches.play.seats.substitutes import sit_down
from games.matches.play.stops.pausing import clock_changed
from games.matches.play.telling import cancel_notices, notify_turn


def close_match(
    *, match_id: int, places: Sequence[int] | None, now: datetime, quietly: bool = False
) -> bool:
    """End a running match with a place for each seat, or as it stands; tell whether it ran.

    A place of 0 is told as the last one. No mail of the result leaves if it ends ``quietly``.
    Raise ValueError if there isn't one place for each seat.
    """
    with hold(match_id, now=now) as held:
        match = held.match
        if not held.is_running:
            return False
        given = places or held.rules.placing(held.state)
        if len(given) != match.players:
            raise ValueError(f"{len(given)} places for {match.players} seats")
        cancel_notices(held)
        finish(held, Match.EndReason.CLOSED, [place or match.players for place in given], now)
        if not quietly:
            notify_turn(held)
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
    with hold(match_id, now=now) as held:
        seat, is_up = held.seats[player], held.match.to_move == player
        if not held.is_running or seat.user_id == user_id:
            return False
        cancel_notices(held)
        former = sit_down(held, seat, user_id, name)
        if is_up:
            begin_anew(held, now)
        change_hands(held, player, SeatChange.Kind.COVERED, by=user_id, former=former)
        notify_turn(held, moved=not is_up)
    return True


def add_time(*, match_id: int, time: timedelta, now: datetime) -> bool:
    """Give the player to move so much more for this turn; tell whether the clock could take it."""
    with hold(match_id, now=now) as held:
        timer = held.timer
        if not held.is_running or not held.is_slow or timer.thinking is None:
            return False
        if timer.tempo or timer.sitting_at:
            return False
        held.run(held.clock.give(time.total_seconds()))
        clock_changed(held, ClockChange.Kind.DAY_GIVEN, None)
    return True

"""Matches whose people have all gone: they wait, instead of being played out by nobody.

The computer holds a seat, and the clock moves for somebody, for the sake of those who stayed. When
nobody has stayed, the clock stands for all; it goes on when somebody is back, and after a stated
time the match ends and counts for nobody.
"""

from datetime import datetime

from django.db import InterfaceError, OperationalError, transaction

from games.matches import reading
from games.matches.between import manners
from games.matches.clocks.pulse import is_silent
from games.matches.clocks.timing import add_stop
from games.matches.models import ClockChange, Match, Seat, SeatChange
from games.matches.play.entering import finish
from games.matches.play.rows import locked, save_match, set_aside
from games.matches.play.stops.pausing import clock_changed, go_on
from games.matches.play.telling import announce, notify_deserted, notify_turn

_BACK = (SeatChange.Kind.RECLAIMED, SeatChange.Kind.COVERED)


def follow(match: Match, seats: list[Seat], change: SeatChange) -> bool:
    """Let the clock stand when the last one has gone, and go on when the first is back.

    Tell whether it did; then the match is stored and announced. The caller holds it.
    """
    staying = manners.people(seats)
    if match.status != Match.Status.RUNNING or match.players == 1:
        return False
    if not staying and manners.away(seats):
        but = change.player if change.kind == SeatChange.Kind.SUBSTITUTED else None
        stand(match, seats, change.at, but=but)
        return True
    if match.timer.deserted and staying == [change.player] and change.kind in _BACK:
        go_on(match, seats, None, change.at)
        return True
    return False


def stand(match: Match, seats: list[Seat], now: datetime, *, but: int | None = None) -> None:
    """Stop the clock for all, or count a pause in which the last one left from now.

    All who may come back are told, ``but`` one who is told of their seat. The caller holds it.
    """
    timer = match.timer
    if timer.paused_at:
        add_stop(timer, timer.paused_at, now)
    timer.paused_at, timer.deserted = now, True
    clock_changed(match, seats, ClockChange.Kind.DESERTED, None, now)
    notify_deserted(match, seats, now, but=but)


def abandon(*, match_id: int, now: datetime) -> bool:
    """End a match that everybody left too long ago; it counts for nobody. Tell whether it did.

    Idempotent; a match held by someone else is left to the next sweep, one that was arranged to
    whoever did. A match whose rules fail is set aside.
    """
    if is_silent(now=now):
        return False
    try:
        with transaction.atomic():
            match = locked(skip=True).filter(pk=match_id, status=Match.Status.RUNNING).first()
            return match is not None and not match.quarantined_at and _abandon(match, now)
    except (InterfaceError, OperationalError):
        raise  # the database failed and not the rules: the next sweep tries again
    except Exception:
        set_aside(match_id=match_id, now=now)
        raise


def _abandon(match: Match, now: datetime) -> bool:
    ends_at = manners.ends_at(match)
    if ends_at is None or ends_at > now:
        return False
    seats = reading.seats(match_id=match.pk)
    rules = reading.rules_of(match)
    places = list(rules.placing(reading.position(match, rules)))
    finish(match, seats, Match.EndReason.DESERTED, places, now)
    match.timer.save(force_update=True)
    save_match(match)
    notify_turn(match, seats, now)
    announce(match, seats)
    return True

"""Matches whose people have all gone: they wait, instead of being played out by nobody.

The computer holds a seat, and the clock moves for somebody, for the sake of those who stayed. When
nobody has stayed, the clock stands for all; it goes on when somebody is back, and after a stated
time the match ends and counts for nobody.
"""

from datetime import datetime

from django.db import InterfaceError, OperationalError

from games.matches.between import seated
from games.matches.clocks.pulse import is_silent
from games.matches.models import ClockChange, Match, SeatChange
from games.matches.play.entering import finish
from games.matches.play.held import Held, hold_if_free
from games.matches.play.records import set_aside
from games.matches.play.stops.pausing import clock_changed, go_on
from games.matches.play.telling import notify_deserted, notify_turn

_BACK = (SeatChange.Kind.RECLAIMED, SeatChange.Kind.COVERED)


def follow(held: Held, change: SeatChange) -> None:
    """Let the clock stand when the last one has gone, and go on when the first is back."""
    staying = seated.people(held.seats)
    if not held.is_running or held.match.players == 1:
        return
    if not staying and seated.away(held.seats):
        but = change.player if change.kind == SeatChange.Kind.SUBSTITUTED else None
        stand(held, but=but)
    elif held.timer.deserted and staying == [change.player] and change.kind in _BACK:
        go_on(held, None)


def stand(held: Held, *, but: int | None = None) -> None:
    """Stop the clock for all, or count a pause in which the last one left from now.

    All who may come back are told, ``but`` one who is told of their seat.
    """
    held.timer.deserted = True
    held.run(held.clock.pause(held.now))
    clock_changed(held, ClockChange.Kind.DESERTED, None)
    notify_deserted(held, but=but)


def abandon(*, match_id: int, now: datetime) -> bool:
    """End a match that everybody left too long ago; it counts for nobody. Tell whether it did.

    Idempotent; a match held by someone else is left to the next sweep, one that was arranged to
    whoever did. A match whose rules fail is set aside.
    """
    if is_silent(now=now):
        return False
    try:
        with hold_if_free(match_id, now=now) as held:
            if held is None or not held.is_running or held.match.quarantined_at:
                return False
            ends_at = seated.ends_at(held.match)
            if ends_at is None or ends_at > now:
                return False
            places = list(held.rules.placing(held.state))
            finish(held, Match.EndReason.DESERTED, places, now)
            notify_turn(held)
    except (InterfaceError, OperationalError):
        raise  # the database failed and not the rules: the next sweep tries again
    except Exception:
        set_aside(match_id=match_id, now=now)
        raise
    return True

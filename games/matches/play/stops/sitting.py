"""Both here: all players of a slow table are looking at it, and agreed to play on live.

While they sit there the clock counts for nothing: banks and rest stay as they are. The sitting ends
when one of them leaves, or when a turn takes too long; then the running turn is slow, and whole.
"""

import dataclasses
from datetime import datetime

from games.matches.answers import MatchOver, Outcome, SeatHeld
from games.matches.between import seated
from games.matches.clocks.processes import can_hear_all
from games.matches.clocks.turns import ABSENCE
from games.matches.models import ClockChange
from games.matches.play.entering import begin_anew
from games.matches.play.held import Held, hold, hold_if_free
from games.matches.play.telling import cancel_notices, notify_turn


def begin_sitting(held: Held) -> None:
    """Let the table be played live from now on."""
    held.run(dataclasses.replace(held.clock, sitting_at=held.now))
    cancel_notices(held)
    _note(held, ClockChange.Kind.SITTING_BEGAN, None)


def end_sitting(held: Held, *, player: int | None = None) -> None:
    """Let the table be slow again, ``player`` having left."""
    held.timer.sitting_at = None
    begin_anew(held, held.now)
    _note(held, ClockChange.Kind.SITTING_ENDED, player)
    notify_turn(held)


def back_to_slow(*, match_id: int, player: int, now: datetime) -> Outcome:
    """End a sitting by the wish of one of its players; nothing to do without one."""
    with hold(match_id, now=now) as held:
        if not held.is_running:
            raise MatchOver
        if player not in seated.people(held.seats):
            raise SeatHeld
        if held.timer.sitting_at:
            end_sitting(held, player=player)
    return held.outcome


def break_up(*, match_id: int, now: datetime) -> bool:
    """End a sitting that somebody has left, unseen for longer than ABSENCE; tell whether it did.

    Idempotent; nothing happens while players cannot reach us, and a match held by someone else is
    left to the next sweep.
    """
    if not can_hear_all(now=now):
        return False
    with hold_if_free(match_id, now=now) as held:
        if held is None or not held.is_running or held.timer.sitting_at is None:
            return False
        if seated.are_here(held.seats, now, patience=ABSENCE):
            return False
        end_sitting(held, player=seated.first_gone(held.seats, now, patience=ABSENCE))
    return True


def _note(held: Held, kind: str, player: int | None) -> None:
    change = ClockChange.objects.create(
        match=held.match, player=player, kind=kind, ply=held.match.ply, at=held.now
    )
    held.changes.append(change)
    held.seen()

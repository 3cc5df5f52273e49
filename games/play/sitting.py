"""Both here: all players of a slow table are looking at it, and agreed to play on live.

While they sit there the clock counts for nothing: banks and rest stay as they are. The sitting ends
when one of them leaves, or when a turn takes too long; then the running turn is slow, and whole.
"""

from datetime import datetime

from games.models import ClockChange, Match, Seat
from games.play.rows import save_match
from games.play.telling import announce, cancel_notices, notify_turn
from games.play.timing import begin_anew, set_deadline


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


def _note(match: Match, seats: list[Seat], kind: str, player: int | None, now: datetime) -> None:
    ClockChange.objects.create(match=match, player=player, kind=kind, ply=match.ply, at=now)
    save_match(match)
    announce(match, seats)

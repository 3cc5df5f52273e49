"""The way to a new ply: an entry, all that follows from it at once, and then the telling."""

from datetime import datetime
from typing import Any
from uuid import UUID

from games.answers import Actor
from games.models import Match, Seat
from games.play.entering import enter
from games.play.rows import AnyGame
from games.play.telling import announce, notify_turn


def advance(
    match: Match,
    seats: list[Seat],
    rules: AnyGame,
    action: Any,
    *,
    actor: str,
    now: datetime,
    cmd_id: UUID | None = None,
) -> None:
    """Apply one action and store all that follows from it; every path to a new ply ends here.

    The caller holds the lock on the match's row.
    """
    player = match.to_move
    enter(match, seats, rules, action, actor=actor, now=now, cmd_id=cmd_id)
    notify_turn(match, seats, now, again=player == match.to_move and actor == Actor.HUMAN)
    announce(match, seats)

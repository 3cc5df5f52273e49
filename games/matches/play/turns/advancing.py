"""The way to a new ply: an entry, all that follows from it at once, and then the telling."""

from datetime import datetime
from typing import Any
from uuid import UUID

from games.matches.answers import Actor
from games.matches.models import Match, Seat
from games.matches.play.entering import enter
from games.matches.play.rows import AnyGame
from games.matches.play.telling import announce, notify_turn
from games.matches.play.turns.orders import follow


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

    Standing orders follow at once, and all that came of it is told once. The caller holds the lock
    on the match's row.
    """
    player, by_hand = match.to_move, actor == Actor.HUMAN
    enter(match, seats, rules, action, actor=actor, now=now, cmd_id=cmd_id)
    done = (player, action) if by_hand and player is not None else None
    answered = follow(match, seats, rules, now, by_hand=done)
    again = player == match.to_move and by_hand and not answered
    notify_turn(match, seats, now, again=again)
    announce(match, seats)

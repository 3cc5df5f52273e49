"""The way to a new ply: an entry, all that follows from it at once, and the mails of the turn."""

from datetime import datetime
from typing import Any
from uuid import UUID

from games.matches.answers import Actor
from games.matches.play.entering import enter
from games.matches.play.held import Held
from games.matches.play.telling import notify_turn
from games.matches.play.turns.prepared import follow


def advance(
    held: Held, action: Any, *, actor: str, now: datetime, cmd_id: UUID | None = None
) -> None:
    """Apply one action and all that follows from it; every path to a new ply ends here.

    Prepared turns follow at once, and all that came of it is told once.
    """
    player, by_hand = held.match.to_move, actor == Actor.HUMAN
    enter(held, action, actor=actor, now=now, cmd_id=cmd_id)
    done = (player, action) if by_hand and player is not None else None
    answered = follow(held, now, by_hand=done)
    notify_turn(held, again=player == held.match.to_move and by_hand and not answered)

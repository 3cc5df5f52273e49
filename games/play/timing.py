"""The running turn of a match: when it began, and until when it lasts.

Most games begin a new turn with every action. A game with a tempo of its own (Counting Tiles) has
one countdown that goes on whoever acts; at a table for one it stands still while nobody is there.
"""

from datetime import datetime, timedelta
from typing import Any

from games.core import clock
from games.core.clock import Pace, Turn
from games.models import Match, TurnTimer
from games.play.rows import ABSENCE, HEARTBEAT, AnyGame

# A countdown's action is stamped with the instant it was due; so long it waits for an action of the
# player's that arrived before and is still on its way through the server.
TEMPO_FIRE = timedelta(milliseconds=250)


def turn_of(timer: TurnTimer) -> Turn:
    """Return the running turn of a match."""
    assert timer.player is not None  # noqa: S101 - the database promises it for a running match
    return Turn(player=timer.player, started_at=timer.started_at, budget=timer.budget)


def start_turn(
    match: Match, rules: AnyGame, state: Any, now: datetime, *, key_before: int | None = None
) -> None:
    """Begin the turn of the player to move, or let the game's countdown go on."""
    timer = match.timer
    timer.player = match.to_move
    key = rules.clock_key(state)
    if key is not None and key == key_before:
        return
    timer.tempo = key is not None
    timer.started_at = now
    timer.budget = rules.turn_budget(state) or match.budget
    turn = turn_of(timer)
    timer.deadline_at = clock.deadline(turn, 0 if timer.tempo else timer.banks[turn.player])
    fire = TEMPO_FIRE if timer.tempo else clock.GRACE[Pace(match.pace)].fire
    goes_by_itself = timer.tempo and match.ply > 0 and timer.fires_at is None
    timer.fires_at = None if goes_by_itself else timer.deadline_at + fire


def end_turn(match: Match) -> None:
    """Stop the clock of a match that has ended."""
    timer = match.timer
    timer.player = timer.deadline_at = timer.fires_at = timer.stands_at = None
    timer.waits = False


def stands(timer: TurnTimer, at: datetime) -> bool:
    """Tell whether the clock stands still at an instant."""
    return timer.stands_at is not None and timer.stands_at <= at


def go_on(timer: TurnTimer, at: datetime, *, present: bool) -> None:
    """Let a standing clock go on with the time it had left; ``present`` until the next sign is due.

    All that fell due before it stood must have been played.
    """
    assert timer.stands_at is not None  # noqa: S101 - the caller saw that it stands
    assert timer.deadline_at is not None  # noqa: S101 - and that the match is running
    assert timer.fires_at is not None  # noqa: S101 - for the same reason
    gap = at - timer.stands_at
    timer.started_at += gap
    timer.deadline_at += gap
    timer.fires_at += gap
    timer.waits = False
    timer.stands_at = at + HEARTBEAT + ABSENCE if present else None
    timer.save(
        update_fields=["started_at", "deadline_at", "fires_at", "waits", "stands_at"],
        force_update=True,
    )

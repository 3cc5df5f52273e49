"""The running turn of a match: when it began, and until when it lasts.

Most games begin a new turn with every action. A game with a tempo of its own (Counting Tiles) has
one countdown that goes on whoever acts; at a table for one it stands still while nobody is there.
At a slow table the clock stands in its player's rests too, in pauses that all agreed on, and in
outages of ours; while all are here and play on live it counts for nothing.
"""

from datetime import UTC, datetime, timedelta
from typing import Any

from accounts.rest import reading as rest_reading
from accounts.rest import services as rest
from accounts.rest.rules import countdown
from accounts.rest.rules.countdown import Countdown
from games.core import clock
from games.core.clock import Pace, TimeControl
from games.core.extras.protocols import clock_key, turn_budget
from games.matches.clocks.pulse import silence_between
from games.matches.clocks.turns import countdown_of as countdown_of
from games.matches.clocks.turns import is_slow as is_slow
from games.matches.clocks.turns import rest_left
from games.matches.models import Match, Seat, TurnTimer
from games.matches.play.rows import ABSENCE, HEARTBEAT, AnyGame

# A countdown's action is stamped with the instant it was due; so long it waits for an action of the
# player's that arrived before and is still on its way through the server.
TEMPO_FIRE = timedelta(milliseconds=250)
# How long a turn may take while all sit at a slow table and play on live; then it is slow again.
SITTING_TURN = timedelta(minutes=5)


def start_turn(
    match: Match,
    seats: list[Seat],
    rules: AnyGame,
    state: Any,
    now: datetime,
    *,
    key_before: int | None = None,
) -> None:
    """Begin the turn of the player to move, or let the game's countdown go on."""
    timer = match.timer
    timer.player = match.to_move
    key = clock_key(rules, state)
    if key is not None and key == key_before:
        return
    timer.tempo = key is not None
    timer.started_at = now
    timer.budget = turn_budget(rules, state) or match.budget
    timer.given = 0
    timer.stops, timer.silences = [], []
    set_deadline(match, seats)


def set_deadline(match: Match, seats: list[Seat]) -> None:
    """Work out until when the running turn lasts, from all that was recorded of it."""
    timer = match.timer
    assert timer.player is not None  # noqa: S101 - the database promises it for a running match
    bank = 0 if timer.tempo else timer.banks[timer.player]
    thinking = clock.thinking(_control(match), bank)
    timer.thinking = None if thinking is None else thinking + timer.given
    if timer.sitting_at and not timer.paused_at:
        timer.deadline_at = timer.fires_at = max(timer.started_at, timer.sitting_at) + SITTING_TURN
        return
    if timer.thinking is None or timer.paused_at:
        timer.deadline_at = timer.fires_at = None
        return
    turn = countdown_of(match, seats)
    timer.deadline_at = countdown.deadline(turn)
    fire = TEMPO_FIRE if timer.tempo else clock.GRACE[Pace(match.pace)].fire
    goes_by_itself = timer.tempo and match.ply > 0 and timer.fires_at is None
    rescue_at = _rescue_at(match, seats[timer.player], turn)
    timer.fires_at = None if goes_by_itself else rescue_at or timer.deadline_at + fire


def _rescue_at(match: Match, seat: Seat, turn: Countdown) -> datetime | None:
    """Return when the player's holiday is to begin by itself, lest the time run out."""
    if seat.user_id is None or seat.controller != Seat.Controller.HUMAN:
        return None
    if not (match.holiday and is_slow(match)):
        return None
    ledger = rest_reading.ledger(user_id=seat.user_id)
    return rest.rescue_at(user_id=seat.user_id, turn=turn, ledger=ledger)


def begin_anew(match: Match, seats: list[Seat], now: datetime) -> None:
    """Give the player to move a whole turn from now on, and store it; a countdown goes on."""
    timer = match.timer
    if timer.tempo:
        return
    timer.started_at, timer.given = now, 0
    timer.stops, timer.silences = [], []
    set_deadline(match, seats)
    timer.save(force_update=True)


def refresh_deadline(match: Match, seats: list[Seat]) -> None:
    """Work the deadline out anew, and store it if rest, holiday or an outage have moved it."""
    before = match.timer.deadline_at, match.timer.fires_at
    set_deadline(match, seats)
    if (match.timer.deadline_at, match.timer.fires_at) != before:
        match.timer.save(update_fields=["deadline_at", "fires_at", "thinking"], force_update=True)


def settle_turn(match: Match, seats: list[Seat], now: datetime) -> None:
    """Take what the turn used out of its player's bank and rest.

    A sitting uses nothing up, nor does a turn that began while the computer held the seat.
    """
    timer, player = match.timer, match.timer.player
    assert player is not None  # noqa: S101 - the database promises it for a running match
    if timer.thinking is None or timer.sitting_at or timer.tempo:
        return
    held_at = seats[player].substituted_at
    if held_at is not None and held_at <= timer.started_at:
        return
    turn = countdown_of(match, seats)
    used = countdown.used(turn, now).total_seconds() - timer.given
    timer.banks[player] = clock.bank_after(_control(match), timer.banks[player], max(0.0, used))
    until = min(now, timer.deadline_at or now)
    rested = countdown.pause(turn, until).rest.total_seconds()
    timer.rests[player] = max(0.0, rest_left(match) - rested)


def add_stop(timer: TurnTimer, from_at: datetime, to_at: datetime) -> None:
    """Note that the clock stood for everybody; a stop before the turn began is none of its."""
    from_at = max(from_at, timer.started_at)
    if from_at < to_at:
        stop = [from_at.astimezone(UTC).isoformat(), to_at.astimezone(UTC).isoformat()]
        timer.stops = [*timer.stops, stop]


def _control(match: Match) -> TimeControl:
    """Return the clock of the match for this turn: a game may have its own time for it."""
    return match.control.with_budget(match.timer.budget)


def end_turn(match: Match) -> None:
    """Stop the clock of a match that has ended."""
    timer = match.timer
    timer.player = timer.deadline_at = timer.fires_at = timer.stands_at = None
    timer.paused_at = timer.sitting_at = None
    timer.waits = timer.deserted = False


def is_over(timer: TurnTimer, at: datetime) -> bool:
    """Tell whether the turn's time was over at an instant."""
    return timer.deadline_at is not None and timer.deadline_at <= at


def stands(timer: TurnTimer, at: datetime) -> bool:
    """Tell whether the clock stands still at an instant."""
    return timer.stands_at is not None and timer.stands_at <= at


def go_on(timer: TurnTimer, at: datetime, *, present: bool) -> None:
    """Let a standing clock go on with the time it had left; ``present`` until the next sign is due.

    All that fell due before it stood must have been played. How long its player was away is added
    up; neither the wait for the beginning nor a silence of ours is part of it.
    """
    assert timer.stands_at is not None  # noqa: S101 - the caller saw that it stands
    assert timer.deadline_at is not None  # noqa: S101 - and that the match is running
    assert timer.fires_at is not None  # noqa: S101 - for the same reason
    gap = at - timer.stands_at
    timer.started_at += gap
    timer.deadline_at += gap
    timer.fires_at += gap
    if not timer.waits:
        away = gap - silence_between(timer.stands_at, at)
        timer.stood += away.total_seconds()
    timer.waits = False
    timer.stands_at = at + HEARTBEAT + ABSENCE if present else None
    timer.save(
        update_fields=["started_at", "deadline_at", "fires_at", "waits", "stands_at", "stood"],
        force_update=True,
    )

"""The clock of a match's running turn: made of its rows and its player's calendar, and stored.

Most games begin a new turn with every action. A game with a countdown of its own goes on whoever
acts; at a table for one it stands still while nobody is there.
"""

import dataclasses
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from accounts.rest import reading as rest
from games.core.clock import GRACE, Pace, Stretch, TurnClock
from games.matches.models import Match, Seat, TurnTimer

# So long a match waits whose people have all gone; then it ends and counts for nobody.
DESERTED_FOR = {Pace.LIVE: timedelta(hours=1), Pace.CORRESPONDENCE: timedelta(days=7)}
# Rule 7.3 of the live tables: the computer takes the seat of someone away for this long.
ABSENCE = timedelta(seconds=15)
# A heartbeat proves presence until the next one has been asked for, heard and noted, with some
# slack: web processes ask every four seconds and note what they heard every two.
HEARTBEAT = timedelta(seconds=10)
# At a table that is played by days, a page that has been hidden for so long has no reader.
UNREAD = timedelta(seconds=60)
# When the player to move is reminded, by kind of notice: at this part of the time that is left. The
# second is the last word.
WAKE_UPS = {"reminder": 1 / 4, "last": 1 / 20}
# A countdown's action is stamped with the instant it was due; so long it waits for an action of the
# player's that arrived before and is still on its way through the server.
TEMPO_FIRE = timedelta(milliseconds=250)


def is_slow(match: Match) -> bool:
    """Tell whether a match is played by days, and not at one sitting."""
    return match.pace == Pace.CORRESPONDENCE


def clock_of(match: Match, timer: TurnTimer, seats: Sequence[Seat]) -> TurnClock:
    """Return the clock of the running turn; one statement more where its player may rest."""
    clock, user_id = _without_rests(match, timer), seats[_player(timer)].user_id
    if user_id is None or not is_slow(match) or not (match.rest or match.holiday):
        return clock
    most = clock.latest - clock.started_at
    found = rest.rests_of(user_id=user_id, since=clock.started_at, most=most)
    return dataclasses.replace(
        clock,
        rests=found.rests if match.rest else (),
        holidays=found.holidays if match.holiday else (),
    )


def _player(timer: TurnTimer) -> int:
    assert timer.player is not None  # noqa: S101 - the database promises it for a running match
    return timer.player


def _without_rests(match: Match, timer: TurnTimer) -> TurnClock:
    player = _player(timer)
    return TurnClock(
        match.control.with_budget(timer.budget),
        timer.started_at,
        bank=timer.banks[player],
        given=timer.given,
        allowance=timer.rests[player] if player < len(timer.rests) else 0.0,
        stops=tuple((_instant(from_at), _instant(to_at)) for from_at, to_at in timer.stops),
        paused_at=timer.paused_at,
        sitting_at=timer.sitting_at,
        countdown=timer.tempo,
    )


def stands(match: Match, seats: Sequence[Seat]) -> list[Stretch]:
    """Return when the running turn's clock stands before its time is over, in order and apart.

    Whoever has just written the timer need not read the rests again.
    """
    timer = match.timer
    if timer.deadline_at is None or timer.thinking is None or timer.sitting_at or timer.tempo:
        return []
    if not (timer.stops or (is_slow(match) and (match.rest or match.holiday))):
        return []
    written = timer.clock
    if written is None or _without_rests(match, timer) != _bare(written):
        written = clock_of(match, timer, seats)
    return written.stands()


def _bare(clock: TurnClock) -> TurnClock:
    return dataclasses.replace(clock, rests=(), holidays=())


def write(match: Match, seats: Sequence[Seat], clock: TurnClock) -> None:
    """Let a match's timer be what a clock says, and fire when it is due."""
    timer, due = match.timer, clock.deadline
    timer.clock = clock
    timer.started_at, timer.given = clock.started_at, int(clock.given)
    timer.stops = [[_text(from_at), _text(to_at)] for from_at, to_at in clock.stops]
    timer.paused_at, timer.sitting_at = clock.paused_at, clock.sitting_at
    timer.thinking, timer.deadline_at = clock.thinking, due
    goes_by_itself = timer.tempo and match.ply > 0 and timer.fires_at is None
    if due is None or goes_by_itself:
        timer.fires_at = None
    elif clock.sitting_at:
        timer.fires_at = due
    else:
        fire = TEMPO_FIRE if timer.tempo else GRACE[clock.control.pace].fire
        timer.fires_at = rescue_at(match, seats, clock) or due + fire


def rescue_at(match: Match, seats: Sequence[Seat], clock: TurnClock) -> datetime | None:
    """Return when the player's holiday is to begin by itself, lest the time run out."""
    assert match.timer.player is not None  # noqa: S101 - the database promises it while it runs
    seat, at = seats[match.timer.player], clock.rescue_at
    if seat.user_id is None or seat.controller != Seat.Controller.HUMAN or at is None:
        return None
    if not (match.holiday and is_slow(match)):
        return None
    return at if rest.may_begin(user_id=seat.user_id, at=at) else None


def is_over(timer: TurnTimer, at: datetime) -> bool:
    """Tell whether the turn's time was over at an instant, by the deadline that is stored."""
    return timer.deadline_at is not None and timer.deadline_at <= at


def wake_ups(timer: TurnTimer) -> dict[str, datetime]:
    """Return when the player to move is reminded, by kind of notice; never without a clock."""
    due, thinking = timer.deadline_at, timer.thinking
    if due is None or thinking is None:
        return {}
    return {kind: due - timedelta(seconds=thinking * part) for kind, part in WAKE_UPS.items()}


def accepted_until(timer: TurnTimer, pace: str) -> datetime:
    """Return until when a move counts that comes then, by the deadline that is stored."""
    assert timer.deadline_at is not None  # noqa: S101 - the caller saw that there is one
    return timer.deadline_at + GRACE[Pace(pace)].accept


def is_late(timer: TurnTimer, pace: str, at: datetime) -> bool:
    """Tell whether a move that came then counts no more, by the deadline that is stored."""
    return timer.deadline_at is not None and at > accepted_until(timer, pace)


def has_expired(timer: TurnTimer, pace: str, now: datetime) -> bool:
    """Tell whether the time-out of the turn fires now: no move is still accepted."""
    return timer.deadline_at is not None and now >= timer.deadline_at + GRACE[Pace(pace)].fire


def stands_at(timer: TurnTimer, at: datetime) -> bool:
    """Tell whether the clock of a table for one stands still at an instant, its player away."""
    return timer.stands_at is not None and timer.stands_at <= at


def _instant(text: str) -> datetime:
    return datetime.fromisoformat(text)


def _text(instant: datetime) -> str:
    return instant.astimezone(UTC).isoformat()

"""The running turn's clock as its player's calendar counts it: time to think, rests, stops."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from accounts.edge.instants import Stretch
from accounts.rest import reading as rest_reading
from accounts.rest.rules import countdown
from accounts.rest.rules.calendars import Calendar, History
from accounts.rest.rules.countdown import Countdown, Terms
from accounts.rest.rules.holiday import Ledger
from games.core.clock import Pace
from games.matches.models import Match, Seat

# So long a match waits whose people have all gone; then it ends and counts for nobody.
DESERTED_FOR = {Pace.LIVE: timedelta(hours=1), Pace.CORRESPONDENCE: timedelta(days=7)}
# Rule 7.3 of the live tables: the computer takes the seat of someone away for this long.
ABSENCE = timedelta(seconds=15)
# A heartbeat proves presence until the next one has been asked for, heard and noted, with some
# slack: web processes ask every four seconds and note what they heard every two.
HEARTBEAT = timedelta(seconds=10)
NEVER_RESTS = History(Calendar(ZoneInfo("UTC")))


def countdown_of(match: Match, seats: list[Seat]) -> Countdown:
    """Return the running turn's clock; the table must have one."""
    timer = match.timer
    assert timer.player is not None  # noqa: S101 - the database promises it for a running match
    assert timer.thinking is not None  # noqa: S101 - the caller saw that there is a clock
    history, ledger = _rest_of(match, seats[timer.player])
    return countdown.begin(
        started_at=timer.started_at,
        thinking=timedelta(seconds=timer.thinking),
        terms=Terms(timedelta(seconds=rest_left(match)), match.holiday),
        history=history,
        ledger=ledger,
        pauses=[Stretch(*map(datetime.fromisoformat, stop)) for stop in timer.stops],
    )


def stands(match: Match, seats: list[Seat]) -> list[Stretch]:
    """Return when the running turn's clock stands before its time is over, in order and apart."""
    timer = match.timer
    if timer.deadline_at is None or timer.thinking is None or timer.sitting_at or timer.tempo:
        return []
    if not (timer.stops or (is_slow(match) and (match.rest or match.holiday))):
        return []
    return countdown.stands(countdown_of(match, seats))


def rest_left(match: Match) -> float:
    """Return for how many seconds the player to move may still rest in this match."""
    timer, player = match.timer, match.timer.player
    return timer.rests[player] if player is not None and player < len(timer.rests) else 0.0


def is_slow(match: Match) -> bool:
    """Tell whether a match is played by days, and not at one sitting."""
    return match.pace == Pace.CORRESPONDENCE


def _rest_of(match: Match, seat: Seat) -> tuple[History, Ledger]:
    """Return the calendars and holidays that stop a turn of this seat."""
    history, ledger = NEVER_RESTS, Ledger()
    if seat.user_id is not None and is_slow(match):
        if match.rest:
            history = rest_reading.history(user_id=seat.user_id)
        if match.holiday:
            ledger = rest_reading.ledger(user_id=seat.user_id)
    return history, ledger

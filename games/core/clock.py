"""Turn clocks as pure functions of recorded instants.

Time is data: nothing here asks what time it is. A turn usually has a budget that starts anew each
turn; what is overrun comes out of the player's bank, which does not refill. The other forms are a
bank alone that each turn adds to (Fischer's), and no clock. A move that reaches the server within
``accept`` after the deadline still counts, and the time-out fires ``fire`` after it, later than any
move that is still accepted, so a turn never has two outcomes.
"""

import dataclasses
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Self

from games.core.language.text import Plural, Text


class Pace(StrEnum):
    """How a table is played: at one sitting, or turn-based, over days."""

    LIVE = "live"
    CORRESPONDENCE = "correspondence"


@dataclasses.dataclass(frozen=True, slots=True)
class Grace:
    """How long after a deadline a move is still accepted and when the time-out fires."""

    accept: timedelta
    fire: timedelta


GRACE = {
    Pace.LIVE: Grace(accept=timedelta(seconds=2), fire=timedelta(seconds=3)),
    Pace.CORRESPONDENCE: Grace(accept=timedelta(seconds=10), fire=timedelta(seconds=60)),
}


class Form(StrEnum):
    """Where the time for a turn comes from."""

    PER_TURN = "per_turn"
    FISCHER = "fischer"
    NO_CLOCK = "no_clock"


@dataclasses.dataclass(frozen=True, slots=True)
class TimeControl:
    """A table's clock, in seconds at a pace: for each turn, and in each player's bank at first.

    In Fischer's form ``bank`` is all of a player's time, and ``budget`` is what each turn made adds
    to it, up to ``cap``. Raises ValueError if the numbers do not fit the form.
    """

    pace: Pace
    budget: float
    bank: int = 0
    form: Form = Form.PER_TURN
    cap: int = 0

    def __post_init__(self) -> None:
        if self.form is Form.FISCHER and not 0 < self.budget <= self.cap >= self.bank > 0:
            raise ValueError("Fischer's clock adds to a bank that is filled, up to its cap")
        if self.form is not Form.FISCHER and self.cap:
            raise ValueError("only Fischer's clock has a cap")
        if self.form is Form.NO_CLOCK and (self.budget or self.bank or self.pace is Pace.LIVE):
            raise ValueError("without a clock there is no time to give, and no live play")

    def with_budget(self, seconds: float) -> Self:
        """Return the clock with another time for each turn, as some games have it."""
        return self if seconds == self.budget else dataclasses.replace(self, budget=seconds)

    def in_words(self) -> Text:
        """Return the clock as a player reads it: "2 days a turn, 12 hours in the bank"."""
        budget, bank = duration_in_words(int(self.budget)), duration_in_words(self.bank)
        match self.form:
            case Form.NO_CLOCK:
                return Text("no clock")
            case Form.FISCHER:
                return Text(
                    "{bank} to start with, {budget} more after each turn, up to {most}",
                    bank=bank,
                    budget=budget,
                    most=duration_in_words(self.cap),
                )
            case Form.PER_TURN if self.bank:
                return Text("{budget} a turn, {bank} in the bank", budget=budget, bank=bank)
            case Form.PER_TURN:
                return Text("{budget} a turn", budget=budget)


def thinking(control: TimeControl, bank: float) -> float | None:
    """Return the seconds a player with this bank has for a turn; None when there is no clock."""
    match control.form:
        case Form.NO_CLOCK:
            return None
        case Form.FISCHER:
            return bank
        case Form.PER_TURN:
            return control.budget + bank


def bank_after(control: TimeControl, bank: float, used: float) -> float:
    """Return a player's bank after a turn that took so many seconds while the clock ran.

    It is never below 0, and after a turn that ran out of time Fischer's clock adds to it as well,
    so that the next one has some.
    """
    match control.form:
        case Form.NO_CLOCK:
            return bank
        case Form.FISCHER:
            return min(max(0.0, bank - used) + control.budget, control.cap)
        case Form.PER_TURN:
            return min(bank, max(0.0, bank + control.budget - used))


@dataclasses.dataclass(frozen=True, slots=True)
class Turn:
    """A running turn: whose, since when, and for how many seconds before the bank is touched."""

    player: int
    started_at: datetime
    budget: float


def deadline(turn: Turn, bank: float) -> datetime:
    """Return the instant at which the turn's budget and the player's bank (seconds) are used up."""
    return turn.started_at + timedelta(seconds=turn.budget + bank)


def acceptable(due: datetime, pace: Pace, arrived: datetime) -> bool:
    """Tell whether a move that arrived then still counts for a turn with this deadline."""
    return arrived <= due + GRACE[pace].accept


def expired(due: datetime, pace: Pace, now: datetime) -> bool:
    """Tell whether the time-out of a turn with this deadline fires now."""
    return now >= due + GRACE[pace].fire


def settle(turn: Turn, bank: float, now: datetime) -> float:
    """Return the bank in seconds after a turn that ended now, less what was overrun, at least 0."""
    overrun = (now - turn.started_at).total_seconds() - turn.budget
    return bank if overrun <= 0 else max(0.0, bank - overrun)


UNITS = (
    (Plural("{n} day", "{n} days"), 86400),
    (Plural("{n} hour", "{n} hours"), 3600),
    (Plural("{n} minute", "{n} minutes"), 60),
    (Plural("{n} second", "{n} seconds"), 1),
)


def duration_in_words(seconds: int) -> Text:
    """Return a whole number of seconds as its one or two largest units: "1 day 12 hours"."""
    parts: list[Text] = []
    for unit, size in UNITS:
        count, seconds = divmod(seconds, size)
        if count:
            parts.append(unit.having(n=count))
    if not parts:
        return UNITS[-1][0].having(n=0)
    return Text("{more} {less}", more=parts[0], less=parts[1]) if parts[1:] else parts[0]

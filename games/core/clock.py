"""Turn clocks as pure functions of recorded instants.

Time is data: nothing here asks what time it is. A turn has a budget that starts anew each turn;
what is overrun comes out of the player's bank, which does not refill. A move that reaches the
server within ``accept`` after the deadline still counts, and the time-out fires ``fire`` after it,
later than any move that is still accepted, so a turn never has two outcomes.
"""

import dataclasses
from datetime import datetime, timedelta
from enum import StrEnum


class Pace(StrEnum):
    """How a table is played: at one sitting, or by turns over days."""

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


@dataclasses.dataclass(frozen=True, slots=True)
class TimeControl:
    """A table's clock: seconds for each turn and seconds of bank for each player, at a pace."""

    pace: Pace
    budget: int
    bank: int = 0

    def in_words(self) -> str:
        """Return the clock as a player reads it: "2 days a turn, 12 hours in the bank"."""
        text = f"{duration_in_words(self.budget)} a turn"
        return f"{text}, {duration_in_words(self.bank)} in the bank" if self.bank else text


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


UNITS = (("day", 86400), ("hour", 3600), ("minute", 60), ("second", 1))


def duration_in_words(seconds: int) -> str:
    """Return a whole number of seconds as its one or two largest units: "1 day 12 hours"."""
    parts = []
    for name, size in UNITS:
        count, seconds = divmod(seconds, size)
        if count:
            parts.append(f"{count} {name}{'' if count == 1 else 's'}")
    return " ".join(parts[:2]) or "0 seconds"

"""Turn clocks as pure functions of recorded instants.

Time is data: nothing here asks what time it is. A turn usually has a budget that starts anew each
turn; what is overrun comes out of the player's bank, which does not refill. The other forms are a
bank alone that each turn adds to (Fischer's), and no clock. A move that reaches the server within
``accept`` after the deadline still counts, and the time-out fires ``fire`` after it, later than any
move that is still accepted, so a turn never has two outcomes.
"""

import dataclasses
import itertools
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from enum import StrEnum
from typing import NamedTuple, Self

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


# --- The clock of a running turn ----------------------------------------------------------------

Stretch = tuple[datetime, datetime]  # from an instant to a later one, which is no longer part of it

SITTING_TURN = timedelta(
    minutes=5
)  # how long a turn may take while all play on live at a slow table
RESCUE = timedelta(hours=2)  # of a turn are left when its player's holiday begins by itself


@dataclasses.dataclass(frozen=True, slots=True)
class TurnClock:
    """The clock of a running turn as a value: what was recorded, and all that follows from it.

    Instants are aware, durations are seconds. ``bank`` is what the player had when the turn began,
    ``given`` what others have added to it. The clock stands in the player's ``rests`` for as long
    as their ``allowance`` lasts, and at no cost in their ``holidays`` and in ``stops``, which are
    pauses and outages. It stands from ``paused_at`` until somebody goes on; since ``sitting_at``
    all play on live, and a turn uses nothing up. A game's own ``countdown`` knows no bank. Rests
    and holidays are needed up to ``latest``.
    """

    control: TimeControl
    started_at: datetime
    bank: float = 0.0
    given: float = 0.0
    allowance: float = 0.0
    rests: tuple[Stretch, ...] = ()
    holidays: tuple[Stretch, ...] = ()
    stops: tuple[Stretch, ...] = ()
    paused_at: datetime | None = None
    sitting_at: datetime | None = None
    countdown: bool = False

    @property
    def thinking(self) -> float | None:
        """Return the seconds the turn has in which its clock runs; None without a clock."""
        time = thinking(self.control, 0 if self.countdown else self.bank)
        return None if time is None else time + self.given

    @property
    def latest(self) -> datetime:
        """Return an instant by which the turn's time is over, whatever its player's rests."""
        stops = (*self.stops, *self.holidays)
        stopped = sum((to_at - from_at for from_at, to_at in stops), timedelta(0))
        return self.started_at + timedelta(seconds=(self.thinking or 0) + self.allowance) + stopped

    @property
    def deadline(self) -> datetime | None:
        """Return when the turn's time is used up; None without a clock and while it is paused.

        While there is allowance it lies inside no rest, and never inside a stop; it may be the
        instant at which one begins.
        """
        if self.paused_at:
            return None
        if self.sitting_at:
            return max(self.started_at, self.sitting_at) + SITTING_TURN
        return None if self.thinking is None else self._used_up_at(timedelta(seconds=self.thinking))

    @property
    def rescue_at(self) -> datetime | None:
        """Return when a holiday may begin by itself, so that whoever comes back has time to play.

        Two hours of the time to think are left then, or the last quarter of a short turn.
        """
        if self.thinking is None or self.paused_at or self.sitting_at:
            return None
        whole = timedelta(seconds=self.thinking)
        return self._used_up_at(whole - min(RESCUE, whole / 4))

    def is_late(self, at: datetime) -> bool:
        """Tell whether a move that came then counts no more, the grace included."""
        due = self.deadline
        return due is not None and at > due + GRACE[self.control.pace].accept

    @property
    def expires_at(self) -> datetime | None:
        """Return when the time-out fires: no move is still accepted by then."""
        due = self.deadline
        return None if due is None else due + GRACE[self.control.pace].fire

    def is_over(self, at: datetime) -> bool:
        """Tell whether the turn's time was used up at an instant."""
        due = self.deadline
        return due is not None and due <= at

    def used(self, until: datetime) -> float:
        """Return how many seconds of the time to think went by up to an instant."""
        if until <= self.started_at:
            return 0.0
        rest, stop = self._stood(until)
        return (until - self.started_at - rest - stop).total_seconds()

    def settle(self, at: datetime) -> tuple[float, float]:
        """Return the player's bank and allowance after a turn that ended then.

        A sitting uses nothing up, nor does a countdown of the game's own.
        """
        if self.thinking is None or self.sitting_at or self.countdown:
            return self.bank, self.allowance
        used = max(0.0, self.used(at) - self.given)
        rested, _ = self._stood(min(at, self.deadline or at))
        allowance = max(0.0, self.allowance - rested.total_seconds())
        return bank_after(self.control, self.bank, used), allowance

    def stands(self) -> list[Stretch]:
        """Return when the clock stands between the turn's beginning and its deadline, apart."""
        due = self.deadline
        if due is None or self.sitting_at or self.countdown:
            return []
        before = itertools.takewhile(lambda stand: stand.from_at < due, self._stands())
        return list(joined((stand.from_at, stand.to_at) for stand in before))

    def pause(self, at: datetime) -> Self:
        """Return the clock stopped for everybody; one that stands already stands since then."""
        return dataclasses.replace(self.resume(at), paused_at=at)

    def resume(self, at: datetime) -> Self:
        """Return the clock going on, the pause being one of its stops."""
        if self.paused_at is None:
            return self
        return dataclasses.replace(self.stopped(self.paused_at, at), paused_at=None)

    def stopped(self, from_at: datetime, to_at: datetime) -> Self:
        """Return the clock with a stop for everybody; what was before the turn is none of it."""
        from_at = max(from_at, self.started_at)
        if from_at >= to_at:
            return self
        return dataclasses.replace(self, stops=(*self.stops, (from_at, to_at)))

    def give(self, seconds: float) -> Self:
        """Return the clock with more time to think, which comes out of nobody's bank."""
        return dataclasses.replace(self, given=self.given + seconds)

    def anew(self, at: datetime) -> Self:
        """Return the clock of a whole turn from then on."""
        return dataclasses.replace(self, started_at=at, given=0.0, stops=())

    def _used_up_at(self, thinking: timedelta) -> datetime:
        at, left = self.started_at, thinking
        for stand in self._stands():
            awake = stand.from_at - at
            if timedelta(0) < awake >= left:
                break
            left -= awake
            at = stand.to_at
        return at + left

    def _stood(self, until: datetime) -> tuple[timedelta, timedelta]:
        """Return how long the clock stood up to an instant: in rests, and in stops."""
        rest = stop = timedelta(0)
        for stand in self._stands():
            if stand.from_at >= until:
                break
            stood = min(stand.to_at, until) - stand.from_at
            if stand.is_stop:
                stop += stood
            else:
                rest += stood
        return rest, stop

    def _stands(self) -> Iterator["_Stand"]:
        """Yield when the clock stands after the turn began, until the allowance ends the rests."""
        if not (self.rests or self.holidays or self.stops):
            return
        spare = timedelta(seconds=self.allowance)
        all_stops = joined(sorted((*self.stops, *self.holidays)))
        stops = [stop for stop in all_stops if stop[1] > self.started_at]
        for stand in _planned(self.rests, stops):
            from_at, to_at = max(stand.from_at, self.started_at), stand.to_at
            if to_at > from_at and not stand.is_stop:
                to_at = min(to_at, from_at + spare)
                spare -= to_at - from_at
            if to_at > from_at:
                yield _Stand(from_at, to_at, stand.is_stop)


def joined(stretches: Iterable[Stretch]) -> Iterator[Stretch]:
    """Yield what stretches in the order of their beginnings cover, in order and apart."""
    last: Stretch | None = None
    for from_at, to_at in stretches:
        if to_at <= from_at:
            continue
        if last is None or from_at > last[1]:
            if last:
                yield last
            last = from_at, to_at
        elif to_at > last[1]:
            last = last[0], to_at
    if last:
        yield last


class _Stand(NamedTuple):
    from_at: datetime
    to_at: datetime
    is_stop: bool


def _planned(rests: Iterable[Stretch], stops: list[Stretch]) -> list[_Stand]:
    """Return the stops, and what of the rests lies outside them, in order."""
    outside = (_Stand(*rest, is_stop=False) for rest in _cut(rests, stops))
    return sorted([*outside, *(_Stand(*stop, is_stop=True) for stop in stops)])


def _cut(rests: Iterable[Stretch], stops: list[Stretch]) -> Iterator[Stretch]:
    for from_at, to_at in rests:
        for stop_from, stop_to in stops:
            if stop_to <= from_at:
                continue
            if stop_from >= to_at:
                break
            if stop_from > from_at:
                yield from_at, stop_from
            from_at = stop_to
        if from_at < to_at:
            yield from_at, to_at


# --- In words -----------------------------------------------------------------------------------

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

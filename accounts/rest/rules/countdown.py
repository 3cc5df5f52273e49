"""A turn's clock that stands still while its player rests.

A turn takes its player's time to think only while the clock runs. The clock stands in the rests of
the player's calendar until the table's allowance is used up, the same for every seat; then it runs
through whatever the calendar says. Besides, it stands in ``stops``, which cost no allowance: the
player's holiday where the table has it, or a pause that all agreed on.
"""

import dataclasses
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from heapq import merge
from itertools import takewhile

from accounts.edge.instants import Stretch, join
from accounts.rest.rules.calendars import Calendar, History, coming_rests
from accounts.rest.rules.holiday import Ledger, NoHoliday, stretches, switch_on

NOTHING = timedelta(0)
RESCUE = timedelta(hours=2)


@dataclasses.dataclass(frozen=True, slots=True)
class Terms:
    """What a table grants each of its seats alike: an allowance of rest, holiday or none."""

    allowance: timedelta
    holiday: bool


@dataclasses.dataclass(frozen=True, slots=True)
class Countdown:
    """A turn: since when, how much time to think, and when the clock stands.

    ``allowance`` is the rest that may still be used up, ``stops`` come in any order. All
    instants are aware. Raises ValueError if a duration is negative.
    """

    started_at: datetime
    thinking: timedelta
    calendar: Calendar
    allowance: timedelta
    stops: tuple[Stretch, ...] = ()

    def __post_init__(self) -> None:
        if self.thinking < NOTHING or self.allowance < NOTHING:
            raise ValueError("a turn has no less than no time")


@dataclasses.dataclass(frozen=True, slots=True)
class Pause:
    """How long a clock stood: in rests, which use up the allowance, and in stops, which do not."""

    rest: timedelta
    stop: timedelta

    @property
    def total(self) -> timedelta:
        """Return how long the clock stood in all."""
        return self.rest + self.stop


def begin(
    *,
    started_at: datetime,
    thinking: timedelta,
    terms: Terms,
    history: History,
    ledger: Ledger,
    pauses: Sequence[Stretch] = (),
) -> Countdown:
    """Return the clock of a turn that began then, by the calendar that was in force then.

    ``pauses`` are those the whole table agreed on.
    """
    stops = (*pauses, *stretches(ledger)) if terms.holiday else tuple(pauses)
    return Countdown(started_at, thinking, history.at(started_at), terms.allowance, stops)


def deadline(turn: Countdown) -> datetime:
    """Return the instant (UTC) at which the time to think is used up.

    It is at most time to think, allowance and stops after the beginning. While there is allowance
    it lies inside no rest, and never inside a stop; it may be the instant at which one begins.
    """
    at, left = turn.started_at.astimezone(UTC), turn.thinking
    for stand in _stands(turn):
        awake = stand.from_at - at
        if NOTHING < awake >= left:
            break
        left -= awake
        at = stand.to_at
    return at + left


def pause(turn: Countdown, until: datetime) -> Pause:
    """Return how long the clock stood from the turn's beginning up to an instant."""
    rest = stop = NOTHING
    for stand in _stands(turn):
        if stand.from_at >= until:
            break
        stood = min(stand.to_at, until) - stand.from_at
        if stand.is_stop:
            stop += stood
        else:
            rest += stood
    return Pause(rest, stop)


def used(turn: Countdown, until: datetime) -> timedelta:
    """Return how much time to think went by from the turn's beginning up to an instant."""
    if until <= turn.started_at:
        return NOTHING
    return until - turn.started_at - pause(turn, until).total


def left(turn: Countdown, now: datetime) -> timedelta:
    """Return how much time to think is left at an instant; it never grows as time goes by."""
    return max(NOTHING, turn.thinking - used(turn, now))


def stands_until(turn: Countdown, now: datetime) -> datetime | None:
    """Return the instant at which the standing clock goes on, or None while it runs."""
    goes_on_at = None
    for stand in _stands(turn):
        if stand.from_at > (goes_on_at or now):
            break
        if stand.to_at > now:
            goes_on_at = stand.to_at
    return goes_on_at


def stands(turn: Countdown) -> list[Stretch]:
    """Return when the clock stands between a turn's beginning and its deadline, in order, apart."""
    due_at = deadline(turn)
    before = takewhile(lambda stand: stand.from_at < due_at, _stands(turn))
    return list(join(Stretch(stand.from_at, stand.to_at) for stand in before))


def rescue(turn: Countdown, ledger: Ledger, now: datetime) -> Ledger | None:
    """Return the ledger with a holiday that began by itself, or None if none is due or saved.

    It begins when two hours of the time to think are left, or the last quarter of a short turn, so
    that whoever comes back has time to play. Ask for no table that forbids holiday.
    """
    kept = min(RESCUE, turn.thinking / 4)
    due_at = deadline(dataclasses.replace(turn, thinking=turn.thinking - kept))
    if due_at > now:
        return None
    try:
        return switch_on(ledger, at=due_at)
    except NoHoliday:
        return None


@dataclasses.dataclass(frozen=True, slots=True)
class _Stand:
    from_at: datetime
    to_at: datetime
    is_stop: bool


def _stands(turn: Countdown) -> Iterator[_Stand]:
    """Yield when the clock stands after the turn began, in order; the allowance ends the rests."""
    started_at, spare = turn.started_at.astimezone(UTC), turn.allowance
    stops = [stop for stop in join(sorted(turn.stops)) if stop.to_at > started_at]
    stops_over_at = stops[-1].to_at if stops else started_at
    for stand in _planned(coming_rests(turn.calendar, started_at), stops):
        from_at, to_at = max(stand.from_at, started_at), stand.to_at
        if to_at <= from_at:
            continue  # what a stop has left of a rest was over before
        if not stand.is_stop:
            if not spare and from_at >= stops_over_at:
                return
            to_at = min(to_at, from_at + spare)
            spare -= to_at - from_at
        if to_at > from_at:
            yield _Stand(from_at, to_at, stand.is_stop)


def _planned(rests: Iterator[Stretch], stops: list[Stretch]) -> Iterator[_Stand]:
    """Yield stops, and what of the rests lies outside them, in order."""
    outside = (_Stand(rest.from_at, rest.to_at, False) for rest in _cut(rests, stops))
    if not stops:
        return outside
    inside = (_Stand(stop.from_at, stop.to_at, True) for stop in stops)
    return merge(outside, inside, key=lambda stand: stand.from_at)


def _cut(rests: Iterator[Stretch], stops: list[Stretch]) -> Iterator[Stretch]:
    for rest in rests:
        from_at = rest.from_at
        for stop in stops:
            if stop.to_at <= from_at:
                continue
            if stop.from_at >= rest.to_at:
                break
            if stop.from_at > from_at:
                yield Stretch(from_at, stop.from_at)
            from_at = stop.to_at
        if from_at < rest.to_at:
            yield Stretch(from_at, rest.to_at)

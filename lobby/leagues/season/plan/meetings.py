"""How a meeting begins and ends, whatever the format."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from lobby.leagues.season import dates
from lobby.leagues.season.pairing import lots
from lobby.leagues.season.rules import Format
from lobby.leagues.season.values import (
    Effect,
    Ended,
    Extended,
    Fixture,
    FixtureStatus,
    How,
    Opened,
    Outcome,
    Paired,
    Purpose,
    Season,
    Standing,
    Told,
)

ALONE = {How.BYE: Outcome((1,), How.BYE), How.EXCUSED: Outcome((1,), How.EXCUSED)}
BY_THE_WATCH = (How.PLAYED, How.REFEREE)  # a draw of these asks for a replay, others for a lot


def later(season: Season, at: datetime, days: int) -> datetime:
    """Return the instant so many days later, at the hour at which things begin."""
    return dates.later(at, days, hour=season.rules.start_hour, zone=season.zone)


def open_or_forfeit(
    season: Season, fixture: Fixture, *, when: datetime, due_at: datetime
) -> list[Effect]:
    """Return what happens to a planned match now that its time has come.

    Where a place is being left it waits; where one has withdrawn the others win; where somebody
    is away with leave it has more time.
    """
    those = [season.entrant(each) for each in fixture.seats]
    if any(each.standing == Standing.WITHDRAWN for each in those):
        return [Ended(fixture.key, forfeited(season, fixture))]
    if any(each.standing == Standing.LEAVING for each in those):
        return []
    effects: list[Effect] = [Opened(fixture.key, when, due_at)]
    if any(fixture.round in each.away for each in those):
        more = later(season, due_at, season.rules.extension_days)
        effects.append(Extended(fixture.key, more))
    return effects


def forfeited(season: Season, fixture: Fixture, leaver: int | None = None) -> Outcome:
    """Return the outcome without those who have withdrawn, or do so now."""
    gone = [
        each == leaver or season.entrant(each).standing == Standing.WITHDRAWN
        for each in fixture.seats
    ]
    return Outcome(tuple(0 if away else 1 for away in gone), How.FORFEIT)


def ending(season: Season, fixture: Fixture, outcome: Outcome, now: datetime) -> list[Effect]:
    """Return what follows when a meeting ends so: in a knockout a draw is played again, once.

    A draw that the clock has brought about, and that of a replay, are decided by lot.
    """
    effects: list[Effect] = [Ended(fixture.key, outcome)]
    if season.rules.format != Format.KNOCKOUT or fixture.purpose == Purpose.PLAY_OFF:
        return effects
    if outcome.places.count(1) < 2:
        return effects
    if fixture.purpose == Purpose.REPLAY or outcome.how not in BY_THE_WATCH:
        return [*effects, *_drawn_by_lot(season, fixture)]
    return [*effects, *_replay(season, fixture, now)]


def _replay(season: Season, fixture: Fixture, now: datetime) -> list[Effect]:
    again = _another(season, fixture, fixture.seats[::-1])
    ends_at = later(season, now, season.rules.extension_days)
    due_at = max(ends_at, season.round_ends_at or ends_at)
    return [
        Paired(again),
        *open_or_forfeit(season, again, when=now, due_at=due_at),
        Told("replay", again.seats, str(fixture.round)),
    ]


def _drawn_by_lot(season: Season, fixture: Fixture) -> list[Effect]:
    label = "through {} {} {}".format(*fixture.key)
    again = _another(season, fixture, fixture.seats)
    first = lots.order(season.seed, label, fixture.seats)[0]
    places = tuple(1 if each == first else 2 for each in again.seats)
    return [
        Paired(again),
        Ended(again.key, Outcome(places, How.LOT)),
        Told("lot", fixture.seats, str(fixture.round)),
    ]


def _another(season: Season, fixture: Fixture, seats: tuple[int, ...]) -> Fixture:
    key = (fixture.level, fixture.round, next_number(season, fixture.level, fixture.round))
    return Fixture(key, seats, purpose=Purpose.REPLAY)


def next_number(season: Season, level: int, round: int) -> int:
    """Return the number of the next meeting of a round of a division."""
    taken = [each.key[2] for each in season.fixtures if each.key[:2] == (level, round)]
    return max(taken, default=0) + 1


def places_by_score(scores: Sequence[int]) -> tuple[int, ...]:
    """Return a place for each score: the most is best, equal ones share."""
    return tuple(1 + sum(other > each for other in scores) for each in scores)


def running(season: Season) -> Iterable[Fixture]:
    """Return the fixtures whose matches are running."""
    return (each for each in season.fixtures if each.status == FixtureStatus.RUNNING)


def alone(fixture: Fixture, how: How) -> list[Effect]:
    """Return what happens to a seat without an opponent: a bye, or an excused absence."""
    return [Paired(fixture), Ended(fixture.key, ALONE[how])]

"""What organisers and referees decide in a season: effects as in ``events``, for the ledger."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from games.core.errors import Refusal
from lobby.leagues.season.actions.players import DURING, OPEN, entrant_of, fixture_of, told_of
from lobby.leagues.season.plan.meetings import ending, later
from lobby.leagues.season.rules import Format
from lobby.leagues.season.values import (
    Effect,
    Extended,
    Fixture,
    FixtureStatus,
    How,
    Key,
    Outcome,
    Phase,
    Placed,
    Purpose,
    Season,
    Told,
    Voided,
)

MOST_DAYS = 30


def settle(season: Season, key: Key, places: Sequence[int], now: datetime) -> list[Effect]:
    """Return what a referee's result does, of a match that runs or is over.

    ``places``: 1 is best, equal ones are shared, 0 gets no points.
    """
    fixture = _meeting(season, key)
    if fixture.status not in (FixtureStatus.RUNNING, FixtureStatus.OVER):
        raise Refusal("This match hasn't begun, or no longer counts.")
    if len(places) != len(fixture.seats) or not _is_ranking(places):
        raise Refusal("Give each player a place. 1 is best; 0 means no points.")
    scores = fixture.outcome.scores if fixture.outcome else None
    outcome = Outcome(tuple(places), How.REFEREE, scores)
    return [*ending(season, fixture, outcome, now), told_of(fixture, "settled")]


def _is_ranking(places: Sequence[int]) -> bool:
    """Tell whether places are such as follow from results: 1, 1, 3 but not 1, 1, 2."""
    there = [each for each in places if each]
    return all(each == 1 + sum(other < each for other in there) for each in there)


def annul(season: Season, key: Key) -> list[Effect]:
    """Return that a match counts for nobody; a knockout needs a winner."""
    fixture = _meeting(season, key)
    if season.rules.format == Format.KNOCKOUT and fixture.purpose != Purpose.PLAY_OFF:
        raise Refusal("In a knockout someone has to go through. Give a result instead.")
    if fixture.status == FixtureStatus.VOID:
        raise Refusal("This match no longer counts.")
    return [Voided(key), told_of(fixture, "annulled")]


def give_time(season: Season, keys: Iterable[Key], days: int) -> list[Effect]:
    """Return that matches have so many days more."""
    if not 1 <= days <= MOST_DAYS:
        raise Refusal("Choose between 1 and {most} extra days.", most=MOST_DAYS)
    effects: list[Effect] = []
    for key in keys:
        fixture = _meeting(season, key)
        if fixture.status != FixtureStatus.RUNNING or fixture.due_at is None:
            raise Refusal("Only a match in progress can be given more time.")
        effects.append(Extended(key, later(season, fixture.due_at, days)))
        effects.append(told_of(fixture, "extended"))
    return effects


def move(season: Season, entrant: int, level: int) -> list[Effect]:
    """Return that somebody plays in another division; both are seeded anew, by rating."""
    one = entrant_of(season, entrant)
    if season.phase != Phase.DRAWN_UP or one.level is None:
        raise Refusal(
            "You can only move players after the divisions have been drawn up"
            " and before the season starts."
        )
    if level == one.level or not 1 <= level <= max(season.levels) + 1:
        raise Refusal("Choose another division.")
    left = [each for each in season.division(one.level) if each.id != entrant]
    joined = [*season.division(level), one]
    if len(left) < 2 or len(joined) > season.rules.division_most:
        raise Refusal("That would leave one division too small or the other too big.")
    if len(joined) < 2:
        raise Refusal("This player would be alone in the division, with nobody to play.")
    effects: list[Effect] = []
    for at, those in ((one.level, left), (level, joined)):
        ranked = sorted(those, key=lambda each: (-each.rating, each.seed))
        for seed, each in enumerate(ranked, start=1):
            if (each.level, each.seed) != (at, seed):
                effects.append(Placed(each.id, at, seed))
    return [*effects, Told("moved", (entrant,), str(level))]


def check_undo(season: Season, key: str) -> None:
    """Raise Refusal if a step that was carried out cannot be taken back as things stand.

    ``key`` is of the last step not undone; its undo window is the caller's to know.
    """
    kind, _, about = key.partition(":")
    if kind == "round":
        begun = [each for each in season.fixtures if each.round >= int(about)]
        played = [each for each in begun if each.outcome and each.outcome.how == How.PLAYED]
        if played:
            raise Refusal("A match in this round has been played, so you can't undo the round.")
    if kind in ("remind", "registration"):
        raise Refusal("People have already been told, so you can't undo this step.")
    if season.phase == Phase.CANCELLED and kind != "cancel":
        raise Refusal("This season was called off.")


def _meeting(season: Season, key: Key) -> Fixture:
    """Return a meeting on which a ruling can still be given."""
    if season.phase not in DURING:
        raise Refusal("This season is over, so its places are final.")
    fixture = fixture_of(season, key)
    if len(fixture.seats) < 2:
        raise Refusal("There's no match here to decide.")
    same = frozenset(fixture.seats)
    knockout = season.rules.format == Format.KNOCKOUT
    for each in season.fixtures if knockout and fixture.status not in OPEN else ():
        again = frozenset(each.seats) == same and each.key > key
        if each.round > fixture.round or again:
            raise Refusal("The next round or a replay already depends on this result.")
    return fixture

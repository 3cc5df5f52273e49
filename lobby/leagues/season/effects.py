"""What effects do to a season as a value."""

import dataclasses
from collections.abc import Iterable

from lobby.leagues.season import values as s
from lobby.leagues.season.values import Effect, Entrant, Fixture, Season

OfEntrant = s.EntrantChanged | s.CheckedIn | s.Excused | s.Placed | s.FinalPlace
OfFixture = s.Opened | s.Extended | s.Ended | s.Voided


def apply(season: Season, effects: Iterable[Effect]) -> Season:
    """Return the season after all effects, in their order; those who are told change nothing."""
    entrants = {each.id: each for each in season.entrants}
    fixtures = {each.key: each for each in season.fixtures}
    for effect in effects:
        if isinstance(effect, OfEntrant):
            entrants[effect.entrant] = _entrant(entrants[effect.entrant], effect)
        elif isinstance(effect, OfFixture):
            fixtures[effect.key] = _fixture(fixtures[effect.key], effect)
        elif isinstance(effect, s.Paired):
            fixtures[effect.fixture.key] = effect.fixture
        else:
            season = _whole(season, effect)
    in_order = sorted(fixtures.values(), key=lambda each: each.key)
    return dataclasses.replace(season, entrants=tuple(entrants.values()), fixtures=tuple(in_order))


def _whole(
    season: Season, effect: s.PhaseChanged | s.Postponed | s.RoundPaired | s.NextSeason | s.Told
) -> Season:
    match effect:
        case s.PhaseChanged(phase, at):
            return dataclasses.replace(season, phase=phase, ended_at=at or season.ended_at)
        case s.Postponed(check_in_at, starts_at):
            return dataclasses.replace(season, check_in_at=check_in_at, starts_at=starts_at)
        case s.RoundPaired(rounds, ends_at):
            return dataclasses.replace(season, rounds=rounds, round_ends_at=ends_at)
        case s.NextSeason() | s.Told():
            return season


def _entrant(entrant: Entrant, effect: OfEntrant) -> Entrant:
    match effect:
        case s.EntrantChanged(_, standing, left_at):
            return dataclasses.replace(entrant, standing=standing, left_at=left_at)
        case s.CheckedIn():
            return dataclasses.replace(entrant, checked_in=True)
        case s.Excused(_, round):
            return dataclasses.replace(entrant, away=entrant.away | {round})
        case s.Placed(_, level, seed):
            return dataclasses.replace(entrant, level=level, seed=seed)
        case s.FinalPlace(_, place, next_level):
            return dataclasses.replace(entrant, place=place, next_level=next_level)


def _fixture(fixture: Fixture, effect: OfFixture) -> Fixture:
    match effect:
        case s.Opened(_, opened_at, due_at):
            return dataclasses.replace(
                fixture, status=s.FixtureStatus.RUNNING, opened_at=opened_at, due_at=due_at
            )
        case s.Extended(_, due_at):
            return dataclasses.replace(fixture, due_at=due_at, extended=True)
        case s.Ended(_, outcome):
            return dataclasses.replace(fixture, status=s.FixtureStatus.OVER, outcome=outcome)
        case s.Voided():
            return dataclasses.replace(fixture, status=s.FixtureStatus.VOID, outcome=None)

"""Results of matches that are over, taken into their season."""

from datetime import datetime

from django.db.models import Q, QuerySet

from games.matches import reading
from lobby.leagues.models import Fixture, Season
from lobby.leagues.season import plan
from lobby.leagues.season import values as s
from lobby.leagues.season.actions import players as events
from lobby.leagues.season.values import FixtureStatus, How, Key, Outcome


def waiting() -> QuerySet[Fixture]:
    """Return the fixtures that run and whose match is over."""
    over = Q(lobby__match__status="finished") | Q(lobby__duel__finished_at__isnull=False)
    return Fixture.objects.filter(over, status=FixtureStatus.RUNNING)


def season_of_match(match_id: int) -> int | None:
    """Return the id of the season in which a match is played, None for one of no league."""
    of_match = Q(lobby__match_id=match_id) | Q(lobby__duel__matches=match_id)
    return Fixture.objects.filter(of_match).values_list("season_id", flat=True).first()


def effects(row: Season, season: s.Season, now: datetime) -> list[s.Effect]:
    """Return what the results that a held season waits for change in its value."""
    found: list[s.Effect] = []
    for key, outcome in sorted(_outcomes(row).items()):
        more = events.result(season, key, outcome, now)
        found += more
        season = plan.apply(season, more)
    return found


def _outcomes(row: Season) -> dict[Key, Outcome]:
    """Return what has come out, by the keys of the fixtures."""
    facts = list(
        waiting()
        .filter(season=row)
        .order_by()
        .values_list("division__level", "round", "number", "lobby__match_id", "lobby__duel_id")
    )
    if not facts:
        return {}
    matches = reading.results_of_matches([match for *_, match, _ in facts if match])
    duels = reading.results_of_duels([duel for *_, duel in facts if duel])
    found = {}
    for level, in_round, number, match, duel in facts:
        result = matches[match] if match else duels[duel]
        found[level, in_round, number] = Outcome(result.places, How.PLAYED, result.scores)
    return found

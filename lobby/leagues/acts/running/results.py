"""Results of matches that are over, taken into their season."""

from datetime import datetime

from django.db import transaction
from django.db.models import Q, QuerySet

from games.matches import reading
from lobby.leagues.acts.rows import changing
from lobby.leagues.models import Fixture, Season
from lobby.leagues.reading import values as rows
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


def take(season_id: int, now: datetime) -> int:
    """Take all results that a season waits for; return how many."""
    if not waiting().filter(season_id=season_id).exists():
        return 0
    with transaction.atomic():
        row = rows.hold(season_id)
        outcomes = _outcomes(row)
        old = season = rows.value_of(row)
        effects: list[s.Effect] = []
        for key, outcome in sorted(outcomes.items()):
            more = events.result(season, key, outcome, now)
            effects += more
            season = plan.apply(season, more)
        changing.carry_out(row, old, effects, now)
        row.next_at = now
        row.save(update_fields=["next_at"])
    return len(outcomes)


def _outcomes(row: Season) -> dict[Key, Outcome]:
    """Return what has come out, by the keys of the fixtures."""
    facts = list(
        waiting()
        .filter(season=row)
        .order_by()
        .values_list("division__level", "round", "number", "lobby__match_id", "lobby__duel_id")
    )
    matches = reading.results_of_matches([match for *_, match, _ in facts if match])
    duels = reading.results_of_duels([duel for *_, duel in facts if duel])
    found = {}
    for level, in_round, number, match, duel in facts:
        result = matches[match] if match else duels[duel]
        found[level, in_round, number] = Outcome(result.places, How.PLAYED, result.scores)
    return found

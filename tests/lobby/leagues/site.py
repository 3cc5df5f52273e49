"""Leagues on the site for tests, made and played through the same doors people use."""

from datetime import date, datetime, timedelta
from typing import Any

from accounts.users.models import User
from games.core.clock import Form, Pace, TimeControl
from games.core.table.agreement import Agreement
from games.matches import play
from lobby.leagues.acts import founding
from lobby.leagues.acts import players as services
from lobby.leagues.acts.running import runner
from lobby.leagues.models import Entrant, Fixture, League, Season
from lobby.leagues.season.rules import Rules
from tests.factories import make_user

NOW = datetime.fromisoformat("2026-03-02T12:00:00+00:00")
FIRST_DAY = date(2026, 3, 16)
DAY = timedelta(days=1)
SLOW = TimeControl(Pace.CORRESPONDENCE, 86400, 86400, Form.PER_TURN)
RANDOM = Agreement()


def found(
    organiser: User | None = None,
    *,
    game: str = "tilekingdom",
    control: TimeControl = SLOW,
    name: str = "The Tuesday League",
    agreement: Agreement = RANDOM,
    **rules: Any,
) -> League:
    return founding.found(
        user=organiser or make_user(),
        name=name,
        game=game,
        options={},
        control=control,
        agreement=agreement,
        league_rules=Rules(**rules),
        zone="Europe/London",
        first_day=FIRST_DAY,
        now=NOW,
    )


def season_of(league: League) -> Season:
    return league.seasons.order_by("-number").first()


def join(season: Season, *people: User, now: datetime) -> list[Entrant]:
    return [
        services.register(season_id=season.pk, user=user, agreed=True, now=now) for user in people
    ]


def run(season: Season, now: datetime) -> Season:
    runner.run(season_id=season.pk, now=now)
    season.refresh_from_db()
    return season


def begin(season: Season, people: int | list[User]) -> tuple[Season, list[User]]:
    """Bring a season to its first round with so many people; return them, too."""
    users = [make_user() for _ in range(people)] if isinstance(people, int) else people
    run(season, season.registration_at)
    join(season, *users, now=season.registration_at)
    run(season, season.check_in_at)
    if season.phase == "check_in":
        for user in users:
            services.check_in(season_id=season.pk, user=user, now=season.check_in_at)
    run(season, season.starts_at)
    return season, users


def players_of(season: Season) -> list[User]:
    """Return who plays in a season, in the order in which they joined."""
    return [each.user for each in season.entrants.select_related("user").order_by("pk")]


def organiser_of(season: Season) -> User:
    return season.league.roles.get(role="organiser").user


def running(season: Season) -> list[Fixture]:
    fixtures = season.fixtures.filter(status="running").select_related("lobby__match", "division")
    return list(fixtures)


def end_match(fixture: Fixture, *, loser: int, now: datetime) -> None:
    """End a match by its loser's resignation."""
    assert fixture.lobby is not None
    play.resign(match_id=fixture.lobby.match_id, player=loser, now=now)


def play_round(season: Season, now: datetime) -> Season:
    """End every running match; the first and the second seat win alternately."""
    for _ in range(3):  # a draw is played again, in a knockout
        fixtures = running(season)
        for number, fixture in enumerate(fixtures):
            seats = fixture.seats.count()
            for gone in range(1, seats):
                end_match(fixture, loser=(gone + number) % seats, now=now)
        run(season, now)
    return season


def play_season(season: Season) -> Season:
    """Play round after round a day before it ends, until the season is over."""
    for _ in range(20):
        if season.phase != "playing":
            break
        assert season.round_ends_at is not None
        play_round(season, season.round_ends_at - DAY)
        run(season, season.round_ends_at)
    assert season.phase == "finished"
    return season

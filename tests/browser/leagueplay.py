"""What happens to a league behind the pages of a browser test: days go by, matches are played.

Each function runs in the site's own shell: ``manage.py shell -c "from tests.browser import
leagueplay; leagueplay.wind('a-league', 1, phase='playing')"``.
"""

import sys
from datetime import timedelta
from typing import Any
from uuid import uuid4

from django.db import transaction
from django.utils import timezone

from accounts.users.models import User
from games.matches import play as writer
from games.matches import reading
from lobby.leagues.acts import players as services
from lobby.leagues.acts.running import runner
from lobby.leagues.models import Fixture, Season
from lobby.leagues.reading import values as rows
from tests.browser import inside

PLIES = 3  # turns of a match before somebody gives up
MOST_WINDS = 60
OF_SEASON = ("registration_at", "check_in_at", "starts_at", "round_ends_at", "ended_at")


def enter(*names: str) -> None:
    """Make people, and print for each the key of a session in which they are signed in."""
    for name in names:
        user = User.objects.create_user(name, f"{name}@example.org")
        sys.stdout.write(f"{name} {inside.session_of(user)}\n")


def register(slug: str, number: int, code: str, *names: str) -> None:
    """Have people join a season by its code."""
    season, now = _season(slug, number), timezone.now()
    for user in User.objects.filter(username__in=names):
        services.register(season_id=season.pk, user=user, agreed=True, now=now, code=code)


def check_in(slug: str, number: int, *names: str) -> None:
    """Have people say that they are there."""
    season, now = _season(slug, number), timezone.now()
    for user in User.objects.filter(username__in=names):
        services.check_in(season_id=season.pk, user=user, now=now)


def _season(slug: str, number: int) -> Season:
    return Season.objects.get(league__slug=slug, number=number)


def wind(slug: str, number: int, *, phase: str, rounds: int = 0) -> None:
    """Let the days of a season go by until it has come so far."""
    for _ in range(MOST_WINDS):
        seasons = Season.objects.filter(league__slug=slug, number__lte=number)
        season = seasons.order_by("-number")[0]  # the one before, as long as there is no other
        if season.number == number and season.phase == phase and season.rounds >= rounds:
            return
        runner.run(season_id=season.pk, now=timezone.now())
        season.refresh_from_db()
        there = season.number == number and season.phase == phase and season.rounds >= rounds
        if season.next_at is not None and not there:
            with transaction.atomic():
                season = rows.hold(season.pk)  # the site may be about to take a step, too
                if season.next_at is not None:
                    _let_pass(season, season.next_at - timezone.now())
            runner.run(season_id=season.pk, now=timezone.now())
    raise AssertionError(f"season {number} of {slug} did not come to {phase}, round {rounds}")


def _let_pass(season: Season, time: timedelta) -> None:
    """Move all that is dated in a season, as if so much time had gone by."""
    if time <= timedelta(0):
        return
    for name in OF_SEASON:
        if getattr(season, name) is not None:
            setattr(season, name, getattr(season, name) - time)
    season.next_at = timezone.now()
    season.save()
    _earlier(season.fixtures, time, "opened_at", "due_at")
    _earlier(season.entrants, time, "left_at")
    _earlier(season.substitutes, time, "asked_at")


def _earlier(rows: Any, time: timedelta, *names: str) -> None:
    for row in rows.all():
        for name in names:
            if getattr(row, name) is not None:
                setattr(row, name, getattr(row, name) - time)
        row.save(update_fields=names)


def run(slug: str, number: int) -> None:
    """Have a season looked after."""
    runner.run(season_id=_season(slug, number).pk, now=timezone.now())


def play_all(slug: str, number: int) -> None:
    """Play the matches that run: a few turns each, then whose name is later gives up."""
    running = Fixture.objects.filter(
        season__league__slug=slug, season__number=number, status="running", lobby__isnull=False
    )
    for fixture in running.select_related("lobby"):
        assert fixture.lobby is not None
        _play(fixture.lobby.match_id)
    run(slug, number)


def _play(match_id: Any) -> None:
    for _ in range(PLIES):
        loaded = reading.load(match_id=match_id)
        player = loaded.match.to_move
        if player is None:
            return
        action = next(iter(loaded.rules.legal_actions(loaded.state)))
        writer.submit(
            match_id=match_id,
            player=player,
            action=loaded.rules.encode_action(action),
            expected_ply=loaded.match.ply,
            cmd_id=uuid4(),
            now=timezone.now(),
        )
    seats = reading.seats(match_id=match_id)
    loser = max(seats, key=lambda seat: seat.name)
    writer.resign(match_id=match_id, player=loser.player, now=timezone.now())

"""Seasons on the site: they run by themselves, and a crash leaves the rest to the next run."""

import pytest

from games.models import Match
from tests.leagues.site import DAY, begin, found, play_round, run, running, season_of

pytestmark = pytest.mark.django_db


def test_a_round_robin_plays_itself_to_the_end_and_the_next_season_follows() -> None:
    league = found(least=4, round_days=7)
    season, _users = begin(season_of(league), 4)
    assert season.phase == "playing"
    assert len(running(season)) == 2
    assert Match.objects.count() == 2
    now = season.starts_at
    for _ in range(3):
        now = season.round_ends_at
        play_round(season, now - DAY)
        run(season, now)
    assert season.phase == "finished"
    assert season.fixtures.filter(status="over").count() == 6
    assert min(season.entrants.values_list("place", flat=True)) == 1
    run(season, season.ended_at + DAY)
    assert season_of(league).number == 2

"""Rounds: when they begin, and with whom."""

from datetime import timedelta

import pytest

from lobby.leagues.season import dates, plan
from lobby.leagues.season.rules import Format, Schedule
from lobby.leagues.season.values import Excused, FixtureStatus, How, Told
from tests.lobby.leagues.season.steps import (
    DAY,
    START,
    World,
    end,
    go,
    keys_of,
    planned,
    playing,
    running,
)


def test_a_round_robin_is_known_as_a_whole_from_the_start():
    season = playing(6)
    assert [each.round for each in season.fixtures] == [n for n in range(1, 6) for _ in range(3)]
    assert {each.round for each in running(season)} == {1}


def test_the_next_round_begins_when_the_last_one_ends_even_if_matches_still_run():
    season, steps = go(playing(6), START + 14 * DAY)
    assert keys_of(steps)[-2:] == ["round:2", "time:20261022T160000"]
    assert season.rounds == 2
    assert {each.round for each in running(season)} == {1, 2}
    assert all(each.extended for each in running(season) if each.round == 1)


def test_swiss_waits_for_all_results():
    season, _ = go(playing(6, format=Format.SWISS), START + 14 * DAY)
    assert (season.rounds, len(running(season))) == (1, 3)
    season = end(season, *[each.key for each in running(season)])
    season, steps = go(season, START + 15 * DAY)
    assert keys_of(steps) == ["round:2"]
    assert season.rounds == 2


def test_a_round_that_begins_late_lasts_as_long():
    season, _ = go(planned(), START - timedelta(hours=3))
    late = START + 3 * DAY + timedelta(hours=2)
    step = plan.next_step(season, late, World())
    season = plan.apply(season, step.effects)
    assert season.round_ends_at == dates.later(late, 14, hour=18, zone="Europe/Berlin")
    assert {each.opened_at for each in running(season)} == {late}


def test_all_at_once_is_one_round():
    season = playing(6, schedule=Schedule.AT_ONCE, season_days=20)
    assert (season.rounds, len(running(season))) == (5, 15)
    assert {each.due_at for each in running(season)} == {season.round_ends_at}
    assert season.round_ends_at == dates.later(START, 20, hour=18, zone="Europe/Berlin")


@pytest.mark.parametrize("format", [Format.SWISS, Format.TABLES])
def test_whoever_is_away_sits_a_round_out(format):
    season, _ = go(planned(7, format=format, table_size=3), START - timedelta(hours=3))
    season = plan.apply(season, [Excused(4, 1)])
    season, _ = go(season, START)
    alone = next(each for each in season.fixtures if each.seats == (4,))
    assert (alone.status, alone.outcome.how) == (FixtureStatus.OVER, How.EXCUSED)


@pytest.mark.parametrize("format", [Format.ROUND_ROBIN, Format.KNOCKOUT])
def test_whoever_is_away_has_more_time(format):
    season, _ = go(planned(4, format=format), START - timedelta(hours=3))
    season = plan.apply(season, [Excused(4, 1)])
    season, _ = go(season, START)
    of_4 = next(each for each in running(season) if 4 in each.seats)
    other = next(each for each in running(season) if 4 not in each.seats)
    assert (other.due_at, other.extended) == (season.round_ends_at, False)
    more = dates.later(season.round_ends_at, 3, hour=18, zone="Europe/Berlin")
    assert (of_4.due_at, of_4.extended) == (more, True)


def test_the_odd_one_out_is_told():
    season, _ = go(planned(5), START - timedelta(hours=3))
    step = plan.next_step(season, START, World())
    told = [each for each in step.effects if isinstance(each, Told)]
    assert [(each.notice, len(each.entrants)) for each in told] == [("round", 4), ("bye", 1)]

"""Rehearsals: a season played through on a copy, shown as a timetable."""

from collections import Counter

import pytest

from lobby.leagues.season.rehearsal import rehearse
from lobby.leagues.season.rules import Format, Schedule
from lobby.leagues.season.values import FinalPlace, NextSeason, Opened, Standing
from tests.lobby.leagues.season.steps import START, go, planned, playing


def opened(lines):
    return sum(isinstance(each, Opened) for line in lines for each in line.effects)


def test_a_timetable_of_a_whole_season():
    lines = rehearse(planned(6, round_days=7), newcomers=0, late=0)
    assert [str(line.text) for line in lines if "remind" not in str(line.text)] == [
        "Registration opens",
        "Check-in opens: 6 notifications",
        "The divisions are drawn up: 1 division, 6 players, 6 notifications",
        *(f"Round {number} begins: 3 matches, 6 notifications" for number in range(1, 6)),
        "The season ends: 6 notifications",
        "The next season is planned",
    ]
    assert [line.at for line in lines] == sorted(line.at for line in lines)
    assert opened(lines) == 15


@pytest.mark.parametrize("format", list(Format))
@pytest.mark.parametrize("late", [0, 100])
def test_it_ends_in_every_format_with_people_late_and_gone(format, late):
    lines = rehearse(planned(0, format=format), newcomers=11, leavers=3, late=late)
    texts = Counter(str(line.text) for line in lines)
    assert texts["A player leaves the season"] == 3 or format == Format.KNOCKOUT
    places = [each for line in lines for each in line.effects if isinstance(each, FinalPlace)]
    assert len(places) == 11
    assert isinstance(lines[-1].effects[0], NextSeason)


def test_it_is_the_same_each_time_and_changes_nothing():
    season = planned(8)
    assert rehearse(season, leavers=2) == rehearse(season, leavers=2)
    assert season == planned(8)


def test_newcomers_fill_a_division_if_nobody_says_how_many():
    lines = rehearse(planned(3, division_ideal=8))
    assert "The divisions are drawn up: 1 division, 8 players, 8 notifications" in {
        str(line.text) for line in lines
    }


def test_every_second_place_is_taken_over():
    lines = rehearse(planned(8), leavers=2)
    texts = Counter(str(line.text).partition(":")[0] for line in lines)
    assert texts["A player leaves the season"] == 2
    assert texts["A substitute takes over the place"] == 1
    assert texts["There's no substitute, so the place is given up"] == 1


def test_a_season_under_way_is_rehearsed_from_where_it_stands():
    season, _ = go(playing(6, round_days=7), START)
    lines = rehearse(season, now=START, late=0)
    assert lines[0].at >= START
    assert opened(lines) == 12
    assert {each.standing for each in season.entrants} == {Standing.PLAYING}


def test_all_at_once_is_one_start():
    lines = rehearse(planned(6, schedule=Schedule.AT_ONCE), newcomers=0, late=0)
    assert "All matches begin: 15 matches, 6 notifications" in {str(line.text) for line in lines}

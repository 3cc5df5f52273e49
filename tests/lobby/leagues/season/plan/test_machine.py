"""What is planned ahead."""

import dataclasses
from datetime import timedelta

from lobby.leagues.season import dates, plan
from lobby.leagues.season.values import Phase
from tests.lobby.leagues.season.steps import DAY, START, go, planned, playing


def test_the_calendar_of_a_season_to_come():
    ahead = plan.upcoming(planned(4, round_days=7))
    assert [(each.key, str(each.text)) for each in ahead] == [
        ("registration", "Registration opens"),
        ("check_in:20261008", "Check-in opens"),
        ("draw_up", "The divisions are drawn up"),
        ("round:1", "Round 1 begins"),
        ("round:2", "Round 2 begins"),
        ("round:3", "Round 3 begins"),
        ("finish", "The season ends"),
        ("next_season", "The next season is planned"),
    ]
    assert ahead[4].at == dates.later(START, 7, hour=18, zone="Europe/Berlin")


def test_what_is_next_says_exactly_what_it_will_do():
    season, _ = go(planned(6), START - timedelta(hours=3))
    first = plan.upcoming(season)[0]
    assert (first.key, str(first.text)) == ("round:1", "Round 1 begins: 3 matches, 6 notifications")


def test_the_calendar_of_a_running_season_counts_what_runs():
    ahead = {each.key: str(each.text) for each in plan.upcoming(playing(6))}
    assert ahead["time:20261022T160000"] == (
        "Time is up for matches still in progress: 3 matches in progress"
    )
    assert ahead["round:2"] == "Round 2 begins: 3 matches, 6 notifications"


def test_what_waits_for_all_results_comes_after_what_brings_them():
    season = playing(4, format="swiss", rounds=2, repeats=False)
    time = "time:20261022T160000"
    assert [each.key for each in plan.upcoming(season)][-3:] == [time, "round:2", "finish"]
    season = dataclasses.replace(season, rules=dataclasses.replace(season.rules, rounds=1))
    assert [each.key for each in plan.upcoming(season)][-2:] == [time, "finish"]


def test_the_calendar_after_a_start_put_off():
    season, _ = go(planned(3, least=4), START - 2 * DAY)
    ahead = {each.kind: each for each in plan.upcoming(season)}
    assert str(ahead["postpone"].text) == (
        "There are too few players, so the season will start a week later: 3 notifications"
    )
    assert ahead["draw_up"].at == START + 7 * DAY - timedelta(hours=3)


def test_check_in_opens_in_time_even_if_the_rules_ask_for_it_only_now():
    season = planned(check_in_days=0)
    asking = dataclasses.replace(season.rules, check_in_days=2)
    season, steps = go(dataclasses.replace(season, rules=asking), START)
    assert [(each.step.kind, each.at) for each in steps[1:2]] == [("check_in", START - 2 * DAY)]
    assert season.phase == Phase.PLAYING

"""Reminders, time that is over, places given up, and the end of a season."""

import dataclasses
from datetime import timedelta

import pytest

from lobby.leagues.season import dates, plan
from lobby.leagues.season.plan.closing import finish
from lobby.leagues.season.rules import Format, Movement, Schedule, Unfinished, Withdrawal
from lobby.leagues.season.values import (
    Ended,
    EntrantChanged,
    Extended,
    FinalPlace,
    FixtureStatus,
    How,
    NextSeason,
    Opened,
    Outcome,
    Paired,
    Phase,
    Purpose,
    Standing,
    Told,
    Voided,
)
from tests.lobby.leagues.season.steps import (
    DAY,
    START,
    World,
    end,
    finished,
    go,
    leaving,
    planned,
    playing,
    running,
    time_over,
)

# --- Reminders, and time that is over -------------------------------------------------------------


def test_reminders_half_way_and_a_day_before_the_end_name_who_has_not_begun():
    _, steps = go(playing(4), START + 13 * DAY, World(idle=(2, 3)))
    assert [(each.key, each.at) for each in steps] == [
        ("remind:1.half", START + 7 * DAY),
        ("remind:1.last", START + 13 * DAY),
    ]
    assert (
        str(steps[0].text)
        == "We remind everyone who hasn't taken their first turn: 2 notifications"
    )


def test_matches_have_more_time_once_and_then_the_score_decides():
    season = playing(2, least=2)
    key = (1, 1, 1)
    first = time_over(season, World())
    assert [type(each) for each in first] == [Extended, Told]
    season = plan.apply(season, first)
    second = time_over(season, World(scores={key: (30, 41)}))
    assert second[0] == Ended(key, Outcome((2, 1), How.SCORE, (30, 41)))


def test_the_score_decides_at_once_if_the_league_wants_that():
    season = playing(2, least=2, unfinished=Unfinished.SCORE)
    (ended, _) = time_over(season, World(scores={(1, 1, 1): (7, 7)}))
    assert ended.outcome == Outcome((1, 1), How.SCORE, (7, 7))


def test_play_outs_decide_if_the_league_wants_them():
    season = playing(2, least=2, unfinished=Unfinished.PLAY_OUTS)
    (ended, _) = time_over(season, World(scores={(1, 1, 1): (9, 7)}))
    assert ended.outcome == Outcome((1, 2), How.PLAY_OUTS)


def test_whoever_has_not_begun_loses_unless_it_is_nobodys_fault():
    season = playing(2, least=2, unfinished=Unfinished.SCORE)
    first = running(season)[0].seats[0]
    (ended, _) = time_over(season, World(begun=False, idle=(first,)))
    assert ended.outcome == Outcome((0, 1), How.NO_SHOW)
    effects = time_over(season, World(begun=False))
    assert isinstance(effects[0], Extended)
    (ended, _) = time_over(plan.apply(season, effects), World(begun=False))
    assert ended.outcome.places == (1, 1)


# --- Knockout -------------------------------------------------------------------------------------


def test_a_draw_that_time_has_brought_is_decided_by_lot():
    season = playing(4, format=Format.KNOCKOUT, unfinished=Unfinished.SCORE)
    scores = {each.key: (5, 5) for each in running(season)}
    effects = time_over(season, World(scores=scores))
    lots = [each for each in effects if isinstance(each, Ended) and each.outcome.how == How.LOT]
    assert [each.key for each in lots] == [(1, 1, 3), (1, 1, 4)]
    assert {tuple(sorted(each.outcome.places)) for each in lots} == {(1, 2)}
    assert effects == time_over(season, World(scores=scores))


def test_semi_finals_lead_to_a_final_and_a_match_for_third_place():
    season = playing(4, format=Format.KNOCKOUT)
    season = end(season, *[each.key for each in running(season)])
    season, _ = go(season, season.round_ends_at)
    assert [each.purpose for each in running(season)] == [Purpose.FINAL, Purpose.THIRD]


# --- Places given up ------------------------------------------------------------------------------


def test_a_place_is_given_up_two_days_after_nobody_has_taken_it_over():
    season, at = leaving(playing(4))
    season, steps = go(season, at + 2 * DAY)
    assert [(each.key, each.at) for each in steps] == [("withdraw:1", at + 2 * DAY)]
    assert season.entrant(1).standing == Standing.WITHDRAWN


@pytest.mark.parametrize(
    ("rule", "played", "lost"),
    [
        (Withdrawal.KEEP, 0, 3),
        (Withdrawal.HALF, 1, None),
        (Withdrawal.HALF, 2, 1),
        (Withdrawal.ANNUL, 2, None),
    ],
)
def test_what_was_played_counts_as_the_league_has_it(rule, played, lost):
    season = playing(4, schedule=Schedule.AT_ONCE, withdrawal=rule)
    own = [each.key for each in running(season) if 1 in each.seats]
    season, at = leaving(end(season, *own[:played]))
    effects = plan.planned(season, plan.Step("withdraw:1", at), World()).effects
    ended = [each for each in effects if isinstance(each, Ended)]
    void = [each for each in effects if isinstance(each, Voided)]
    assert (len(ended), len(void)) == ((lost, 0) if lost is not None else (0, 3))
    for each in ended:
        seats = season.fixture(each.key).seats
        assert each.outcome.places == tuple(0 if one == 1 else 1 for one in seats)


def test_in_swiss_what_was_played_counts_always():
    season = playing(4, format=Format.SWISS, withdrawal=Withdrawal.ANNUL)
    season = end(season, *[each.key for each in running(season)])
    season, at = leaving(season)
    effects = plan.planned(season, plan.Step("withdraw:1", at), World()).effects
    assert [each for each in effects if isinstance(each, Voided)] == []


def test_a_meeting_waits_while_a_place_is_being_left():
    season, _ = go(planned(4), START - timedelta(hours=3))
    season = plan.apply(season, [EntrantChanged(1, Standing.LEAVING, START)])
    season, _ = go(season, START)
    assert [1 in each.seats for each in running(season)] == [False]


def test_a_table_that_waits_goes_on_without_who_has_gone():
    season, _ = go(planned(4, format=Format.TABLES), START - timedelta(hours=3))
    season, _ = go(season, START)
    table = running(season)[0]
    waiting = dataclasses.replace(table, status=FixtureStatus.PLANNED)
    season = dataclasses.replace(season, fixtures=(waiting,))
    season, at = leaving(season)
    effects = plan.planned(season, plan.Step("withdraw:1", at), World()).effects
    smaller = next(each.fixture for each in effects if isinstance(each, Paired))
    assert Voided(table.key) in effects
    assert smaller.seats == tuple(each for each in table.seats if each != 1)
    assert [each.key for each in effects if isinstance(each, Opened)] == [smaller.key]


# --- The end --------------------------------------------------------------------------------------


def test_a_season_ends_as_soon_as_its_last_match_is_over():
    season = finished()
    now = START + 5 * DAY
    step = plan.next_step(season, now, World())
    assert (step.key, step.at, str(step.text)) == (
        "finish",
        now,
        "The season ends: 4 notifications",
    )
    season = plan.apply(season, step.effects)
    assert (season.phase, season.ended_at) == (Phase.FINISHED, now)
    assert [each.place for each in season.division(1)] == [1, 2, 3, 4]


def test_promotion_and_relegation_exchange_as_many():
    season = playing(8, division_ideal=4, division_most=4, movement=Movement.ONE)
    assert season.levels == (1, 2)
    places = [each for each in finish(season, START) if isinstance(each, FinalPlace)]
    moved = {(season.entrant(each.entrant).level, each.next_level) for each in places}
    down = [e.entrant for e in places if e.next_level > season.entrant(e.entrant).level]
    up = [e.entrant for e in places if e.next_level < season.entrant(e.entrant).level]
    assert (len(down), len(up)) == (1, 1)
    assert moved == {(1, 1), (1, 2), (2, 1), (2, 2)}


def test_equals_play_off_where_the_first_place_depends_on_it_and_only_once():
    season = playing(2, least=2, last="play_off", tie_1="", tie_2="", tie_3="")
    season = end(season, (1, 1, 1), places=(1, 1))
    step = plan.next_step(season, START + DAY, World())
    assert (step.key, str(step.text)) == ("play_off", "Play-offs begin: 1 match, 2 notifications")
    season = plan.apply(season, step.effects)
    season = dataclasses.replace(season, done=season.done | {step.key})
    (fixture,) = running(season)
    assert (fixture.purpose, fixture.round) == (Purpose.PLAY_OFF, 2)
    drawn = end(season, fixture.key, places=(1, 1))
    assert plan.next_step(drawn, START + 2 * DAY, World()).key == "finish"
    won = end(season, fixture.key, places=(2, 1))
    rows = [each for each in finish(won, START) if isinstance(each, FinalPlace)]
    assert {each.entrant: each.place for each in rows}[fixture.seats[1]] == 1


def test_the_next_season_is_planned_once_nothing_can_be_undone():
    season, _ = go(finished(break_days=10, undo_hours=24), START)
    ended_at = season.ended_at
    assert plan.wakes_at(season) == ended_at + DAY
    step = plan.next_step(season, ended_at + DAY, World())
    (following,) = step.effects
    starts_at = dates.later(ended_at, 10, hour=18, zone="Europe/Berlin")
    registration_at, check_in_at = dates.lead_up(starts_at, season.rules, season.zone)
    assert following == NextSeason(4, registration_at, check_in_at, starts_at)
    season = dataclasses.replace(season, done=season.done | {"next_season"})
    assert plan.wakes_at(season) is None


def test_registration_for_the_next_season_is_never_cut_short():
    season, _ = go(finished(break_days=0, registration_days=7), START + DAY)
    now = season.ended_at + 30 * DAY
    (following,) = plan.planned(season, plan.Step("next_season", now), World()).effects
    assert following.registration_at >= now


def test_a_league_that_does_not_repeat_is_over():
    season, _ = go(finished(repeats=False), START + DAY)
    assert plan.wakes_at(season) is None

"""The steps of a season: when they fall due, and exactly what they do."""

import dataclasses
from datetime import UTC, datetime, timedelta

import pytest

from lobby.leagues import dates, plan
from lobby.leagues.plan.closing import finish
from lobby.leagues.rules import Format, Movement, Rules, Schedule, Unfinished, Withdrawal
from lobby.leagues.season import (
    CheckedIn,
    Ended,
    EntrantChanged,
    Excused,
    Extended,
    FinalPlace,
    FixtureStatus,
    How,
    NextSeason,
    Opened,
    Outcome,
    Paired,
    Phase,
    Postponed,
    Purpose,
    Season,
    Standing,
    Told,
    Voided,
)
from tests.leagues import seasons

START = datetime(2026, 10, 8, 16, tzinfo=UTC)  # six in the evening in Berlin
DAY = timedelta(days=1)


class World:
    """Matches as a test wants them: by key, who is idle, what the score is."""

    def __init__(self, *, idle=(), scores=None, begun=True):
        self._idle, self._scores, self._begun = idle, scores or {}, begun

    def begun(self, key):
        return self._begun

    def idle(self, key, now):
        return self._idle

    def score_so_far(self, key):
        return self._scores[key]

    def play_out(self, key):
        return plan.places_by_score(self._scores[key])


def planned(size=8, **rules):
    """Return a season before its registration, with so many people in it."""
    people = [
        seasons.entrant(number, standing=Standing.REGISTERED, level=None)
        for number in range(1, size + 1)
    ]
    rules = Rules(**({"division_ideal": 8} | rules))
    registration_at, check_in_at = dates.lead_up(START, rules, "Europe/Berlin")
    return Season(
        number=3,
        rules=rules,
        zone="Europe/Berlin",
        registration_at=registration_at,
        check_in_at=check_in_at,
        starts_at=START,
        seed="seed",
        entrants=tuple(people),
    )


def go(season, until, world=None, *, all_there=True):
    """Carry out what falls due up to an instant; return the season and the steps."""
    steps = []
    while (at := plan.wakes_at(season)) is not None and at <= until:
        step = plan.next_step(season, max(at, season.registration_at), world or World())
        season = plan.apply(season, plan.effects(season, step, world or World()))
        season = dataclasses.replace(season, done=season.done | {step.key})
        steps.append(step)
        if all_there and season.phase == Phase.CHECK_IN:
            season = plan.apply(season, [CheckedIn(each.id) for each in season.entrants])
    return season, steps


def playing(size=8, **rules):
    return go(planned(size, **rules), START)[0]


def end(season, *keys, places=(1, 2)):
    outcome = Outcome(places, How.PLAYED, (9, 5))
    return plan.apply(season, [Ended(key, outcome) for key in keys])


def running(season):
    return [each for each in season.fixtures if each.status == FixtureStatus.RUNNING]


def keys_of(steps):
    return [each.key for each in steps]


# --- Dates ----------------------------------------------------------------------------------------


def test_a_day_of_the_calendar_has_23_hours_in_spring_and_25_in_autumn():
    berlin = {"hour": 18, "zone": "Europe/Berlin"}
    spring = datetime(2026, 3, 28, 17, tzinfo=UTC)
    assert dates.later(spring, 1, **berlin) - spring == timedelta(hours=23)
    autumn = datetime(2026, 10, 24, 16, tzinfo=UTC)
    assert dates.later(autumn, 1, **berlin) - autumn == timedelta(hours=25)


def test_an_hour_that_the_clocks_leave_out_is_the_one_after_it():
    at = dates.later(datetime(2026, 3, 28, 12, tzinfo=UTC), 1, hour=2, zone="Europe/Berlin")
    assert at == datetime(2026, 3, 29, 1, tzinfo=UTC)


def test_the_first_hour_not_before_an_instant():
    at = datetime(2026, 6, 1, 17, tzinfo=UTC)
    assert dates.not_before(at, hour=18, zone="UTC") == datetime(2026, 6, 1, 18, tzinfo=UTC)
    assert dates.not_before(at, hour=16, zone="UTC") == datetime(2026, 6, 2, 16, tzinfo=UTC)


def test_registration_and_check_in_open_whole_days_before_the_start():
    season = planned(registration_days=7, check_in_days=2)
    assert season.registration_at == START - 7 * DAY
    assert season.check_in_at == START - 2 * DAY


def test_registration_lasts_a_day_at_least():
    assert planned(registration_days=0, check_in_days=0).registration_at == START - DAY


# --- Before the start -----------------------------------------------------------------------------


def test_the_way_to_the_first_round():
    season, steps = go(planned(), START)
    assert [(each.key, each.at, each.text) for each in steps] == [
        ("registration", START - 7 * DAY, "Registration opens"),
        ("check_in:20261006", START - 2 * DAY, "Check-in opens: 8 notices"),
        (
            "draw_up",
            START - timedelta(hours=3),
            "The divisions are drawn up: 1 division, 8 players, 8 notices",
        ),
        ("round:1", START, "Round 1 begins: 4 matches, 8 notices"),
    ]
    assert season.phase == Phase.PLAYING
    assert (season.rounds, season.round_ends_at) == (1, datetime(2026, 10, 22, 16, tzinfo=UTC))


def test_who_does_not_check_in_is_reminded_and_then_absent():
    season, _ = go(planned(), START - 2 * DAY, all_there=False)
    season = plan.apply(season, [CheckedIn(each) for each in range(1, 7)])
    season, steps = go(season, START - timedelta(hours=3), all_there=False)
    assert keys_of(steps) == ["remind_check_in:20261008", "draw_up"]
    assert steps[0].text == "Whoever has not checked in is reminded: 2 notices"
    assert [season.entrant(each).standing for each in (6, 7)] == [Standing.PLAYING, Standing.ABSENT]


def test_who_waits_takes_the_place_of_who_is_absent():
    season = planned(5, most=4, least=4)
    season = plan.apply(season, [EntrantChanged(5, Standing.WAITING)])
    season, _ = go(season, START - 2 * DAY, all_there=False)
    season = plan.apply(season, [CheckedIn(each) for each in (1, 2, 3, 5)])
    season, _ = go(season, START, all_there=False)
    assert {each.id for each in season.division(1)} == {1, 2, 3, 5}


def test_too_few_put_the_start_off_by_a_week_and_after_three_times_it_is_called_off():
    season, steps = go(planned(3, least=4), START + 60 * DAY)
    assert [each.kind for each in steps] == [
        "registration", *["check_in", "postpone"] * 3, "check_in", "cancel"
    ]  # fmt: skip
    assert season.phase == Phase.CANCELLED
    assert season.ended_at is not None
    assert season.starts_at == dates.later(START, 21, hour=18, zone="Europe/Berlin")
    assert plan.wakes_at(season) is None


def test_enough_people_after_a_week_more_begin():
    season, _ = go(planned(3, least=4), START - timedelta(hours=3))
    assert (season.phase, season.starts_at) == (Phase.REGISTRATION, START + 7 * DAY)
    late = seasons.entrant(4, standing=Standing.REGISTERED, level=None)
    season = dataclasses.replace(season, entrants=(*season.entrants, late))
    season, _ = go(season, START + 7 * DAY)
    assert season.phase == Phase.PLAYING


def test_check_in_that_opens_late_puts_the_start_off():
    season, _ = go(planned(), START - 7 * DAY)
    late = START - DAY + timedelta(hours=1)
    step = plan.next_step(season, late, World())
    effects = plan.effects(season, step, World())
    starts_at = dates.later(late, 2, hour=18, zone="Europe/Berlin")
    assert Postponed(late, starts_at) in effects


def test_without_check_in_all_who_registered_play():
    season, steps = go(planned(5, check_in_days=0), START, all_there=False)
    assert keys_of(steps) == ["registration", "draw_up", "round:1"]
    assert len(season.division(1)) == 5


def test_nothing_is_due_before_its_time_or_while_held():
    season = planned()
    before = season.registration_at - timedelta(seconds=1)
    assert plan.next_step(season, before, World()) is None
    held = dataclasses.replace(season, held=True)
    assert plan.next_step(held, START, World()) is None
    assert (plan.wakes_at(held), plan.upcoming(held)) == (None, ())


# --- Rounds ---------------------------------------------------------------------------------------


def test_a_round_robin_is_known_as_a_whole_from_the_start():
    season = playing(6)
    assert [each.round for each in season.fixtures] == [n for n in range(1, 6) for _ in range(3)]
    assert {each.round for each in running(season)} == {1}


def test_the_next_round_begins_when_the_last_one_ends_though_matches_still_run():
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
    season = plan.apply(season, plan.effects(season, step, World()))
    assert season.round_ends_at == dates.later(late, 14, hour=18, zone="Europe/Berlin")
    assert {each.opened_at for each in running(season)} == {late}


def test_all_at_once_is_one_round():
    season = playing(6, schedule=Schedule.AT_ONCE, season_days=20)
    assert (season.rounds, len(running(season))) == (5, 15)
    assert {each.due_at for each in running(season)} == {season.round_ends_at}
    assert season.round_ends_at == dates.later(START, 20, hour=18, zone="Europe/Berlin")


@pytest.mark.parametrize("format", [Format.SWISS, Format.TABLES])
def test_who_is_away_sits_a_round_out(format):
    season, _ = go(planned(7, format=format, table_size=3), START - timedelta(hours=3))
    season = plan.apply(season, [Excused(4, 1)])
    season, _ = go(season, START)
    alone = next(each for each in season.fixtures if each.seats == (4,))
    assert (alone.status, alone.outcome.how) == (FixtureStatus.OVER, How.EXCUSED)


@pytest.mark.parametrize("format", [Format.ROUND_ROBIN, Format.KNOCKOUT])
def test_who_is_away_has_more_time(format):
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
    told = [each for each in plan.effects(season, step, World()) if isinstance(each, Told)]
    assert [(each.notice, len(each.entrants)) for each in told] == [("round", 4), ("bye", 1)]


# --- Reminders, and time that is over -------------------------------------------------------------


def test_reminders_half_way_and_a_day_before_the_end_name_who_has_not_begun():
    _, steps = go(playing(4), START + 13 * DAY, World(idle=(2, 3)))
    assert [(each.key, each.at) for each in steps] == [
        ("remind:1.half", START + 7 * DAY),
        ("remind:1.last", START + 13 * DAY),
    ]
    assert steps[0].text == "Whoever has not made a first turn is reminded: 2 notices"


def time_over(season, world):
    """Return what happens at the end of the time of the first round's matches."""
    due_at = running(season)[0].due_at
    step = next(each for each in [plan.Step(f"time:{due_at:%Y%m%dT%H%M%S}", due_at, now=due_at)])
    return plan.effects(season, step, world)


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


def test_who_has_not_begun_loses_and_if_it_is_nobodys_fault_nobody_does():
    season = playing(2, least=2, unfinished=Unfinished.SCORE)
    first = running(season)[0].seats[0]
    (ended, _) = time_over(season, World(begun=False, idle=(first,)))
    assert ended.outcome == Outcome((0, 1), How.NO_SHOW)
    effects = time_over(season, World(begun=False))
    assert isinstance(effects[0], Extended)
    (ended, _) = time_over(plan.apply(season, effects), World(begun=False))
    assert ended.outcome.places == (1, 1)


# --- Knock-out ------------------------------------------------------------------------------------


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


def leaving(season, entrant=1):
    at = START + DAY
    return plan.apply(season, [EntrantChanged(entrant, Standing.LEAVING, at)]), at


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
    effects = plan.effects(season, plan.Step("withdraw:1", at), World())
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
    effects = plan.effects(season, plan.Step("withdraw:1", at), World())
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
    effects = plan.effects(season, plan.Step("withdraw:1", at), World())
    smaller = next(each.fixture for each in effects if isinstance(each, Paired))
    assert Voided(table.key) in effects
    assert smaller.seats == tuple(each for each in table.seats if each != 1)
    assert [each.key for each in effects if isinstance(each, Opened)] == [smaller.key]


# --- The end --------------------------------------------------------------------------------------


def finished(size=4, **rules):
    season = playing(size, schedule=Schedule.AT_ONCE, **rules)
    for fixture in running(season):
        better = fixture.seats[0] < fixture.seats[1]
        season = end(season, fixture.key, places=(1, 2) if better else (2, 1))
    return season


def test_a_season_ends_as_soon_as_its_last_match_is_over():
    season = finished()
    now = START + 5 * DAY
    step = plan.next_step(season, now, World())
    assert (step.key, step.at, step.text) == ("finish", now, "The season ends: 4 notices")
    season = plan.apply(season, plan.effects(season, step, World()))
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


def test_equals_play_off_where_the_first_place_hangs_on_it_and_only_once():
    season = playing(2, least=2, last="play_off", tie_1="", tie_2="", tie_3="")
    season = end(season, (1, 1, 1), places=(1, 1))
    step = plan.next_step(season, START + DAY, World())
    assert (step.key, step.text) == ("play_off", "Play-offs begin: 1 match, 2 notices")
    season = plan.apply(season, plan.effects(season, step, World()))
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
    (following,) = plan.effects(season, step, World())
    starts_at = dates.later(ended_at, 10, hour=18, zone="Europe/Berlin")
    registration_at, check_in_at = dates.lead_up(starts_at, season.rules, season.zone)
    assert following == NextSeason(4, registration_at, check_in_at, starts_at)
    season = dataclasses.replace(season, done=season.done | {"next_season"})
    assert plan.wakes_at(season) is None


def test_registration_for_the_next_season_is_never_cut_short():
    season, _ = go(finished(break_days=0, registration_days=7), START + DAY)
    now = season.ended_at + 30 * DAY
    (following,) = plan.effects(season, plan.Step("next_season", now), World())
    assert following.registration_at >= now


def test_a_league_that_does_not_repeat_is_over():
    season, _ = go(finished(repeats=False), START + DAY)
    assert plan.wakes_at(season) is None


# --- What is planned ahead ------------------------------------------------------------------------


def test_the_calendar_of_a_season_to_come():
    ahead = plan.upcoming(planned(4, round_days=7))
    assert [(each.key, each.text) for each in ahead] == [
        ("registration", "Registration opens"),
        ("check_in:20261006", "Check-in opens"),
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
    assert (first.key, first.text) == ("round:1", "Round 1 begins: 3 matches, 6 notices")


def test_the_calendar_of_a_running_season_counts_what_runs():
    ahead = {each.key: each.text for each in plan.upcoming(playing(6))}
    assert ahead["time:20261022T160000"] == (
        "Time is over for matches still running: 3 matches run now"
    )
    assert ahead["round:2"] == "Round 2 begins: 3 matches, 6 notices"


def test_the_calendar_after_a_start_put_off():
    season, _ = go(planned(3, least=4), START - 2 * DAY)
    ahead = {each.kind: each for each in plan.upcoming(season)}
    assert ahead["postpone"].text == "Too few players: the start is put off by a week: 3 notices"
    assert ahead["draw_up"].at == START + 7 * DAY - timedelta(hours=3)

"""Before the first round: registration, check-in, the divisions."""

import dataclasses
from datetime import UTC, datetime, timedelta

from lobby.leagues.season import dates, plan
from lobby.leagues.season.values import CheckedIn, EntrantChanged, Phase, Postponed, Standing
from tests.lobby.leagues.season import seasons
from tests.lobby.leagues.season.steps import DAY, START, World, go, keys_of, planned


def test_the_way_to_the_first_round():
    season, steps = go(planned(), START)
    assert [(each.key, each.at, str(each.text)) for each in steps] == [
        ("registration", START - 7 * DAY, "Registration opens"),
        ("check_in:20261008", START - 2 * DAY, "Check-in opens: 8 notifications"),
        (
            "draw_up",
            START - timedelta(hours=3),
            "The divisions are drawn up: 1 division, 8 players, 8 notifications",
        ),
        ("round:1", START, "Round 1 begins: 4 matches, 8 notifications"),
    ]
    assert season.phase == Phase.PLAYING
    assert (season.rounds, season.round_ends_at) == (1, datetime(2026, 10, 22, 16, tzinfo=UTC))


def test_whoever_does_not_check_in_is_reminded_and_then_absent():
    season, _ = go(planned(), START - 2 * DAY, all_there=False)
    season = plan.apply(season, [CheckedIn(each) for each in range(1, 7)])
    season, steps = go(season, START - timedelta(hours=3), all_there=False)
    assert keys_of(steps) == ["remind_check_in:20261008", "draw_up"]
    assert str(steps[0].text) == "We remind everyone who hasn't checked in: 2 notifications"
    assert [season.entrant(each).standing for each in (6, 7)] == [Standing.PLAYING, Standing.ABSENT]


def test_whoever_waits_takes_the_place_of_someone_absent():
    season = planned(5, most=4, least=4)
    season = plan.apply(season, [EntrantChanged(5, Standing.WAITING)])
    season, _ = go(season, START - 2 * DAY, all_there=False)
    season = plan.apply(season, [CheckedIn(each) for each in (1, 2, 3, 5)])
    season, _ = go(season, START, all_there=False)
    assert {each.id for each in season.division(1)} == {1, 2, 3, 5}


def test_too_few_put_the_start_off_by_a_week_and_after_three_times_it_is_called_off():
    season, steps = go(planned(3, least=4), START + 60 * DAY)
    assert [each.step.kind for each in steps] == [
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
    effects = step.effects
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

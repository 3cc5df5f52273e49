"""What people, matches and referees do to a season, and what is refused."""

import dataclasses

import pytest

from games.core.errors import Refusal
from lobby.leagues.season import dates, plan
from lobby.leagues.season.actions import organisers as rulings
from lobby.leagues.season.actions import players as events
from lobby.leagues.season.rules import Format, Schedule
from lobby.leagues.season.values import (
    CheckedIn,
    Ended,
    EntrantChanged,
    Excused,
    Extended,
    How,
    Opened,
    Outcome,
    Paired,
    Phase,
    Purpose,
    Standing,
    Told,
    Voided,
)
from tests.lobby.leagues.season.steps import DAY, START, World, end, go, planned, playing, running

KEY = (1, 1, 1)


def refused(sentence):
    return pytest.raises(Refusal, match=sentence)


def after(season, *effects):
    return plan.apply(season, effects)


def changes(effects):
    """Return the effects without the notices."""
    return [each for each in effects if not isinstance(each, Told)]


def later(at, days):
    return dates.later(at, days, hour=18, zone="Europe/Berlin")


def registering(size=4, **rules):
    season = planned(size, **rules)
    return go(season, season.registration_at)[0]


# --- Before the start -----------------------------------------------------------------------------


def test_registering_gives_a_place_a_wait_or_a_question():
    season = registering(3, most=4)
    assert events.register(season) == Standing.REGISTERED
    assert events.register(season, asking=True) == Standing.ASKING
    assert events.register(registering(4, most=4)) == Standing.WAITING


def test_registration_has_its_time():
    with refused("hasn't opened yet"):
        events.register(planned())
    with refused("has closed"):
        events.register(playing())


def test_an_organiser_lets_people_in_or_not():
    season = after(registering(4, most=4), EntrantChanged(4, Standing.ASKING))
    assert changes(events.accept(season, 4)) == [EntrantChanged(4, Standing.REGISTERED)]
    assert changes(events.refuse(season, 4, START)) == [
        EntrantChanged(4, Standing.WITHDRAWN, START)
    ]
    with refused("no longer asking to join"):
        events.accept(season, 1)


def test_checking_in_twice_changes_nothing_more():
    season, _ = go(planned(), START - 2 * DAY, all_there=False)
    assert events.check_in(season, 1) == [CheckedIn(1)]
    assert events.check_in(after(season, CheckedIn(1)), 1) == []
    with refused("isn't open"):
        events.check_in(registering(), 1)


def test_whoever_waits_moves_up_when_somebody_leaves_before_the_start():
    season = after(registering(5, most=4), EntrantChanged(5, Standing.WAITING))
    assert changes(events.leave(season, 2, START)) == [
        EntrantChanged(2, Standing.WITHDRAWN, START),
        EntrantChanged(5, Standing.REGISTERED),
    ]
    assert changes(events.leave(season, 5, START)) == [EntrantChanged(5, Standing.WITHDRAWN, START)]


# --- Leaving and standing in ----------------------------------------------------------------------


def test_whoever_leaves_later_has_a_substitute_sought_and_opponents_are_told():
    season = playing(4)
    opponent = next(
        each for fixture in running(season) if 2 in fixture.seats for each in fixture.seats
        if each != 2
    )  # fmt: skip
    assert events.leave(season, 2, START) == [
        EntrantChanged(2, Standing.LEAVING, START),
        Told("leaving", (2, opponent), "2"),
    ]
    with refused("already left"):
        events.leave(after(season, *events.leave(season, 2, START)), 2, START)


def test_without_substitutes_a_place_is_given_up_at_once():
    effects = events.leave(playing(4, substitutes=False), 2, START)
    assert effects[0] == EntrantChanged(2, Standing.WITHDRAWN, START)


def test_whoever_has_played_all_their_matches_has_nothing_to_leave():
    season = playing(2, least=2)
    with refused("no need to leave"):
        events.leave(end(season, KEY), 1, START)


def test_losers_of_a_knock_out_have_nothing_to_leave_but_the_winner_has():
    season = playing(8, format=Format.KNOCKOUT)
    first = running(season)[0]
    season = end(season, first.key)
    winner, loser = first.seats
    assert events.has_more_to_play(season, season.entrant(winner))
    assert not events.has_more_to_play(season, season.entrant(loser))


def test_somebody_stands_in_and_the_meetings_that_waited_begin():
    season, _ = go(planned(4), START - DAY / 8)
    season = after(season, EntrantChanged(1, Standing.LEAVING, START))
    season, _ = go(season, START)
    waiting = next(each for each in season.fixtures if 1 in each.seats and each.round == 1)
    now = START + DAY
    assert changes(events.stand_in(season, 1, now)) == [
        EntrantChanged(1, Standing.PLAYING),
        Opened(waiting.key, now, season.round_ends_at),
    ]
    with refused("no longer free"):
        events.stand_in(season, 2, now)


def test_whoever_stands_in_late_has_the_days_of_an_extension():
    season, _ = go(planned(4, round_days=2), START - DAY / 8)
    season = after(season, EntrantChanged(1, Standing.LEAVING, START))
    season, _ = go(season, START)
    (opened,) = changes(events.stand_in(season, 1, START + DAY))[1:]
    assert opened.due_at == START + 4 * DAY


def test_whoever_is_removed_leaves_at_once():
    assert EntrantChanged(1, Standing.WITHDRAWN, START) in events.remove(playing(4), 1, START)
    with refused("already been given up"):
        events.remove(after(playing(4), EntrantChanged(1, Standing.WITHDRAWN, START)), 1, START)


# --- Excused --------------------------------------------------------------------------------------


def test_an_excuse_for_a_later_round_is_noted():
    assert events.excuse(playing(4), 1, 2, START) == [Excused(1, 2)]


def test_an_excuse_for_the_round_that_is_played_gives_more_time_once():
    season = playing(4)
    own = next(each for each in running(season) if 1 in each.seats)
    effects = events.excuse(season, 1, 1, START)
    assert changes(effects) == [Excused(1, 1), Extended(own.key, later(own.due_at, 3))]
    other = next(each for each in own.seats if each != 1)
    with refused("None of your matches in this round"):
        events.excuse(after(season, *effects), other, 1, START)


def test_excuses_are_counted_and_have_rounds():
    season = playing(6, excuses=1)
    with refused("Choose the current round"):
        events.excuse(season, 1, 6, START)
    season = after(season, Excused(1, 2))
    with refused("already"):
        events.excuse(season, 1, 2, START)
    with refused("1 excused absence a season"):
        events.excuse(season, 1, 3, START)
    with refused("no rounds"):
        events.excuse(playing(4, schedule=Schedule.AT_ONCE), 1, 1, START)
    with refused("once the divisions"):
        events.excuse(registering(), 1, 1, START)


# --- Results --------------------------------------------------------------------------------------


def test_a_result_is_taken_once():
    season = playing(4)
    outcome = Outcome((1, 2), How.PLAYED, (8, 3))
    effects = events.result(season, KEY, outcome, START)
    assert effects == [Ended(KEY, outcome)]
    assert events.result(after(season, *effects), KEY, outcome, START) == []


def test_a_drawn_match_of_a_knock_out_is_played_again_and_then_decided_by_lot():
    season = playing(4, format=Format.KNOCKOUT)
    drawn = Outcome((1, 1), How.PLAYED, (5, 5))
    effects = events.result(season, KEY, drawn, START + DAY)
    again = next(each.fixture for each in effects if isinstance(each, Paired))
    assert again.seats == season.fixture(KEY).seats[::-1]
    assert again.purpose == Purpose.REPLAY
    assert Opened(again.key, START + DAY, season.round_ends_at) in effects
    season = after(season, *effects)
    effects = events.result(season, again.key, drawn, START + DAY)
    assert [each.outcome.how for each in effects if isinstance(each, Ended)] == [
        How.PLAYED,
        How.LOT,
    ]


def test_a_no_show_can_be_claimed_after_some_days():
    season = playing(4, no_show_days=4)
    claimant, absent = season.fixture(KEY).seats
    world = World(idle=(absent,))
    with refused("4 days after it began"):
        events.claim_no_show(season, claimant, KEY, START + 3 * DAY, world)
    now = START + 4 * DAY
    (ended,) = changes(events.claim_no_show(season, claimant, KEY, now, world))
    assert ended == Ended(KEY, Outcome((1, 0), How.NO_SHOW))
    with refused("It's your turn"):
        events.claim_no_show(season, absent, KEY, now, world)
    with refused("has turned up"):
        events.claim_no_show(season, claimant, KEY, now, World())
    with refused("one of your matches in progress"):
        other = next(each for each in range(1, 5) if each not in (claimant, absent))
        events.claim_no_show(season, other, KEY, now, world)


def test_where_nobody_may_claim_the_clock_decides():
    season = playing(4, no_show_days=0)
    with refused("The clock will decide it"):
        events.claim_no_show(season, season.fixture(KEY).seats[0], KEY, START + 9 * DAY, World())


# --- Rulings --------------------------------------------------------------------------------------


def test_a_referee_settles_a_match_that_runs_or_is_over():
    season = playing(4)
    (ended,) = changes(rulings.settle(season, KEY, (2, 1), START))
    assert ended == Ended(KEY, Outcome((2, 1), How.REFEREE))
    (ended,) = changes(rulings.settle(end(season, KEY), KEY, (1, 1), START))
    assert ended.outcome == Outcome((1, 1), How.REFEREE, (9, 5))


@pytest.mark.parametrize("places", [(1,), (2, 2), (1, 3), (-1, 1), (1, 2, 3)])
def test_a_result_has_a_place_for_each(places):
    with refused("Give each player a place"):
        rulings.settle(playing(4), KEY, places, START)


def test_what_the_next_round_of_a_knock_out_rests_on_stands():
    season = playing(4, format=Format.KNOCKOUT)
    season = end(season, *[each.key for each in running(season)])
    rulings.settle(season, KEY, (2, 1), START)
    season, _ = go(season, season.round_ends_at)
    with refused("depends on this result"):
        rulings.settle(season, KEY, (2, 1), START)


def test_matches_can_be_annulled_but_not_in_a_knock_out():
    assert changes(rulings.annul(playing(4), KEY)) == [Voided(KEY)]
    with refused("someone has to go through"):
        rulings.annul(playing(4, format=Format.KNOCKOUT), KEY)
    with refused("no such match"):
        rulings.annul(playing(4), (1, 1, 9))


def test_a_ruling_comes_too_late_when_the_season_is_over():
    over = dataclasses.replace(playing(4), phase=Phase.FINISHED)
    with refused("season is over"):
        rulings.annul(over, KEY)


def test_matches_can_have_more_time():
    season = playing(4)
    fixture = season.fixture(KEY)
    assert changes(rulings.give_time(season, [KEY], 5)) == [Extended(KEY, later(fixture.due_at, 5))]
    with refused("between 1 and 30 extra days"):
        rulings.give_time(season, [KEY], 31)
    with refused("Only a match in progress"):
        rulings.give_time(end(season, KEY), [KEY], 3)


def test_players_are_moved_between_the_draw_and_the_start():
    season, _ = go(planned(9, division_ideal=4, division_most=5), START - DAY / 8)
    small, big = sorted(season.levels, key=lambda level: len(season.division(level)))
    mover = season.division(big)[0].id
    season = after(season, *rulings.move(season, mover, small))
    assert season.entrant(mover).level == small
    for level in season.levels:
        assert [each.seed for each in season.division(level)] == list(
            range(1, len(season.division(level)) + 1)
        )
    with refused("after the divisions have been drawn up"):
        rulings.move(playing(4), 1, 2)
    with refused("another division"):
        rulings.move(season, mover, small)


def test_a_round_of_which_a_match_was_played_is_not_taken_back():
    season = playing(4)
    rulings.check_undo(season, "round:1")
    with refused("has been played"):
        rulings.check_undo(end(season, KEY), "round:1")
    with refused("can't undo this"):
        rulings.check_undo(season, "remind:1.half")


def test_there_is_no_place_or_match_of_any_number():
    with refused("no such player"):
        events.leave(playing(4), 99, START)
    with refused("no such match"):
        rulings.settle(playing(4), (7, 7, 7), (1, 2), START)

"""What turns promise, in the same words for every game."""

import pytest

from games.core.bots import Budget, best_of
from games.core.review.judging import Grade, judge
from games.core.weighing import Weighed, chances_to_win, preference, shares_of
from tests.games.thinking import ticking


def test_chances_add_up_to_one_and_follow_the_points():
    chances = chances_to_win([30.0, 20.0, 20.0], 12.0)
    assert sum(chances) == pytest.approx(1)
    assert chances[0] > chances[1] == chances[2]


def test_for_two_a_lead_of_one_spread_is_about_as_likely_as_by_a_normal_error():
    ahead, behind = chances_to_win([10.0, 0.0], 10.0)
    assert ahead == pytest.approx(0.84, abs=0.03)
    assert ahead + behind == 1


def test_whoever_plays_alone_has_to_beat_a_par():
    assert chances_to_win([40.0], 10.0, par=40.0) == (0.5,)
    assert chances_to_win([60.0], 10.0, par=40.0)[0] > 0.95
    assert chances_to_win([39.0], 0.0, par=40.0) == (0.0,)
    assert chances_to_win([-1e9], 1.0) == (pytest.approx(0),)


def test_a_game_that_is_decided_is_shared_by_whoever_has_most():
    assert chances_to_win([7.0, 9.0, 9.0], 0.0) == shares_of([7, 9, 9]) == (0.0, 0.5, 0.5)


def test_what_turns_share_is_no_error_of_a_comparison():
    best = Weighed("a", 0, (0.6, 0.4), (9.0, 3.0), error=0.10, apart=0.03)
    played = Weighed("b", 0, (0.45, 0.55), (5.0, 4.0), error=0.10, apart=0.04)
    judged = judge([best, played], "b")
    assert judged.error == pytest.approx(0.05)
    assert judged.grade is Grade.INACCURATE  # 15 less twice 5
    alone = Weighed("b", 0, (0.45, 0.55), (5.0, 4.0), error=0.04)
    assert (alone.error_beside, played.error_beside) == (0.04, 0.04)


def test_a_budget_of_looks_is_spent_by_looking():
    budget = Budget.of_looks(3)
    assert [budget.spent() for _ in range(4)] == [False, False, True, True]


def test_where_an_answer_is_certain_a_budget_of_looks_grows_and_one_of_seconds_does_not():
    few, many, timed = Budget.of_looks(3), Budget.of_looks(9), ticking(3)
    assert [few.at_least(5).spent() for _ in range(2)] == [False, False]
    assert few.at_least(5).seconds == 5
    assert many.at_least(5) is many
    assert timed.at_least(5) is timed


def test_a_player_prefers_a_chance_then_a_lead_and_then_what_is_best_for_whoever_follows():
    outcomes = [(30, 31, 9), (30, 29, 9), (30, 31, 20), (32, 20, 31), (33, 31, 32)]
    ranked = sorted(outcomes, key=lambda points: preference(0, shares_of(points), points))
    assert ranked == [(30, 31, 9), (30, 31, 20), (30, 29, 9), (32, 20, 31), (33, 31, 32)]


def test_a_computer_player_takes_what_weighs_most():
    row = [Weighed("b", 1, (0.4, 0.6), (9.0, 11.0)), Weighed("a", 1, (0.7, 0.3), (12.0, 11.0))]
    choose = best_of(lambda *_asked: row)
    assert choose(None, None, 1, None, None) == "b"
    assert [one.chance for one in row] == [0.6, 0.3]

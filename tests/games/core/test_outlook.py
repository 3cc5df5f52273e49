"""The turns that are left, shared out among the players."""

import pytest

from games.core.extras.outlook import OVER, shared


@pytest.mark.parametrize(
    ("turns", "players", "first", "counts"),
    [
        (1, 2, 0, [1, 0]),
        (7, 2, 0, [4, 3]),
        (7, 2, 1, [3, 4]),
        (8, 3, 2, [3, 2, 3]),
        (3, 4, 1, [0, 1, 1, 1]),
        (5, 1, 0, [5]),
    ],
)
def test_a_known_number_is_shared_out_from_the_player_to_move_on(turns, players, first, counts):
    assert shared(turns, 0, players=players, first=first) == tuple((one, 0) for one in counts)


def test_a_number_between_two_is_one_or_the_other():
    (mine, mine_var), (other, other_var) = shared(6.25, 0, players=2, first=0)
    assert (mine, other) == (pytest.approx(3.25), 3)
    assert (mine_var, other_var) == (pytest.approx(0.1875), 0)


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
def test_all_shares_make_up_the_whole(players):
    left = shared(40, 16, players=players, first=players - 1)
    assert sum(mean for mean, _ in left) == pytest.approx(40)
    for mean, variance in left:
        assert mean == pytest.approx(40 / players, abs=1)
        assert variance == pytest.approx(16 / players**2, abs=0.3)
    assert left[-1][0] >= max(mean for mean, _ in left)


@pytest.mark.parametrize(("turns", "variance"), [(0, 0), (-3, 0), (0.2, 0.5), (0, 9)])
def test_the_turn_that_runs_is_left_in_any_case(turns, variance):
    (mine, _), (other, _) = shared(turns, variance, players=2, first=0)
    assert mine >= 1
    assert 0 <= other <= mine


def test_nobody_has_turns_when_it_is_over():
    assert shared(12, 4, players=3, first=None) == (OVER, OVER, OVER)

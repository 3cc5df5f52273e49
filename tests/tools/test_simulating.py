"""Games for measuring: the same each time, and no clock decides."""

import pytest

from games.upwords.bots.levels import hard, medium
from games.upwords.options import Options
from games.upwords.rules import Upwords
from tests.games.words.release import common_words
from tools.simulating import mean_and_error, secret_of, share, turns


def test_a_game_is_the_same_each_time():
    game = Upwords(Options(), common_words())
    first, second = (
        list(turns(game, [medium, hard], secret_of("x", 1), looks=5)) for _ in range(2)
    )
    assert [turn.action for turn in first] == [turn.action for turn in second]
    assert first[-1].after.to_move is None
    assert first[0].after is first[1].before
    assert secret_of("x", 1) != secret_of("x", 2) != secret_of("y", 2)


def test_means_and_shares_come_with_their_errors():
    assert mean_and_error([1, 3]) == (2, 1)
    assert share(20, 100) == (20, pytest.approx(4))

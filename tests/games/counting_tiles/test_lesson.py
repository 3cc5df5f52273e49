"""The lesson says of the game what is so."""

from games.core.rng import Rng
from games.counting_tiles.lesson import LESSON
from games.counting_tiles.rules import CountingTiles
from tests.games.counting_tiles.table import SECRET


def test_the_bonus_that_is_unlocked_is_the_one_that_was_used():
    game = CountingTiles(LESSON.options)
    step = next(one for one in LESSON.steps if "the one you just used" in str(one.praise))
    before = step.position
    after = game.apply_action(before, game.parse_action(before, step.solution), Rng(SECRET, 1))
    assert (after.rows, after.bonuses) == (before.rows + 1, before.bonuses)

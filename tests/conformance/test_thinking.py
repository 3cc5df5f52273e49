"""However little time a computer player has, it answers soon after."""

import pytest

from games.core.rng import Rng
from games.registry import load_game
from tests.conformance.playing import SLUGS, bots, secret_of, steps_of
from tests.games.thinking import overrun
from tests.games.words.release import release_words
from tests.size import runs, some_of

CALLS = 100_000  # of functions, with which some 30 ms are used up
TURNS = runs(12, quick=2)
LOOKS = (0, 20, 100, 1000)[: runs(4, quick=2)]


@pytest.mark.parametrize("slug", some_of(SLUGS, __file__))
def test_thinking_can_be_cut_anywhere(slug: str) -> None:
    """Between two looks at its time, and after the last of them, there's little work."""
    game, hard = load_game(slug, words=release_words()), bots(slug)["hard"]
    steps = steps_of(game, min(2, game.info.max_players), 0)
    for ply in range(3, len(steps) - 1, max(1, len(steps) // TURNS)):
        state, player = steps[ply][0], steps[ply][0].to_move
        view, rng = game.observation(state, player), Rng(secret_of(0), ply)
        for looks in LOOKS:
            most = overrun(lambda budget: hard.choose(game, view, player, rng, budget), looks)  # noqa: B023 - called at once
            assert most < CALLS, (ply, looks)

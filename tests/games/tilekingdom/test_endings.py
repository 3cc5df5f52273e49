"""The last two tiles: what turns promise is certain, and a second search says the same."""

import itertools

import pytest

from games.core.bots import Budget
from games.core.rng import Rng
from games.tilekingdom.bots.levels import easy
from games.tilekingdom.bots.weighing import weigh
from games.tilekingdom.options import Options
from games.tilekingdom.rules import Tilekingdom
from tests.games.plainly import Plainly
from tests.games.thinking import ticking
from tests.games.tilekingdom.table import SECRET
from tests.size import runs


def ends(number, come=1, **options):
    """Yield the rules and the last positions of a game of Easy's, so few tiles being to come."""
    game = Tilekingdom(Options(mode="chess" if number % 4 == 3 else "default", **options))
    secret = number.to_bytes(32, "big")
    state = game.initial_state(2 + number % 4 * (number % 3 > 0), Rng(secret, 0))
    for ply in itertools.count(1):
        if state.to_move is None:
            return
        if len(state.order) + sum(state.bag.values()) <= come:
            yield game, state
        rng = Rng(secret, ply, "bot")
        action = easy.choose(game, state, state.to_move, rng, ticking(1))
        state = game.apply_action(state, action, Rng(secret, ply))


def key_of(state):
    return state.placements, state.subjects, state.scores, state.tile


def weighed(game, state, also=(), budget=None):
    return weigh(game, state, state.to_move, Rng(SECRET, 1), budget or Budget.of_looks(1), also)


@pytest.mark.parametrize("number", range(runs(100, quick=3)))
def test_the_last_two_tiles_are_weighed_as_a_search_of_all_turns_says(number):
    for game, state in ends(number):
        player, after = state.to_move, Plainly(game, key_of, most=100_000).after(state)
        found = weighed(game, state, tuple(after))
        assert found[0].chance == max(chances[player] for chances, _ in after.values())
        assert {one.action for one in found} == set(after)
        for one in found:
            assert ((one.chances, one.points), one.error) == (after[one.action], 0)


def drawn(game, state, action):
    """Return what can follow a turn: each tile that can be drawn, and how many there are of it."""
    after = {}
    for number in range(8 if len(state.bag) > 1 else 1):
        one = game.apply_action(state, action, Rng(SECRET, number))
        after[one.tile] = one
    return [(state.bag.get(tile, 1), one) for tile, one in after.items()]


@pytest.mark.thorough
@pytest.mark.parametrize("number", range(4))
def test_with_two_tiles_to_come_each_that_can_be_drawn_counts(number):
    game, state = next(ends(number, 2, subjects=1))
    after = Plainly(game, key_of, most=100_000, draws=drawn).after(state)
    found = weighed(game, state, budget=Budget.of_looks(100_000))
    assert len(found) >= 3
    for one in found:
        chances, points = after[one.action]
        assert (one.chances, one.error) == (pytest.approx(chances), 0)
        assert one.points == pytest.approx(points)


@pytest.mark.parametrize("looks", [0, 5])
def test_without_the_time_for_all_answers_nothing_is_certain(looks):
    game, state = next(ends(0))
    budget = ticking(looks)
    found = weighed(game, state, budget=budget)
    assert budget.looks <= looks + 2
    assert len(found) >= 3
    assert {one.error for one in found} == {0.1}


@pytest.mark.parametrize("come", [2, 3])
def test_answers_of_which_only_some_are_tried_leave_a_doubt(come):
    game, state = next(ends(0, come))
    assert {one.error for one in weighed(game, state)} == {0.1}

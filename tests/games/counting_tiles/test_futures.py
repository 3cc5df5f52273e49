"""What an action costs, by playing on in futures that nobody can know."""

import functools
import itertools

import pytest

from games.core.bots import Budget
from games.core.review.judging import Grade, judge
from games.core.rng import Rng
from games.counting_tiles.bots.futures import EVERY, Futures
from games.counting_tiles.bots.search import weigh
from games.counting_tiles.position.model import Place
from tests.games.counting_tiles.table import SECRET, Table
from tests.games.thinking import ticking
from tools.fitting import counting_tiles as fitting
from tools.simulating import mean_and_error

MISTAKES = 30
FRESH = 2001  # matches from which on nothing was fitted


def spoilt():
    """Return a position in which a 6 completes a row, or makes the sum of another too high."""
    table = Table().row(1, "1 2 3 4 5 .", target=21).row(2, "9 9 9 9 . .", target=40).hold(6)
    return table.game, table.state


def judged(budget):
    """Return what is said of making the sum of a row too high."""
    game, state = spoilt()
    return judge(weigh(game, state, 0, Rng(SECRET, 1, "review"), budget, [Place(10)]), Place(10))


def test_a_turn_costs_as_much_as_reviews_say():
    """One of the many that are tried in full numbers."""
    cost = fitting.judged(15, 8)
    assert cost is not None
    assert cost.grade in (Grade.INACCURATE, Grade.MISTAKE)
    assert abs(cost.apart) <= 2


def test_without_enough_looks_the_sketch_has_a_large_error():
    few, enough = judged(Budget.of_looks(EVERY)), judged(Budget.of_looks(2 * EVERY))
    assert few.played.error > enough.played.error > 0


def test_nothing_is_played_on_while_somebody_waits():
    budget = ticking(1000)
    assert judged(budget) == judged(Budget.of_looks(EVERY))
    assert budget.looks < 10


def test_futures_bring_the_same_tiles_whatever_is_done():
    table = Table()
    futures = Futures(table.game, table.state, Rng(SECRET, 1), span=(3, 4))
    tiles = [
        [(after.draws, after.tile) for after, _ in futures.states(action, SECRET)]
        for action in (Place(0), Place(20))
    ]
    assert tiles[0] == tiles[1]
    assert len(tiles[0]) == 4


@pytest.mark.parametrize(("options", "drops"), [({"interval": 12}, 3), ({"drops": "counted"}, 3)])
def test_random_tiles_fall_in_futures_too(options, drops):
    """An action takes three seconds, so they fall with every fourth one either way."""
    table = Table(challenge=False, **options)
    futures = Futures(table.game, table.state, Rng(SECRET, 1), span=(5, 12))
    *_, (after, _) = futures.states(Place(0), SECRET)
    assert (after.draws - table.state.draws, after.drops) == (12, drops)


@functools.cache
def costs():
    """Return what the worst of 40 actions cost, as told and as it came, until enough are found."""
    found = []
    for number in itertools.count(FRESH):
        found.append(fitting.judged(number))
        if sum(one is not None and one.grade is Grade.MISTAKE for one in found) == MISTAKES:
            return [one for one in found if one is not None]
    raise AssertionError


@pytest.mark.thorough
def test_mistakes_cost_as_much_as_reviews_say():
    mistakes = [one for one in costs() if one.grade is Grade.MISTAKE]
    assert len(mistakes) == MISTAKES
    apart, error = mean_and_error([one.apart for one in mistakes])
    assert abs(apart) <= 2 * error + 0.2
    assert sum(abs(one.apart) <= 2 for one in mistakes) >= 0.9 * len(mistakes)


@pytest.mark.thorough
def test_few_turns_that_cost_a_lot_are_called_good():
    """Twice the error is taken off a cost before it counts, so some are."""
    worst = [one for one in costs() if one.came - 2 * one.came_error > 0.07]
    assert sum(one.grade in (Grade.BEST, Grade.GOOD) for one in worst) <= 0.25 * len(worst)

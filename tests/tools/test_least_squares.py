"""Fits are held against what they must find."""

import random

import pytest

from tools.fitting.least_squares import Row, fit, rows_of


def games(count, noise, seed=1):
    """Games whose values are 3 times one part and 2 off for the other, and some chance besides."""
    chance = random.Random(seed)
    for _ in range(count):
        luck = chance.gauss(0, noise)  # the same in all turns of a game
        parts = [(chance.random(), chance.random(), 1.0) for _ in range(5)]
        yield rows_of(((a, b, one), 3 * a - 2 * b + 7 + luck) for a, b, one in parts)


def test_without_chance_the_numbers_are_found_exactly():
    found = fit(list(games(4, 0)), 3)
    assert found.numbers == pytest.approx([3, -2, 7])
    assert found.errors == pytest.approx([0, 0, 0], abs=1e-6)
    assert found.rows == 20


def test_errors_are_those_of_games_and_not_of_turns():
    """The numbers of 200 lots of games deviate as the errors of one lot say."""
    lots = [fit(list(games(40, 1, seed)), 3) for seed in range(200)]
    for place, truth in enumerate((3, -2, 7)):
        off = [lot.numbers[place] - truth for lot in lots]
        spread = (sum(one * one for one in off) / len(off)) ** 0.5
        told = sum(lot.errors[place] for lot in lots) / len(lots)
        assert told == pytest.approx(spread, rel=0.2)


def test_an_undetermined_number_is_refused():
    with pytest.raises(ValueError, match="determines number 1"):
        fit([[Row({0: 1.0}, 2.0)]], 2)

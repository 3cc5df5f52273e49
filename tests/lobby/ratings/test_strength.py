"""Ratings: the model's promises, for every pattern of ties."""

import random
from itertools import pairwise

import pytest
from openskill.models import BradleyTerryFull, BradleyTerryPart

from lobby.ratings.strength import (
    ENOUGH_PEOPLE,
    Strength,
    is_provisional,
    ordinal,
    rate,
    shown,
    start,
)


def patterns() -> list[tuple[int, ...]]:
    """All ways in which 2 to 6 can share places, best first: (1, 1, 3) and so on."""
    found = []
    for size in range(2, 7):
        for bits in range(1 << (size - 1)):
            places = [1]
            for i in range(1, size):
                places.append(i + 1 if bits >> (i - 1) & 1 else places[-1])
            found.append(tuple(places))
    return found


def test_there_are_62_patterns():
    assert len(set(patterns())) == len(patterns()) == 62


@pytest.mark.parametrize("strength", [start(), Strength(31.5, 2.25)])
@pytest.mark.parametrize("places", patterns())
def test_among_equals_a_better_place_never_gains_less_and_an_equal_one_the_same(
    places: tuple[int, ...], strength: Strength
):
    after = rate([strength] * len(places), places)
    for (place, one), (following, other) in pairwise(zip(places, after, strict=True)):
        if place == following:
            assert one == other
        else:
            assert one.mu > other.mu
            assert ordinal(one) >= ordinal(other)


@pytest.mark.parametrize("seed", range(50))
def test_the_order_of_the_seats_does_not_part_equals(seed: int):
    rng = random.Random(seed)
    size = rng.randint(2, 6)
    strengths = [
        Strength(rng.choice([20.0, 25.0, 30.0]), rng.choice([2.0, 6.0])) for _ in range(size)
    ]
    places = [rng.randint(1, 3) for _ in range(size)]
    after = rate(strengths, places)
    for i in range(size):
        for j in range(size):
            if (strengths[i], places[i]) == (strengths[j], places[j]):
                assert after[i] == after[j]


def test_whoever_was_not_there_comes_last():
    assert rate([start()] * 3, (1, 2, 0)) == rate([start()] * 3, (1, 2, 3))


def test_a_pair_that_is_left_out_says_nothing_of_either():
    before = [start(), Strength(31.5, 2.25)]
    assert rate(before, (1, 2), {(0, 1)}) == before
    one, two, three = rate([start()] * 3, (1, 2, 3), {(0, 1), (0, 2)})
    assert one == start()
    assert (two.mu - start().mu) == (start().mu - three.mu) > 0


def test_a_match_of_two_is_as_the_library_has_it():
    model = BradleyTerryFull()
    for places in ((1, 2), (2, 1), (1, 1)):
        before = [Strength(31.5, 2.25), start()]
        teams = [[model.rating(mu=each.mu, sigma=each.sigma)] for each in before]
        expected = model.rate(teams, ranks=list(map(float, places)))
        assert rate(before, places) == [Strength(one.mu, one.sigma) for (one,) in expected]


@pytest.mark.parametrize("places", patterns())
def test_a_match_of_several_is_as_the_library_has_it_with_a_window_as_wide_as_the_table(
    places: tuple[int, ...],
):
    model = BradleyTerryPart(window_size=len(places))
    rng = random.Random(len(places))
    before = [Strength(rng.uniform(15, 35), rng.uniform(1, 8)) for _ in places]
    teams = [[model.rating(mu=each.mu, sigma=each.sigma)] for each in before]
    expected = model.rate(teams, ranks=list(map(float, places)))
    for found, (one,) in zip(rate(before, places), expected, strict=True):
        assert (found.mu, found.sigma) == pytest.approx((one.mu, one.sigma), rel=1e-12)


def test_a_newcomer_is_provisional_at_1000_until_enough_results():
    one, other = start(), start()
    assert (ordinal(one), shown(one), is_provisional(one, ENOUGH_PEOPLE)) == (0.0, 1000, True)
    played = 0
    while is_provisional(one, ENOUGH_PEOPLE):
        one, other = rate([one, other], (1 + played % 2, 2 - played % 2))
        played += 1
    assert 8 <= played <= 16
    assert is_provisional(one, ENOUGH_PEOPLE - 1)


def test_the_stronger_comes_out_above():
    rng = random.Random(1)
    people = {each: start() for each in range(6)}
    for _ in range(600):
        one, other = rng.sample(sorted(people), 2)
        wins = rng.random() < 1 / (1 + 4.0 ** (other - one))
        people[one], people[other] = rate([people[one], people[other]], (1, 2) if wins else (2, 1))
    assert sorted(people, key=lambda each: ordinal(people[each])) == [0, 1, 2, 3, 4, 5]

"""Ratings: the model's promises, for every pattern of ties."""

import random
from itertools import pairwise

import pytest

from lobby.ratings.strength import Strength, is_provisional, ordinal, rate, shown, start


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


def test_with_help_a_rating_can_only_fall():
    before = [start(), start()]
    assert rate(before, (1, 2), (True, False))[0] == start()
    assert rate(before, (1, 2), (False, True)) == rate(before, (1, 2))
    assert rate(before, (1, 1), (True, True))[0] == start()  # surer is higher, too


def test_a_newcomer_is_provisional_at_1000_until_enough_results():
    one, other = start(), start()
    assert (ordinal(one), shown(one), is_provisional(one)) == (0.0, 1000, True)
    played = 0
    while is_provisional(one):
        one, other = rate([one, other], (1 + played % 2, 2 - played % 2))
        played += 1
    assert 8 <= played <= 16


def test_the_stronger_comes_out_above():
    rng = random.Random(1)
    people = {each: start() for each in range(6)}
    for _ in range(600):
        one, other = rng.sample(sorted(people), 2)
        wins = rng.random() < 1 / (1 + 4.0 ** (other - one))
        people[one], people[other] = rate([people[one], people[other]], (1, 2) if wins else (2, 1))
    assert sorted(people, key=lambda each: ordinal(people[each])) == [0, 1, 2, 3, 4, 5]

"""Who plays at which level: the last season first, nobody moved twice, sizes within bounds."""

import random
from datetime import timedelta

import pytest

from lobby.leagues.season.pairing.divisions import draw_up, movers
from lobby.leagues.season.rules import Rules
from lobby.leagues.season.values import Entrant, Standing
from tests.lobby.leagues.season.seasons import START, entrant
from tests.size import runs

RULES = Rules(division_least=4, division_ideal=6, division_most=8, movement="third")


def back(id: int, last: int, place: int, **changes: object) -> Entrant:
    """A player of some level in the season before."""
    chosen = {"standing": Standing.REGISTERED, "level": None, "seed": 0, "pause": 1} | changes
    return entrant(id, last=last, last_place=place, **chosen)


def new(id: int, rating: float = 0.0) -> Entrant:
    return entrant(id, standing=Standing.REGISTERED, level=None, seed=0, rating=rating)


def test_a_first_season_is_drawn_up_by_rating():
    entrants = [new(each, rating=each) for each in range(1, 13)]
    assert draw_up(entrants, RULES) == [[12, 11, 10, 9, 8, 7], [6, 5, 4, 3, 2, 1]]


def test_among_equal_newcomers_whoever_asked_first_is_higher():
    entrants = [
        Entrant(id=each, joined_at=START + timedelta(hours=20 - each)) for each in range(1, 13)
    ]
    assert draw_up(entrants, RULES)[0] == [12, 11, 10, 9, 8, 7]


def test_whoever_played_last_season_keeps_the_level_it_led_to():
    upper = [back(each, 1, each) for each in range(1, 5)]
    upper += [back(each, 1, each, moved=1) for each in (11, 12)]
    lower = [back(each, 2, each, rating=99.0) for each in range(21, 25)]
    lower += [back(each, 2, each, moved=-1) for each in (31, 32)]
    first, second = draw_up(upper + lower, RULES)
    assert set(first) == {1, 2, 3, 4, 11, 12}
    assert set(second) == {21, 22, 23, 24, 31, 32}


def test_a_gap_is_filled_by_the_best_who_stayed_below_and_nobody_goes_up_twice():
    upper = [back(each, 1, each) for each in (1, 2)]
    promoted = [back(each, 2, each, moved=1) for each in (11, 12, 13)]
    stayed = [back(each, 2, each) for each in (21, 22, 23, 24, 25)]
    first, second = draw_up(upper + promoted + stayed, RULES)
    assert set(first) == {1, 2, 21, 22, 23}
    assert set(second) == {11, 12, 13, 24, 25}


def test_where_there_are_too_many_newcomers_and_those_back_after_a_break_go_down_first():
    upper = [back(each, 1, each) for each in range(1, 8)]
    upper += [back(8, 1, 1, pause=2), back(9, 1, 2, moved=1)]
    lower = [back(each, 2, each) for each in range(21, 24)]
    first, second = draw_up(upper + lower, RULES)
    assert set(first) == {1, 2, 3, 4, 5, 6, 7, 9}
    assert set(second) == {8, 21, 22, 23}


def test_after_a_long_break_one_begins_a_level_lower():
    upper = [back(each, 1, each) for each in range(1, 6)] + [back(9, 1, 1, pause=5)]
    lower = [back(each, 2, each) for each in range(21, 27)]
    first, second = draw_up(upper + lower, RULES)
    assert 9 in second
    assert set(first) == {1, 2, 3, 4, 5, 21}


@pytest.mark.parametrize("seed", range(runs(100, quick=40)))
def test_whoever_comes_the_divisions_hold_everyone_within_the_bounds(seed: int):
    rng = random.Random(seed)
    least = rng.randint(4, 8)
    ideal = rng.randint(least, 12)
    most = rng.randint(ideal, 16)
    rules = Rules(division_least=least, division_ideal=ideal, division_most=most)
    entrants = [
        back(each, rng.randint(1, 6), rng.randint(1, 9), moved=rng.choice([-1, 0, 0, 1]))
        if rng.random() < 0.6
        else new(each, rng.random())
        for each in range(1, rng.randint(2, 60) + 1)
    ]
    divisions = draw_up(entrants, rules)
    assert sorted(each for division in divisions for each in division) == [
        each.id for each in entrants
    ]
    sizes = [len(division) for division in divisions]
    n, count = len(entrants), len(sizes)
    if any(least * k <= n <= most * k for k in range(1, 20)):
        assert all(least <= size <= most for size in sizes)
    assert max(sizes) <= most
    assert count == 1 or min(sizes) >= min(least, n // count)
    assert draw_up(entrants[::-1], rules) == divisions


def next_season(rng: random.Random, divisions: list[list[int]], rules: Rules) -> list[Entrant]:
    """Whoever of them comes again, where random results led; one in seven does not."""
    following = []
    for level, division in enumerate(divisions, 1):
        order = rng.sample(division, len(division))
        up, down = movers(len(order), rules, level=level, levels=len(divisions))
        for place, one in enumerate(order, 1):
            moved = 1 if place <= up else -1 if place > len(order) - down else 0
            if rng.random() > 1 / 7:
                following.append(back(one, level - moved, place, moved=moved))
    return following


def test_season_after_season_next_to_nobody_goes_up_or_down_twice():
    """Many drop out and few come; it takes a whole level of promoted people to move one again."""
    rules = Rules(division_least=6, division_ideal=8, division_most=12)
    twice, all_of_them = 0, 0
    for seed in range(40):
        rng = random.Random(seed)
        there = [new(each, rng.random()) for each in range(1, rng.randint(20, 60))]
        for _ in range(5):
            following = next_season(rng, draw_up(there, rules), rules)
            first = max(each.id for each in there) + 1
            there = following + [new(each, rng.random()) for each in range(first, first + 4)]
            divisions = draw_up(there, rules)
            levels = {one: level for level, each in enumerate(divisions, 1) for one in each}
            all_of_them += len(following)
            twice += sum(
                each.moved * (each.last - levels[each.id]) > 0
                for each in following
                if each.last <= len(divisions)
            )
    assert twice * 200 < all_of_them


def test_where_nobody_drops_out_everyone_plays_where_their_results_led():
    rules = Rules(division_least=6, division_ideal=8, division_most=12)
    rng = random.Random(1)
    divisions = [list(range(first, first + 8)) for first in (10, 20, 30, 40)]
    for _ in range(10):
        following = []
        for level, division in enumerate(divisions, 1):
            up, down = movers(8, rules, level=level, levels=4)
            for place, one in enumerate(rng.sample(division, 8), 1):
                moved = 1 if place <= up else -1 if place > 8 - down else 0
                following.append(back(one, level - moved, place, moved=moved))
        divisions = draw_up(following, rules)
        assert [len(each) for each in divisions] == [8, 8, 8, 8]
        levels = {one: level for level, each in enumerate(divisions, 1) for one in each}
        assert all(levels[each.id] == each.last for each in following)


def test_500_are_drawn_up():
    rng = random.Random(5)
    entrants = [back(each, rng.randint(1, 30), rng.randint(1, 16)) for each in range(1, 501)]
    rules = Rules(division_least=10, division_ideal=16, division_most=20)
    divisions = draw_up(entrants, rules)
    assert len(divisions) in {30, 31, 32}
    assert {len(each) for each in divisions} <= set(range(10, 21))


@pytest.mark.parametrize(
    ("movement", "size", "number"),
    [
        ("none", 8, 0),
        ("one", 8, 1),
        ("sixth", 8, 2),
        ("fifth", 10, 2),
        ("fourth", 9, 3),
        ("third", 9, 3),
        ("third", 4, 1),
        ("third", 1, 0),
    ],
)
def test_so_many_move_up_and_as_many_down(movement: str, size: int, number: int):
    rules = Rules(movement=movement)
    assert movers(size, rules, level=2, levels=3) == (number, number)
    assert movers(size, rules, level=1, levels=3) == (0, number)
    assert movers(size, rules, level=3, levels=3) == (number, 0)
    assert movers(size, rules, level=1, levels=1) == (0, 0)

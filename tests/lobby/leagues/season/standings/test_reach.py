"""Places still open: against brute force over all that can still happen."""

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise, product

import pytest

from lobby.leagues.season.pairing import round_robin
from lobby.leagues.season.rules import Rules
from lobby.leagues.season.standings import passing as search
from lobby.leagues.season.standings import points
from lobby.leagues.season.standings.reach import reach
from lobby.leagues.season.standings.standings import table
from lobby.leagues.season.values import (
    Fixture,
    FixtureStatus,
    How,
    Outcome,
    Purpose,
    Season,
    Standing,
)
from tests.lobby.leagues.season.seasons import entrant, over, planned, season
from tests.size import runs

ENDS = {
    2: [(1, 2), (2, 1), (1, 1), (1, 0), (0, 1)],
    3: [
        *[(1, 2, 3), (1, 3, 2), (2, 1, 3), (2, 3, 1), (3, 1, 2), (3, 2, 1)],
        *[(1, 1, 3), (1, 3, 1), (3, 1, 1), (1, 2, 2), (2, 1, 2), (2, 2, 1), (1, 1, 1)],
        *[(1, 2, 0), (1, 0, 2), (2, 1, 0), (2, 0, 1), (0, 1, 2), (0, 2, 1)],
        *[(1, 1, 0), (1, 0, 1), (0, 1, 1)],
    ],
}
POINTS = [(2, 1, 0), (3, 1, 0), (2, 1, 1), (3, 2, 1), (1, 0, 0)]


def end(of: Season, fixture: Fixture, places: tuple[int, ...]) -> Season:
    done = replace(fixture, status=FixtureStatus.OVER, outcome=Outcome(places, How.PLAYED))
    fixtures = tuple(done if each.key == fixture.key else each for each in of.fixtures)
    return replace(of, fixtures=fixtures)


def open_fixtures(of: Season) -> list[Fixture]:
    return [each for each in of.fixtures if each.status == FixtureStatus.PLANNED]


def finals(of: Season) -> Iterator[dict[int, int]]:
    """All final points that can still come about."""
    totals = {row.entrant: row.points for row in table(of, 1)}
    left = open_fixtures(of)
    for ends in product(*(ENDS[len(each.seats)] for each in left)):
        final = dict(totals)
        for fixture, places in zip(left, ends, strict=True):
            gained = points.points(of.rules, Outcome(places, How.PLAYED))
            for each, gain in zip(fixture.seats, gained, strict=True):
                final[each] += gain
        yield final


def brute(of: Season) -> dict[int, tuple[int, int]]:
    found = {each.id: (99, 0) for each in of.entrants}
    for final in finals(of):
        for each, own in final.items():
            best = 1 + sum(other > own for other in final.values())
            worst = sum(other >= own for other in final.values())
            found[each] = (min(found[each][0], best), max(found[each][1], worst))
    return found


def a_season(rng: random.Random, *, tables: bool = False) -> Season:
    """A season of a few people, half played."""
    size = rng.randint(3, 6)
    win, draw, loss = rng.choice(POINTS)
    rules = Rules(win=win, draw=draw, loss=loss)
    pairs = [seats for pairs in round_robin(range(1, size + 1)) for seats in pairs]
    if tables:
        rules = replace(rules, format="tables", table_size=3, rounds=1)
        size = 6
        pairs = [tuple(rng.sample(range(1, 7), 3)) for _ in range(5)]
    people = [entrant(each) for each in range(1, size + 1)]
    left = 3 if tables else rng.choice([2, 3, 4, 4, 4, 5])
    fixtures = []
    for number, seats in enumerate(rng.sample(pairs, len(pairs)), 1):
        if number > len(pairs) - left:
            fixtures.append(planned(number, seats))
        else:
            fixtures.append(over(number, seats, rng.choice(ENDS[len(seats)])))
    return season(rules, people, fixtures, rounds=1)


@pytest.mark.parametrize("block", range(runs(20, quick=1)))
def test_on_500_small_tables_the_places_are_those_of_brute_force(block: int):
    for seed in range(25):
        of = a_season(random.Random(1000 * block + seed))
        assert reach(of, 1) == brute(of)


@pytest.mark.parametrize("seed", range(runs(12, quick=2)))
def test_with_three_at_a_table_they_are_those_of_brute_force(seed: int):
    of = a_season(random.Random(seed), tables=True)
    assert reach(of, 1) == brute(of)


def a_long_season(rng: random.Random, size: int) -> Season:
    fixtures = [
        planned(number, seats, round=at)
        for at, pairs in enumerate(round_robin(range(1, size + 1)), 1)
        for number, seats in enumerate(pairs)
    ]
    people = [entrant(each) for each in range(1, size + 1)]
    return season(Rules(), people, fixtures, rounds=size)


@pytest.mark.parametrize("seed", range(runs(25, quick=8)))
def test_as_a_season_goes_on_no_interval_widens_and_the_last_is_the_place(seed: int):
    rng = random.Random(seed)
    of = a_long_season(rng, rng.randint(4, 9))
    history = [reach(of, 1)]
    for fixture in rng.sample(open_fixtures(of), len(of.fixtures)):
        of = end(of, fixture, rng.choice(ENDS[2]))
        history.append(reach(of, 1, history[-1]))
    for earlier, later in pairwise(history):
        assert all(earlier[each][0] <= later[each][0] for each in later)
        assert all(earlier[each][1] >= later[each][1] for each in later)
    assert history[-1] == {row.entrant: (row.place, row.place) for row in table(of, 1)}


@pytest.mark.parametrize("seed", range(runs(4, quick=2)))
def test_where_the_search_has_to_give_up_no_interval_excludes_or_widens(
    seed: int, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(search, "WIDTHS", (1, 3))
    rng = random.Random(seed)
    of = a_long_season(rng, 7)
    history = [reach(of, 1)]
    for fixture in rng.sample(open_fixtures(of), len(of.fixtures)):
        of = end(of, fixture, rng.choice(ENDS[2]))
        history.append(reach(of, 1, history[-1]))
        if len(open_fixtures(of)) == 5:
            exact = brute(of)
            assert all(history[-1][each][0] <= exact[each][0] for each in exact)
            assert all(history[-1][each][1] >= exact[each][1] for each in exact)
    for earlier, later in pairwise(history):
        assert all(earlier[each][0] <= later[each][0] for each in later)
        assert all(earlier[each][1] >= later[each][1] for each in later)
    for row in table(of, 1):
        assert all(each[row.entrant][0] <= row.place <= each[row.entrant][1] for each in history)


def pairings(ids: list[int]) -> Iterator[list[tuple[int, int]]]:
    if not ids:
        yield []
        return
    first, *rest = ids
    for other in rest:
        for pairs in pairings([each for each in rest if each != other]):
            yield [(first, other), *pairs]


@pytest.mark.parametrize("seed", range(runs(10, quick=3)))
def test_of_swiss_rounds_to_come_no_reachable_place_is_excluded(seed: int):
    rng = random.Random(seed)
    rules = Rules(format="swiss", rounds=3)
    people = [entrant(each) for each in range(1, 7)]
    of = season(
        rules,
        people,
        [
            over(number, seats, rng.choice(ENDS[2]), round=at)
            for at, pairs in enumerate(rng.sample(list(pairings([1, 2, 3, 4, 5, 6])), 2), 1)
            for number, seats in enumerate(pairs)
        ],
        rounds=2,
    )
    found = reach(of, 1)
    for pairs in pairings([1, 2, 3, 4, 5, 6]):
        third = [planned(number, seats, round=3) for number, seats in enumerate(pairs)]
        after = replace(of, fixtures=(*of.fixtures, *third), rounds=3)
        for each, (best, worst) in brute(after).items():
            assert found[each][0] <= best
            assert found[each][1] >= worst


def test_before_the_first_match_every_place_is_open():
    assert reach(season(Rules(), [entrant(1), entrant(2)]), 1) == {1: (1, 2), 2: (1, 2)}


def test_whoever_has_withdrawn_stands_below_all_others():
    people = [entrant(1), entrant(2), entrant(3), entrant(4, standing=Standing.WITHDRAWN)]
    games = [over(1, (1, 4), (1, 0)), planned(2, (1, 2)), planned(3, (1, 3)), planned(4, (2, 3))]
    assert reach(season(Rules(), people, games, rounds=3), 1)[4] == (4, 4)


def test_whoever_has_to_play_off_can_come_to_each_of_the_shared_places():
    rules = Rules(tie_1="", tie_2="", tie_3="", last="play_off", movement="none")
    people = [entrant(each) for each in (1, 2, 3, 4)]
    games = [over(1, (1, 2), (1, 2)), over(2, (3, 4), (1, 2))]
    of = season(rules, people, games, rounds=1)
    expected = {1: (1, 2), 3: (1, 2), 2: (3, 3), 4: (3, 3)}
    assert reach(of, 1) == expected
    off = replace(planned(3, (1, 3), round=2), purpose=Purpose.PLAY_OFF)
    pending = replace(of, fixtures=(*of.fixtures, off))
    assert reach(pending, 1) == expected
    assert reach(end(pending, off, (2, 1)), 1) == {3: (1, 1), 1: (2, 2), 2: (3, 3), 4: (3, 3)}


def test_in_a_knock_out_places_follow_from_the_bracket():
    people = [entrant(each) for each in range(1, 9)]
    first = [over(each, (each, 9 - each), (1, 2)) for each in range(1, 4)]
    of = season(Rules(format="knockout"), people, [*first, planned(4, (4, 5))], rounds=1)
    found = reach(of, 1)
    assert [found[each] for each in (1, 4, 5, 8)] == [(1, 4), (1, 5), (1, 5), (5, 5)]
    of = end(of, planned(4, (4, 5)), (1, 2))
    second = [over(5, (1, 4), (1, 2), round=2), planned(6, (2, 3), round=2)]
    of = replace(of, fixtures=(*of.fixtures, *second), rounds=2)
    found = reach(of, 1)
    assert [found[each] for each in (1, 2, 4, 5)] == [(1, 2), (1, 4), (3, 4), (5, 5)]
    of = end(of, second[1], (2, 1))
    third = replace(planned(7, (4, 2), round=3), purpose=Purpose.THIRD)
    final = replace(planned(8, (1, 3), round=3), purpose=Purpose.FINAL)
    of = replace(of, fixtures=(*of.fixtures, third, final), rounds=3)
    found = reach(of, 1)
    assert [found[each] for each in (1, 2, 3, 4)] == [(1, 2), (3, 4), (1, 2), (3, 4)]
    of = end(end(of, third, (2, 1)), final, (1, 2))
    assert reach(of, 1) == {1: (1, 1), 3: (2, 2), 2: (3, 3), 4: (4, 4)} | dict.fromkeys(
        (5, 6, 7, 8), (5, 5)
    )


def test_a_division_of_twenty_is_answered_at_every_stage():
    rng = random.Random(7)
    of = a_long_season(rng, 20)
    former = None
    for number, fixture in enumerate(rng.sample(open_fixtures(of), len(of.fixtures))):
        of = end(of, fixture, rng.choice(ENDS[2]))
        if number % 38 == 37:
            former = reach(of, 1, former)
    assert former == {row.entrant: (row.place, row.place) for row in table(of, 1)}

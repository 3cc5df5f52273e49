"""Who meets whom: everyone as often as the format says, seats in balance, few repeats."""

import random
from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest

from lobby.leagues.season.pairing import Player, fallen, knockout, round_robin, swiss, tables
from lobby.leagues.season.pairing.knockout import rounds as knockout_rounds
from lobby.leagues.season.pairing.tables import sizes
from lobby.leagues.season.values import How, Purpose
from tests.lobby.leagues.season.seasons import over, planned
from tests.size import THOROUGH, runs

SIZES = range(2, 61) if THOROUGH else (*range(2, 21), 31, 32, 33, 60)


@pytest.mark.parametrize("double", [False, True])
@pytest.mark.parametrize("size", SIZES)
def test_a_round_robin_brings_each_pair_together_and_balances_the_seats(size: int, double: bool):
    ids = list(range(100, 100 + size))
    rounds = round_robin(ids, double=double)
    met = Counter(frozenset(seats) for pairs in rounds for seats in pairs)
    assert met == {frozenset(pair): 1 + double for pair in combinations(ids, 2)}
    for pairs in rounds:
        there = [each for seats in pairs for each in seats]
        assert len(there) == len(set(there)) == size - size % 2
    lean = Counter(dict.fromkeys(ids, 0))
    for first, second in (seats for pairs in rounds for seats in pairs):
        lean[first] += 1
        lean[second] -= 1
    within = 0 if double or size % 2 else 1
    assert {abs(each) for each in lean.values()} == {within}


def test_the_two_best_of_a_round_robin_meet_last():
    assert set(round_robin([1, 2, 3, 4, 5, 6])[-1][0]) == {1, 2}


def test_one_alone_has_no_round_robin():
    assert round_robin([7]) == []


def play_swiss(size: int, rounds: int, seed: int) -> tuple[list[list[tuple[int, ...]]], list[bool]]:
    """Play with random results; for each round its pairs and whether it had no repeat."""
    rng = random.Random(seed)
    players = {each: Player(each, 0, Counter()) for each in range(1, size + 1)}
    history, fresh = [], []
    for _ in range(rounds):
        lot = rng.sample(sorted(players), size)
        ranked = sorted(players.values(), key=lambda each: -each.points)
        pairs = swiss(ranked, lot=lot)
        fresh.append(not any(players[pair[0]].met[pair[-1]] for pair in pairs))
        for pair in pairs:
            winner = rng.choice(pair)
            for each in pair:
                one = players[each]
                met = one.met + Counter(other for other in pair if other != each)
                players[each] = replace(
                    one,
                    points=one.points + 2 * (each == winner),
                    met=met,
                    firsts=one.firsts + (len(pair) == 2 and each == pair[0]),
                    games=one.games + (len(pair) == 2),
                    byes=one.byes + (len(pair) == 1),
                )
        history.append(pairs)
    return history, fresh


@pytest.mark.parametrize("seed", range(runs(40, quick=16)))
def test_swiss_rounds_name_everyone_once_and_repeat_nothing(seed: int):
    size = random.Random(seed).randint(2, 20)
    rounds = min(6, (size + 1) // 2)  # so many are possible whatever has been
    history, fresh = play_swiss(size, rounds, seed)
    for pairs in history:
        assert sorted(each for pair in pairs for each in pair) == list(range(1, size + 1))
    assert all(fresh)
    byes = Counter(pair[0] for pairs in history for pair in pairs if len(pair) == 1)
    assert not byes or max(byes.values()) == 1


@pytest.mark.parametrize("seed", range(runs(40, quick=16)))
def test_swiss_seats_stay_within_one_where_nothing_forces_them(seed: int):
    size = 2 * random.Random(seed).randint(6, 10)
    history, _fresh = play_swiss(size, 5, seed)
    lean: Counter[int] = Counter()
    for pairs in history:
        for first, second in pairs:
            lean[first] += 1
            lean[second] -= 1
    assert {abs(each) for each in lean.values()} == {1}


def a_fresh_pairing_exists(ids: list[int], met: dict[int, Counter[int]]) -> bool:
    if not ids:
        return True
    first, *rest = ids
    return any(
        a_fresh_pairing_exists([each for each in rest if each != other], met)
        for other in rest
        if not met[first][other]
    )


@pytest.mark.parametrize("seed", range(runs(60, quick=30)))
def test_swiss_repeats_a_meeting_only_if_there_is_no_other_pairing(seed: int):
    rng = random.Random(seed)
    ids = list(range(1, rng.choice([4, 6, 8]) + 1))
    met: dict[int, Counter[int]] = {each: Counter() for each in ids}
    for one, other in combinations(ids, 2):
        if rng.random() < 0.7:
            met[one][other] = met[other][one] = 1
    ranked = [Player(each, rng.randrange(4), met[each], 0, 0) for each in ids]
    pairs = swiss(ranked, lot=ids)
    repeated = any(met[one][other] for one, other in pairs)
    assert repeated is not a_fresh_pairing_exists(ids, met)


def test_in_the_first_swiss_round_the_upper_half_meets_the_lower():
    ranked = [Player(each, 0, Counter()) for each in range(1, 9)]
    pairs = swiss(ranked, lot=range(1, 9))
    assert pairs == [(1, 5), (2, 6), (3, 7), (4, 8)]


def test_the_bye_goes_to_the_lowest_of_those_without():
    ranked = [Player(each, 10 - each, Counter(), byes=each == 5) for each in range(1, 6)]
    assert swiss(ranked, lot=range(1, 6))[-1] == (4,)


def test_whoever_sat_first_less_often_sits_first():
    one = Player(1, 0, Counter(), firsts=2, games=3)
    other = Player(2, 0, Counter(), firsts=1, games=3)
    assert swiss([one, other], lot=[1, 2]) == [(2, 1)]


@pytest.mark.parametrize("size", SIZES)
def test_a_knock_out_gives_byes_to_the_best_and_ends_with_two_matches(size: int):
    ids = list(range(1, size + 1))
    lost: list[set[int]] = []
    for number in range(1, knockout_rounds(size) + 1):
        meetings = knockout(ids, lost)
        there = [each for seats, purpose in meetings for each in seats]
        if number == 1:
            alone = sorted(seats[0] for seats, _ in meetings if len(seats) == 1)
            assert alone == ids[: 2 ** knockout_rounds(size) - size]
            assert sorted(there) == ids
        lost.append({max(seats) for seats, purpose in meetings if len(seats) == 2})
    assert knockout(ids, lost) == []
    purposes = [purpose for _seats, purpose in meetings]
    assert purposes == ([Purpose.FINAL, Purpose.THIRD] if size > 3 else [Purpose.FINAL])
    assert set(meetings[0][0]) == {1, 2}
    if size > 3:
        assert set(meetings[1][0]) == {3, 4}


def test_of_three_the_loser_of_the_only_semi_final_is_third_without_a_match():
    assert knockout([1, 2, 3], []) == [((1,), Purpose.ROUND), ((2, 3), Purpose.ROUND)]
    assert knockout([1, 2, 3], [{3}]) == [((1, 2), Purpose.FINAL)]


def test_where_both_are_out_the_next_has_nobody_to_meet():
    assert knockout([1, 2, 3, 4], [{1, 4, 3}]) == [
        ((2,), Purpose.FINAL),
    ]


def test_in_a_knock_out_who_sat_first_less_often_sits_first():
    assert knockout([1, 2], [], firsts={1: 1})[0][0] == (2, 1)


def test_a_drawn_meeting_is_undecided_until_its_replay():
    drawn = over(1, (1, 4), (1, 1))
    other = over(2, (2, 3), (2, 1))
    replay = over(3, (4, 1), (1, 2), purpose=Purpose.REPLAY)
    assert fallen([drawn, other]) is None
    assert fallen([drawn, other, planned(3, (4, 1))]) is None
    assert fallen([drawn, other, replay]) == [{1, 2}]


def test_nobody_goes_on_where_nobody_played_and_a_bye_puts_nobody_out():
    absent = over(1, (1, 4), (0, 0), how=How.NO_SHOW)
    assert fallen([absent, over(2, (2,), (1,), how=How.BYE)]) == [{1, 4}]


@pytest.mark.parametrize("size", [3, 4, 5])
def test_tables_are_filled_evenly(size: int):
    for n in range(2, 61):
        found = sizes(n, size)
        assert sum(found) == n
        assert len(found) == -(-n // size)
        assert max(found) - min(found) <= 1
        if n > 5 and size > 3:
            assert min(found) >= 3


@pytest.mark.parametrize(
    ("n", "size", "found"),
    [(4, 3, [3, 1]), (5, 4, [4, 1]), (7, 3, [3, 3, 1]), (8, 3, [3, 3, 1, 1]), (2, 4, [1, 1])],
)
def test_where_a_game_needs_three_those_left_over_have_a_bye(n: int, size: int, found: list[int]):
    assert sizes(n, size, least=3) == found


@pytest.mark.parametrize("size", [3, 4, 5])
@pytest.mark.parametrize("n", [4, 5, 6, 7, 9, 11, 12, 16, 20])
def test_at_tables_all_meet_equally_often_and_have_the_first_seat_equally_often(n: int, size: int):
    ids = list(range(1, n + 1))
    met: Counter[frozenset[int]] = Counter()
    sat: Counter[tuple[int, int]] = Counter()
    for _ in range(8):
        round_ = tables(ids, size, met, sat)
        assert sorted(each for table in round_ for each in table) == ids
        for table in round_:
            met.update(frozenset(pair) for pair in combinations(table, 2))
            sat.update((each, seat) for seat, each in enumerate(table))
        firsts = [sat[each, 0] for each in ids]
        assert max(firsts) - min(firsts) <= 1
    times = [met[frozenset(pair)] for pair in combinations(ids, 2)]
    assert max(times) - min(times) <= 3


def test_byes_at_tables_go_round():
    sat: Counter[tuple[int, int]] = Counter()
    for _ in range(7):
        for table in tables(range(1, 8), 3, {}, sat, least=3):
            seats = [-1] if len(table) == 1 else range(len(table))
            sat.update(zip(table, seats, strict=True))
    assert [sat[each, -1] for each in range(1, 8)] == [1] * 7

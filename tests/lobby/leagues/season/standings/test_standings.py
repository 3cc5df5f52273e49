"""Places: points by the rules, tie-breaks in their order, shared places where nothing parts."""

import random
from dataclasses import replace
from fractions import Fraction

import pytest

from lobby.leagues.season.rules import Rules
from lobby.leagues.season.standings import points
from lobby.leagues.season.standings.standings import after_rounds, decides, lines, table
from lobby.leagues.season.values import FixtureStatus, How, Outcome, Purpose, Standing
from tests.lobby.leagues.season.seasons import entrant, over, planned, season

RULES = Rules(tie_1="", tie_2="", tie_3="")
FOUR = [entrant(each) for each in (1, 2, 3, 4)]


def places(of: object, level: int = 1) -> dict[int, int]:
    return {row.entrant: row.place for row in table(of, level)}


@pytest.mark.parametrize(
    ("found", "expected"),
    [((1, 2), (2, 0)), ((2, 1), (0, 2)), ((1, 1), (1, 1)), ((1, 0), (2, 0)), ((0, 0), (0, 0))],
)
def test_points_of_a_match_of_two(found: tuple[int, ...], expected: tuple[int, ...]):
    assert points.points(RULES, Outcome(found, How.PLAYED)) == expected


def test_a_loss_may_be_worth_something_but_not_to_be_absent():
    rules = Rules(win=3, draw=2, loss=1)
    assert points.points(rules, Outcome((1, 2), How.PLAYED)) == (3, 1)
    assert points.points(rules, Outcome((1, 0), How.FORFEIT)) == (3, 0)


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        ((1, 2, 3, 4), (6, 4, 2, 0)),
        ((1, 1, 3, 4), (5, 5, 2, 0)),
        ((1, 2, 2, 2), (6, 2, 2, 2)),
        ((1, 1, 1, 1), (3, 3, 3, 3)),
        ((1, 2, 3, 0), (6, 4, 2, 0)),
        ((2, 1, 3), (3, 5, 1)),
        ((1, 2), (4, 2)),
    ],
)
def test_points_at_a_table_of_four_are_worth_as_much_where_chairs_are_empty(
    found: tuple[int, ...], expected: tuple[int, ...]
):
    rules = Rules(format="tables", table_size=4)
    assert points.points(rules, Outcome(found, How.PLAYED)) == expected


@pytest.mark.parametrize(("format", "bye", "excused"), [("swiss", 2, 1), ("tables", 6, 3)])
def test_a_bye_is_worth_a_win_and_an_excuse_a_draw(format: str, bye: int, excused: int):
    rules = Rules(format=format, table_size=4)
    assert points.points(rules, Outcome((1,), How.BYE)) == (bye,)
    assert points.points(rules, Outcome((1,), How.EXCUSED)) == (excused,)


def test_the_table_counts_matches_points_and_spread():
    of = season(
        RULES,
        FOUR,
        [
            over(1, (1, 2), (1, 2), scores=(300, 250)),
            over(2, (3, 4), (1, 1), scores=(200, 200)),
            over(3, (2, 3), (0, 1), how=How.NO_SHOW, round=2),
            over(4, (4,), (1,), how=How.BYE, round=2),
            planned(5, (1, 4), round=3),
            replace(over(6, (1, 3), (2, 1), round=3), status=FixtureStatus.VOID),
        ],
    )
    rows = {row.entrant: row for row in table(of, 1)}
    assert [rows[each].points for each in (1, 2, 3, 4)] == [2, 0, 3, 3]
    assert [rows[each].spread for each in (1, 2, 3, 4)] == [50, -50, 0, 0]
    facts = [(row.played, row.won, row.drawn, row.lost) for row in map(rows.get, (1, 2, 3, 4))]
    assert facts == [(1, 1, 0, 0), (2, 0, 0, 2), (2, 1, 1, 0), (1, 0, 1, 0)]


@pytest.mark.parametrize("number", range(8))
def test_the_table_after_a_round_is_that_of_the_rounds_up_to_it(number: int):
    chance = random.Random(number)
    fixtures = [
        over(
            key,
            (one, other),
            chance.choice([(1, 2), (2, 1), (1, 1)]),
            round=key // 3 + 1,
            purpose=Purpose.PLAY_OFF if key % 7 == 6 else Purpose.ROUND,
        )
        for key, (one, other) in enumerate(chance.sample((1, 2, 3, 4), 2) for _ in range(18))
    ]
    of = season(Rules(), FOUR, fixtures)
    cut = [
        table(replace(of, fixtures=tuple(each for each in of.fixtures if each.round <= last)), 1)
        for last in range(1, 7)
    ]
    assert list(after_rounds(of, 1, range(1, 7))) == cut
    assert cut[-1] == table(of, 1)


def test_equals_share_a_place_and_stand_by_seed():
    names = [replace(entrant(each), seed=10 - each) for each in (1, 2, 3, 4)]
    of = season(RULES, names, [over(1, (1, 2), (1, 1)), over(2, (3, 4), (1, 2))])
    assert [(row.entrant, row.place) for row in table(of, 1)] == [(3, 1), (2, 2), (1, 2), (4, 4)]


def test_other_divisions_do_not_count():
    of = season(RULES, [*FOUR, entrant(9, level=2)], [over(1, (1, 2), (1, 2))])
    assert set(places(of)) == {1, 2, 3, 4}
    assert places(of, 2) == {9: 1}


def test_whoever_has_withdrawn_stands_below_all_and_keeps_the_points():
    gone = [entrant(1, standing=Standing.WITHDRAWN), *FOUR[1:]]
    of = season(RULES, gone, [over(1, (1, 2), (1, 2))])
    last = table(of, 1)[-1]
    assert (last.entrant, last.place, last.points, last.left) == (1, 4, 2, True)
    assert places(of) == {2: 1, 3: 1, 4: 1, 1: 4}


def test_head_to_head_counts_matches_among_equals_once_all_of_them_have_met():
    rules = replace(RULES, tie_1="head_to_head")
    first = [over(1, (1, 2), (2, 1)), over(2, (3, 4), (1, 2))]
    second = [over(3, (1, 3), (1, 2), round=2), over(4, (2, 4), (1, 2), round=2)]
    third = [over(5, (1, 4), (1, 2), round=3), over(6, (2, 3), (2, 1), round=3)]
    assert places(season(rules, FOUR, first)) == {2: 1, 3: 1, 1: 3, 4: 3}
    three = season(rules, FOUR, first + second + third)
    assert places(three) == {1: 1, 2: 1, 3: 1, 4: 4}  # each of three has beaten one of them
    two = season(rules, FOUR, [*first, *second, over(5, (1, 4), (1, 2)), over(6, (2, 3), (1, 1))])
    assert [row.points for row in table(two, 1)] == [5, 4, 3, 0]
    level = season(
        rules,
        FOUR,
        [over(1, (1, 2), (2, 1)), over(2, (1, 3), (1, 2)), over(3, (2, 4), (2, 1))],
    )
    rows = {row.entrant: row for row in table(level, 1)}
    assert [rows[each].points for each in (1, 2, 3, 4)] == [2, 2, 0, 2]
    assert {rows[each].place for each in (1, 2, 4)} == {1}  # 1 and 4 have not met


def test_sonneborn_berger_is_the_points_of_beaten_opponents():
    rules = replace(RULES, tie_1="sonneborn_berger")
    of = season(
        rules,
        FOUR,
        [over(1, (1, 3), (1, 2)), over(2, (2, 4), (1, 2)), over(3, (3, 4), (1, 2))],
    )
    rows = {row.entrant: row for row in table(of, 1)}
    assert rows[1].breaks == (2, 0)
    assert rows[2].breaks == (0, 0)
    assert (rows[1].place, rows[3].place, rows[2].place) == (1, 2, 2)


def test_buchholz_is_the_points_of_all_opponents_and_a_bye_counts_as_oneself():
    rules = replace(RULES, tie_1="buchholz")
    of = season(
        rules,
        FOUR[:3],
        [over(1, (1, 2), (1, 2)), over(2, (3,), (1,), how=How.BYE)],
    )
    rows = {row.entrant: row for row in table(of, 1)}
    assert [rows[each].breaks for each in (1, 2, 3)] == [(0, 0), (2, 0), (2, 0)]
    assert places(of) == {3: 1, 1: 2, 2: 3}


def test_at_tables_the_tie_breaks_take_averages_of_opponents():
    rules = Rules(
        format="tables", table_size=3, tie_1="sonneborn_berger", tie_2="buchholz", tie_3="spread"
    )
    of = season(rules, FOUR[:3], [over(1, (1, 2, 3), (1, 2, 3), scores=(10, 7, 2))])
    rows = table(of, 1)
    assert [row.points for row in rows] == [4, 2, 0]
    assert [row.breaks for row in rows] == [
        (1, 1, Fraction(11, 2), 0),
        (0, 2, 1, 0),
        (0, 3, Fraction(-13, 2), 0),
    ]
    assert [row.spread for row in rows] == [6, 1, -6]


def test_the_tie_breaks_are_taken_in_their_order():
    games = [
        over(1, (1, 2), (1, 2), scores=(10, 9)),
        over(2, (3, 4), (1, 2), scores=(50, 9)),
    ]
    spread = season(replace(RULES, tie_1="wins", tie_2="spread"), FOUR, games)
    assert places(spread) == {3: 1, 1: 2, 2: 3, 4: 4}
    wins = season(
        replace(RULES, win=2, draw=1, tie_1="wins"),
        FOUR,
        [over(1, (1, 2), (1, 2)), over(2, (3, 4), (1, 1)), over(3, (3, 2), (1, 1))],
    )
    assert places(wins) == {1: 1, 3: 2, 2: 3, 4: 3}


def test_a_play_off_is_due_where_the_first_place_or_a_line_depends_on_it():
    rules = replace(RULES, last="play_off", movement="one")
    people = [*FOUR, *[entrant(each, level=2) for each in (11, 12, 13, 14)]]
    games = [over(1, (1, 2), (1, 2)), over(2, (3, 4), (1, 2))]
    of = season(rules, people, games)
    assert decides(of, 1) == ((1, 3), (2, 4))
    assert decides(season(replace(rules, last="shared"), people, games), 1) == ()
    assert decides(season(replace(rules, movement="none"), people, games), 1) == ((1, 3),)


def test_a_play_off_parts_equals_gives_no_points_and_is_not_repeated():
    rules = replace(RULES, last="play_off", movement="none")
    games = [over(1, (1, 2), (1, 2)), over(2, (3, 4), (1, 2))]
    won = over(3, (1, 3), (2, 1), purpose=Purpose.PLAY_OFF, round=2)
    of = season(rules, FOUR, [*games, won])
    assert [(row.entrant, row.place, row.points) for row in table(of, 1)][:2] == [
        (3, 1, 2),
        (1, 2, 2),
    ]
    drawn = over(3, (1, 3), (1, 1), purpose=Purpose.PLAY_OFF, round=2)
    assert decides(season(rules, FOUR, [*games, drawn]), 1) == ()
    assert places(season(rules, FOUR, [*games, drawn]))[3] == 1


def test_lines_leave_out_who_has_withdrawn():
    people = [*FOUR, entrant(5, standing=Standing.WITHDRAWN), entrant(9, level=2)]
    of = season(replace(RULES, movement="fourth"), people)
    assert lines(of, 1) == (0, 1)


def test_in_a_knock_out_places_follow_from_how_far_people_came():
    people = [entrant(each) for each in range(1, 9)]
    first = [over(each, (each, 9 - each), (1, 2)) for each in range(1, 5)]
    of = season(Rules(format="knockout"), people, first)
    assert places(of) == {1: 1, 2: 1, 3: 1, 4: 1, 5: 5, 6: 5, 7: 5, 8: 5}
    second = [over(5, (1, 4), (1, 2), round=2), over(6, (2, 3), (1, 2), round=2)]
    of = season(Rules(format="knockout"), people, first + second)
    assert places(of) == {1: 1, 2: 1, 3: 3, 4: 3, 5: 5, 6: 5, 7: 5, 8: 5}
    third = over(7, (3, 4), (2, 1), purpose=Purpose.THIRD, round=3)
    final = over(8, (1, 2), (1, 1), purpose=Purpose.FINAL, round=3)
    replay = over(9, (2, 1), (1, 2), purpose=Purpose.REPLAY, round=3)
    of = season(Rules(format="knockout"), people, [*first, *second, third, final, replay])
    assert places(of) == {2: 1, 1: 2, 4: 3, 3: 4, 5: 5, 6: 5, 7: 5, 8: 5}
    assert decides(of, 1) == ()


@pytest.mark.parametrize("seed", range(50))
def test_places_do_not_depend_on_the_order_in_which_results_come(seed: int):
    rng = random.Random(seed)
    size = rng.choice([2, 3])
    rules = Rules(format="tables" if size == 3 else "swiss", table_size=3)
    people = [entrant(each) for each in range(1, 9)]
    games = []
    for number in range(20):
        seats = rng.sample(range(1, 9), size)
        scores = tuple(rng.randrange(5) for _ in seats)
        ranked = tuple(1 + sum(other > each for other in scores) for each in scores)
        games.append(over(number, seats, ranked, scores=scores))
    of = season(rules, people, games)
    shuffled = season(rules, people[::-1], rng.sample(games, len(games)))
    assert table(of, 1) == table(shuffled, 1)
    rows = table(of, 1)
    assert [row.place for row in rows] == [
        1 + sum((other.points, *other.breaks) > (row.points, *row.breaks) for other in rows)
        for row in rows
    ]

"""Whole published games, turn by turn, and small cases worked out by hand."""

import pytest

from games.tilekingdom.options import Options
from tests.games.tilekingdom.table import Table

# turn, scores after, supplies after
J1 = [
    ("V90 1,0 road WN", (0, 0), (6, 7)),
    ("O180 0,-1 city SE", (0, 0), (6, 6)),
    ("P0 1,-1 desert {2,5}", (0, 0), (5, 6)),
    ("E180 1,-2", (0, 10), (5, 7)),
    ("X0 2,-1 road N", (0, 10), (4, 7)),
    ("E0 1,-3 city N", (0, 10), (4, 6)),
    ("A0 2,-2 mosque", (2, 10), (4, 6)),
]

Y1 = [
    ("D180 0,-1 city S", (4, 0), (7, 7)),
    ("V0 1,-1 road SW", (4, 0), (7, 6)),
    ("V90 1,0 desert {7,0}", (4, 0), (6, 6)),
    ("W270 -1,0 road S", (4, 0), (6, 5)),
    ("A180 -1,1 mosque", (4, 2), (5, 6)),
    ("H90 1,1 city E", (4, 2), (5, 5)),
    ("H90 2,1 city E", (4, 6), (4, 6)),
    ("U90 2,-1 road SN", (4, 6), (4, 5)),
    ("W270 -1,-1 desert {1,2}", (4, 12), (3, 6)),
    ("H90 3,1 city E", (8, 12), (4, 5)),
    ("V180 2,0", (8, 12), (4, 5)),
    ("U0 3,0", (8, 12), (4, 5)),
]

# features of Y1 that are occupied when the tile joins them, by turn
REFUSED = {
    3: ("V90 1,0 road NW", "That road already has a subject."),
    4: ("W270 -1,0 road E", "That road already has a subject."),
    5: ("A180 -1,1 road N", "That road already has a subject."),
    7: ("H90 2,1 city W", "That city already has a subject."),
    9: ("W270 -1,-1 road E", "That road already has a subject."),
    11: ("V180 2,0 road NE", "That road already has a subject."),
    12: ("U0 3,0 road EW", "That road already has a subject."),
}


@pytest.mark.parametrize("moves", [J1, Y1], ids=["J1", "Y1"])
def test_published_games_turn_by_turn(moves):
    table = Table()
    for number, (text, scores, supplies) in enumerate(moves[:-1], start=1):
        if moves is Y1 and number in REFUSED:
            refused, reason = REFUSED[number]
            assert table.refused(refused) == reason
        table.play(text)
        assert (table.scores, table.supplies) == (scores, supplies), f"turn {number}: {text}"


def test_j1_ends_14_to_11():
    table = Table()
    for text, _, _ in J1[:-1]:
        table.play(text)
    table.play(J1[-1][0], last=True)
    assert table.scores == (14, 11)
    assert table.gains() == {(0, "road"): 6, (0, "desert"): 3, (0, "mosque"): 5, (1, "city"): 1}
    assert table.game.placing(table.state) == (1, 2)


def test_y1_ends_20_to_16():
    table = Table()
    for text, _, _ in Y1[:-1]:
        table.play(text)
    assert table.refused(REFUSED[12][0]) == REFUSED[12][1]
    table.play(Y1[-1][0], last=True)
    assert table.scores == (20, 16)
    # cities 4 and 4 in turns 1 and 10, roads 2, 6 in turns 5 and 9, city 4 in turn 7
    assert table.gains() == {
        (0, "desert"): 9,
        (0, "mosque"): 3,
        (1, "road"): 3,
        (1, "city"): 1,
    }


@pytest.mark.parametrize(("tile", "points"), [("N", 10), ("M", 12)])
def test_k1_5_1_a_tie_gives_all_the_points_to_each(tile, points):
    table = Table()
    table.play("R180 0,-1 city ESW").play("D0 1,0 city N").play(f"{tile}270 1,-1")
    assert table.supplies == (6, 6)
    table.play("E90 -1,-1")
    assert table.scores == (points, points)
    assert table.supplies == (7, 7)
    shared = f"scored {points} points for a completed city of 5 tiles"
    fountain = " and 1 fountain" if tile == "M" else ""
    assert table.told() == [
        f"Player 1 {shared}{fountain}, shared with Player 2.",
        f"Player 2 {shared}{fountain}, shared with Player 1.",
    ]


def test_k3_a_closed_loop_is_complete():
    table = Table()
    table.play("V0 1,0 road SW").play("V90 1,1").play("U0 0,1").play("V180 -1,1")
    assert table.scores == (0, 0)
    table.play("V270 -1,0")
    assert table.scores == (6, 0)
    assert table.supplies == (7, 7)


def test_k5_a_road_through_the_start_tile_is_one_road():
    table = Table().play("U0 1,0 road EW")
    assert table.refused("U0 -1,0 road EW") == "That road already has a subject."
    assert len(table.state.placements) == 2
    with_desert = Table().play("U0 1,0 road EW").play("U0 -1,0 desert 0127")
    assert with_desert.supplies == (6, 6)
    table.play("U0 -1,0")
    assert table.supplies == (6, 7)


def test_4_2_a_desert_is_occupied_by_way_of_a_neighbour_and_the_other_desert_of_the_tile():
    table = Table().play("E180 0,-1 desert 670123").play("A90 1,0").play("B0 -1,-1")
    assert table.refused("U0 -1,0 desert 3456") == "That desert already has a subject."
    assert table.refused("U0 -1,0 desert 0127") == "That desert already has a subject."
    table.play("U0 -1,0 road EW")


def test_k7_a_desert_counts_the_completed_cities_it_touches_on_any_tile():
    table = Table().play("D0 1,0 desert 27").play("E180 0,-1", last=True)
    assert table.gains() == {(0, "desert"): 3}


def test_k8_a_desert_counts_each_completed_city():
    table = Table().play("D0 1,0 desert 27").play("E180 0,-1").play("E180 1,-1", last=True)
    assert table.gains() == {(0, "desert"): 6}


def test_k10_an_unfinished_city_counts_tiles_and_fountains_once():
    table = Table().play("F90 0,-1 city NS", last=True)
    assert table.scores == (3, 0)
    told = "Player 1 scored 3 points for an unfinished city of 2 tiles and 1 fountain."
    assert table.told()[0] == told


def test_k11_an_unfinished_mosque_counts_itself_and_its_neighbours():
    table = Table().play("B0 0,1 mosque", last=True)
    assert table.scores == (2, 0)


def test_k12_a_subject_on_a_feature_completed_at_once_scores_and_returns():
    table = Table().play("E180 0,-1 city S")
    assert table.scores == (4, 0)
    assert table.supplies == (7, 7)
    assert table.state.subjects == ()
    assert table.told()[0] == "Player 1 scored 4 points for a completed city of 2 tiles."


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("E0 0,1", "That doesn't fit: city would meet desert on the north side."),
        ("E0 1,1", "The tile must share a side with another one."),
        ("E0 5,5", "The tile must share a side with another one."),
        ("E0 999,-999", "The tile must share a side with another one."),
        ("E0 0,0", "There's already a tile there."),
    ],
)
def test_k16_refused_placements(text, reason):
    assert Table().refused(text) == reason


def test_k17_a_timeout_lays_a_random_tile_without_a_subject():
    from games.core.rng import Rng

    table = Table()
    actions = {
        table.game.timeout_action(table.state, Rng(bytes(32), ply, "timeout")) for ply in range(200)
    }
    legal = {action for action in table.game.legal_actions(table.state) if not action.subject}
    assert actions == legal
    after = table.game.apply_action(table.state, actions.pop(), Rng(bytes(32), 1))
    assert after.to_move == 1
    assert after.supplies == (7, 7)


def test_5_4_other_values_are_used():
    values = Options(city_tile=5, fountain=7, open_city_tile=3, open_fountain=4, open_road_tile=2,
                     open_mosque=7, open_mosque_tile=6, desert_city=10, subjects=3)  # fmt: skip
    table = Table(options=values).play("F90 0,-1 city NS").play("B0 0,1 mosque")
    table.play("E180 0,-2 desert 012367")
    assert table.scores == (5 * 3 + 7, 0)
    table.play("U0 1,0 road EW", last=True)
    assert table.gains() == {(1, "mosque"): 19, (0, "desert"): 10, (1, "road"): 4}
    assert table.supplies == (3, 3)

"""Stored positions: facts that disagree are refused, whoever wrote them."""

import pytest

from games.core.codec import BadData
from games.core.rng import Rng
from games.tilekingdom.options import Options
from games.tilekingdom.rules import Tilekingdom
from tests.games.tilekingdom.table import SECRET, Table


@pytest.fixture
def data():
    table = Table().play("V90 1,0 road WN").play("O180 0,-1 city SE")
    table.hold("P")
    return table.game.encode_state(table.state)


def tile(kind, x, y, rotation=0, player=0):
    return {"kind": kind, "x": x, "y": y, "rotation": rotation, "player": player}


def subject(x, y, feature, player=0):
    return {"player": player, "x": x, "y": y, "feature": feature}


def test_facts_that_fit_are_read(data):
    assert Tilekingdom(Options()).encode_state(Tilekingdom(Options()).decode_state(data)) == data


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("scores", [0], "2 to 5 players"),
        ("scores", [0] * 6, "2 to 5 players"),
        ("scores", [0, -1], "below 0"),
        ("supplies", [6, 6, 7], "2 to 5 players"),
        ("supplies", [7, 6], "player 0 does not have 7 subjects"),
        ("supplies", [6, -1], "player 1 does not have 7 subjects"),
        ("to_move", 2, "no such player"),
        ("to_move", None, "in hand exactly while the game runs"),
        ("tile", None, "the tiles do not add up"),
        ("tile", "Z", "the tiles do not add up"),
        ("tile", "C", "the tiles do not add up"),
        ("bag", {}, "the tiles do not add up"),
        ("bag", {"A": 0}, "at least 1"),
        ("order", ["A"], "only one of them"),
        ("removed", ["A"], "the tiles do not add up"),
        ("subjects", [subject(1, 0, "r0"), subject(9, 9, "r0", 1)], "is not on the map"),
        ("subjects", [subject(1, 0, "r0"), subject(2**40, 0, "r0", 1)], "is not on the map"),
        ("subjects", [subject(1, 0, "r0"), subject(0, -1, "m0", 1)], "is not on the map"),
        ("subjects", [subject(1, 0, "r0"), subject(0, -1, "c0", 2)], "no such player"),
        ("subjects", [subject(1, 0, "r0", -1), subject(0, -1, "c0", 1)], "no such player"),
    ],
)
def test_facts_that_contradict_are_refused(data, name, value, message):
    with pytest.raises(BadData, match=message):
        Tilekingdom(Options()).decode_state({**data, name: value})


@pytest.mark.parametrize(
    ("number", "placement", "message"),
    [
        (0, tile("D", 1, 1, player=None), "is not the start tile"),
        (0, tile("D", 0, 0, 2, player=None), "is not the start tile"),
        (1, tile("V", 1, 0, 1, None), "was laid by nobody"),
        (1, tile("V", 1, 0, 1, 2), "was laid by nobody"),
        (1, tile("V", 1, 0, 3), "does not fit"),
        (1, tile("V", 0, 0, 1), "does not fit"),
        (1, tile("V", 5, 5, 1), "does not fit"),
        (1, tile("V", 2**40, 0, 1), "out of reach"),
        (1, tile("V", 1, 0, 7), "out of reach"),
        (1, tile("U", 1, 0, 0), "do not add up"),
    ],
)
def test_tiles_that_do_not_fit_are_refused(data, number, placement, message):
    placements = list(data["placements"])
    placements[number] = placement
    with pytest.raises(BadData, match=message):
        Tilekingdom(Options()).decode_state({**data, "placements": placements})


def test_a_subject_on_a_complete_feature_is_refused():
    table = Table().play("E180 0,-1 city S")
    data = table.game.encode_state(table.state)
    stands = {**data, "subjects": [subject(0, -1, "c0")], "supplies": [6, 7]}
    with pytest.raises(BadData, match="is complete"):
        table.game.decode_state(stands)


def test_a_table_with_other_settings_has_other_facts():
    game = Tilekingdom(Options(subjects=3))
    data = game.encode_state(game.initial_state(2, Rng(SECRET, 0)))
    assert game.decode_state(data).supplies == (3, 3)
    with pytest.raises(BadData, match="does not have 7 subjects"):
        Tilekingdom(Options()).decode_state(data)


def test_a_whole_map_is_restored_quickly():
    game = Tilekingdom(Options())
    state = game.initial_state(2, Rng(SECRET, 0))
    ply = 0
    while state.to_move is not None:
        ply += 1
        action = Rng(SECRET, ply, "test").choice(list(game.legal_actions(state)))
        state = game.apply_action(state, action, Rng(SECRET, ply))
    assert game.restore(state) == state
    assert game.restore(state).index.tiles == state.index.tiles == len(state.placements)

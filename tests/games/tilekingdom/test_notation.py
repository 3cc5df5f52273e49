"""Turns as text: what is written is read back, and slips are answered in words."""

import pytest

from games.core.errors import BadNotation
from games.tilekingdom.position.model import Place
from games.tilekingdom.position.tiles import KINDS, TILES
from tests.games.tilekingdom.table import Table


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("V90 1,0", Place(1, 0, 1)),
        ("V90 1,0 road WN", Place(1, 0, 1, "r0")),
        ("v90 1,0 ROAD nw", Place(1, 0, 1, "r0")),
        ("  V90  1 , 0  road {N, W} ", Place(1, 0, 1, "r0")),
        ("V0 -3,-12 desert 012347", Place(-3, -12, 0, "f0")),
        ("V0 -3,-12 desert {7,4,3,2,1,0}", Place(-3, -12, 0, "f0")),
        ("V270 0,5 desert 34", Place(0, 5, 3, "f1")),
        ("O180 0,-1 city SE", Place(0, -1, 2, "c0")),
        ("B0 0,1 mosque", Place(0, 1, 0, "m0")),
        ("P0 1,-1 desert 25", Place(1, -1, 0, "f0")),
        ("E180 0,-1 city S", Place(0, -1, 2, "c0")),
    ],
)
def test_a_line_is_read(text, action):
    table = Table()
    table.hold(text.strip()[0].upper())
    assert table.game.parse_action(table.state, text) == action


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "Write a turn like V90 1,0 or V90 1,0 road WN, not “”."),
        ("V45 1,0", "Write a turn like"),
        ("V90 1", "Write a turn like"),
        ("V90 1,0 road WN extra?", "This tile has no "),
        ("V90 1,0 road", "This tile has no "),
        ("V90 1,0 road WE", "This tile has no "),
        ("V90 1,0 city W", "This tile has no city W, only road WN, desert 234561 and desert 70."),
        ("V90 1,0 mosque", "This tile has no "),
        ("D0 1,0", "Your tile is V, not D."),
        ("V90 1000,0", "Write a turn like"),
    ],
)
def test_a_slip_is_answered_in_words(text, message):
    table = Table()
    table.hold("V")
    with pytest.raises(BadNotation) as refusal:
        table.game.parse_action(table.state, text)
    assert str(refusal.value).startswith(message)


@pytest.mark.parametrize("kind", KINDS)
def test_every_feature_in_every_rotation_survives(kind):
    table = Table()
    table.hold(kind)
    for rotation in range(4):
        for key in (None, *(feature.key for feature in TILES[kind].features)):
            action = Place(3, -4, rotation, key)
            text = table.game.action_text(table.state, action)
            assert table.game.parse_action(table.state, text) == action


def test_no_turn_is_read_once_the_game_is_over():
    table = Table().play("U0 1,0", last=True)
    with pytest.raises(BadNotation, match="The game is over"):
        table.game.parse_action(table.state, "U0 2,0")

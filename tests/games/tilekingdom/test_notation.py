"""Turns and positions as text: what is written is read back, and slips are answered in words."""

import pytest

from games.core.errors import BadNotation
from games.tilekingdom.position.model import Place
from games.tilekingdom.position.tiles import KINDS, TILES
from games.tilekingdom.turns.notation import parse_state, state_text
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


def test_a_position_is_written_in_lines():
    table = Table().play("V90 1,0 road WN").play("O180 0,-1 city SE")
    table.hold("P")
    assert state_text(table.state).splitlines()[:6] == [
        "to move: 0",
        "hand: P",
        "scores: 0 0",
        "supplies: 6 6",
        "tiles: D0 0,0 -; V90 1,0 0; O180 0,-1 1",
        "subjects: 0 1,0 r0; 1 0,-1 c0",
    ]
    read = table.game.restore(parse_state(state_text(table.state)))
    assert table.game.encode_state(read) == {**table.game.encode_state(table.state), "events": []}


@pytest.mark.parametrize(
    "change",
    [
        ("to move: 1", "to move: x"),
        ("hand: P", "hand: Z"),
        ("scores: 0 0", "scores: a b"),
        ("tiles: D0", "tiles: D45"),
        ("tiles: D0 0,0 -", "tiles: D0"),
        ("subjects: 0 1,0 r0", "subjects: 0 r0"),
        ("order:", "ordre:"),
        ("removed:", "removed: ?"),
    ],
)
def test_a_spoilt_position_is_refused(change):
    table = Table().play("V90 1,0 road WN")
    table.hold("P")
    text = state_text(table.state)
    assert change[0] in text
    with pytest.raises(BadNotation):
        parse_state(text.replace(*change))

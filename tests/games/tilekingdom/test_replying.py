"""Turns as people write them in answer to a mail: what they leave out is found, or asked for."""

import pytest

from games.core.errors import BadNotation
from games.tilekingdom.position.model import Place
from games.tilekingdom.position.tiles import KINDS, TILES
from games.tilekingdom.turns.replying import fitting, names
from tests.games.tilekingdom.table import Table

NO = "Turned like this, your tile has no"


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("V90 1,0", Place(1, 0, 1)),
        ("90 1,0", Place(1, 0, 1)),
        (" 0  -3 , -12 ", Place(-3, -12, 0)),
        ("90 1,0 road", Place(1, 0, 1, "r0")),
        ("90° 1,0", Place(1, 0, 1)),
        ("V 90°1,0 road", Place(1, 0, 1, "r0")),
        ("90 (1,0)", Place(1, 0, 1)),
        ("90( -1 , 0 ) road", Place(-1, 0, 1, "r0")),
        ("90 1,0, road", Place(1, 0, 1, "r0")),
        ("90° (1,0), desert E", Place(1, 0, 1, "f0")),
        ("V90 1,0 road", Place(1, 0, 1, "r0")),
        ("90 1,0 ROAD nw", Place(1, 0, 1, "r0")),
        ("90 1,0 road N", Place(1, 0, 1, "r0")),
        ("90 1,0 road n-w", Place(1, 0, 1, "r0")),
        ("90 1,0 desert E", Place(1, 0, 1, "f0")),
        ("90 1,0 desert S", Place(1, 0, 1, "f0")),
        ("90 1,0 desert se", Place(1, 0, 1, "f0")),
        ("90 1,0 desert NW", Place(1, 0, 1, "f1")),
        ("90 1,0 desert 234561", Place(1, 0, 1, "f0")),
        ("90 1,0 desert {7,0}", Place(1, 0, 1, "f1")),
    ],
)
def test_a_line_can_leave_out_what_can_be_one_thing_only(text, action):
    table = Table()
    table.hold("V")
    assert table.game.parse_reply(table.state, text) == action


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "Write a turn like 90 1,0 or 90 1,0 road, not “”."),
        ("1,0", "Write a turn like"),
        ("901,0", "Write a turn like"),
        ("90 1,0road", "Write a turn like"),
        ("45 1,0", "Write a turn like"),
        ("D0 1,0", "Your tile is V, not D."),
        ("90 1,0 city", f"{NO} city, only road, desert E and desert NW."),
        ("90 1,0 road S", f"{NO} road S, only road, desert E and desert NW."),
        ("90 1,0 road WE", f"{NO} road WE, only road"),
        ("90 1,0 road over there", f"{NO} road over there, only road"),
        ("90 1,0 desert 5", f"{NO} desert 5, only road"),
        (
            "90 1,0 desert",
            "Which desert? Turned like this, your tile has road, desert E and desert NW.",
        ),
        ("90 1,0 desert N", "Which desert N? Turned like this"),
    ],
)
def test_a_slip_is_answered_in_words(text, message):
    table = Table()
    table.hold("V")
    with pytest.raises(BadNotation) as refusal:
        table.game.parse_reply(table.state, text)
    assert str(refusal.value).startswith(message)


def test_of_several_roads_the_only_one_that_is_free_is_meant():
    """The roads to the west and to the south have their subjects; the one to the east does not."""
    table = Table().play("U0 1,0 road EW").play("V0 1,1").play("V180 2,1 road NE")
    table.hold("W")
    assert table.game.parse_reply(table.state, "0 2,0 road") == Place(2, 0, 0, "r0")
    with pytest.raises(BadNotation, match=r"Which desert\? .* desert N, desert SE and desert SW"):
        table.game.parse_reply(table.state, "0 2,0 desert")


def test_where_nothing_fits_one_is_asked_which_and_not_told_why():
    table = Table()
    table.hold("W")
    with pytest.raises(BadNotation, match=r"Which road\?"):
        table.game.parse_reply(table.state, "0 7,7 road")


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_listed_is_read_and_so_is_the_notation(kind):
    table = Table()
    table.hold(kind)
    for rotation in range(4):
        listed = names(kind, rotation)
        assert listed.keys() == {feature.key for feature in TILES[kind].features}
        for key, name in listed.items():
            action = Place(3, -4, rotation, key)
            assert not any(sign.isdigit() for sign in name)
            for text in (
                f"{90 * rotation} 3,-4 {name}",
                table.game.action_text(table.state, action),
            ):
                assert table.game.parse_reply(table.state, text) == action


def test_where_the_tile_fits_is_all_that_can_be_laid():
    table = Table().play("V90 1,0 road WN")
    table.hold("B")
    found = {Place(x, y, turned) for turned, at in fitting(table.state).items() for x, y in at}
    legal = {action for action in table.game.legal_actions(table.state) if not action.subject}
    assert found == {action for action in legal if not action.rotation}
    assert fitting(Table().play("U0 1,0", last=True).state) == {}


def test_no_turn_is_read_once_the_game_is_over():
    table = Table().play("U0 1,0", last=True)
    with pytest.raises(BadNotation, match="The game is over"):
        table.game.parse_reply(table.state, "0 2,0")

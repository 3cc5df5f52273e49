"""The position in words, as someone hears it who does not see the map."""

import dataclasses

import pytest

from games.tilekingdom.display.description import tile_in_words, where
from games.tilekingdom.options import Options
from games.tilekingdom.position.model import Placement
from tests.games.tilekingdom.table import Table


def test_the_player_to_move_hears_what_they_hold_and_where_the_last_tile_is():
    table = Table().play("V90 1,0 road WN").play("O180 0,-1 city SE")
    table.hold("P")
    assert told(table, 0) == [
        "It's your turn.",
        "Your tile is P: one city in the north and west, a road from east to south.",
        "Turned 0 degrees, your tile fits at -1,-1; -1,0; 0,-2; 1,-1.",
        "Turned 90 degrees, your tile fits at 0,-2.",
        "Turned 270 degrees, your tile fits at -1,-1; -1,0.",
        (
            "Player 2 laid the latest tile 1 place north of the start tile, with a subject on its"
            " city."
        ),
        "You have 0 points, with 6 subjects left.",
        "Player 2 has 0 points, with 6 subjects left.",
        "68 tiles are still to come.",
    ]


def test_a_spectator_hears_of_players_by_number():
    table = Table()
    table.hold("W")
    table.play("W0 1,0").play("U0 2,0")
    table.hold("E")
    assert told(table, None) == [
        "It's Player 1's turn.",
        "Player 1's tile is E: a city in the north, desert in the east, south and west.",
        "Player 2 laid the latest tile 2 places east of the start tile.",
        "Player 1 has 0 points, with 7 subjects left.",
        "Player 2 has 0 points, with 7 subjects left.",
        "68 tiles are still to come.",
    ]
    assert "Only the start tile is on the map." in told(Table(), None)


@pytest.mark.parametrize(
    ("x", "y", "way"),
    [
        (2, -1, "2 places east and 1 place north of the start tile"),
        (-3, 4, "3 places west and 4 places south of the start tile"),
        (0, 1, "1 place south of the start tile"),
        (-1, 0, "1 place west of the start tile"),
    ],
)
def test_a_place_is_described_by_its_way_from_the_start_tile(x, y, way):
    assert str(where(Placement("U", x, y, 0, 0))) == way


def test_in_chess_mode_the_next_tiles_are_shown():
    table = Table(options=Options(mode="chess"))
    table.state = dataclasses.replace(table.state, order=("A", "B", "C", "D", "E", "F"))
    end = ["6 tiles are still to come.", "The next 5 tiles are A, B, C, D and E."]
    assert told(table, 1)[-2:] == end
    table.state = dataclasses.replace(table.state, order=("A",))
    assert told(table, 1)[-2:] == ["1 tile is still to come.", "The next tile is A."]
    table.state = dataclasses.replace(table.state, order=())
    assert told(table, 1)[-1] == "This is the last tile."


def test_the_end_is_described():
    table = Table().play("E180 0,-1 city S", last=True)
    assert told(table, 0) == [
        "The game is over.",
        "You laid the latest tile 1 place north of the start tile.",
        "You have 4 points, with 7 subjects left.",
        "Player 2 has 0 points, with 7 subjects left.",
    ]


@pytest.mark.parametrize(
    ("kind", "parts"),
    [
        ("B", ["a mosque in the middle", "desert in the north, east, south and west"]),
        ("C", ["one city in the north, east, south and west, with a fountain"]),
        ("E", ["a city in the north", "desert in the east, south and west"]),
        ("H", ["a city in the north", "a city in the south", "desert in the east and west"]),
        ("U", ["a road from east to west", "desert in the north and south"]),
        (
            "A",
            [
                "a mosque in the middle",
                "a road from the south that ends here",
                "desert in the north, east and west",
            ],
        ),
        ("I", ["a city in the north", "a city in the west", "desert in the east and south"]),
        ("L", ["a city in the north", "roads from the east, south and west that end here"]),
        ("T", ["one city in the north, east and west", "a road from the south that ends here"]),
    ],
)
def test_tiles_in_words(kind, parts):
    assert [str(part) for part in tile_in_words(kind)] == parts


@pytest.mark.parametrize(
    ("text", "feature"),
    [
        ("V90 1,0 road WN", "road"),
        ("O180 0,-1 city SE", "city"),
        ("B0 0,1 mosque", "mosque"),
        ("B0 0,1 desert 01234567", "desert"),
    ],
)
def test_a_subject_on_the_last_tile_is_described(text, feature):
    table = Table().play(text)
    (last,) = [one for one in told(table, 0) if "laid the latest tile" in one]
    assert last.startswith("You laid the latest tile 1 ")
    assert last.endswith(f" of the start tile, with a subject on its {feature}.")


def told(table, player):
    return [str(text) for text in table.game.describe(table.state, player)]

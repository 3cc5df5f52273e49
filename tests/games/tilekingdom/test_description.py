"""The position in words, as someone hears it who does not see the map."""

import dataclasses

import pytest

from games.tilekingdom.description import tile_in_words
from games.tilekingdom.options import Options
from games.tilekingdom.tiles import TILES
from tests.games.tilekingdom.table import Table


def test_the_player_to_move_hears_what_he_holds_and_where_the_last_tile_lies():
    table = Table().play("V90 1,0 road WN").play("O180 0,-1 city SE")
    table.hold("P")
    assert table.game.describe(table.state, 0) == (
        "It is your turn. The tile in hand is P: north city, east road, south road, west city;"
        " one city at north and west; a road from east to south."
        " Turned by 0 it fits at -1,-1; -1,0; 0,-2; 1,-1. Turned by 90 it fits at 0,-2."
        " Turned by 270 it fits at -1,-1; -1,0."
        " Player 2 laid the last tile 1 north of the start tile with a subject on its city."
        " You have 0 points and 6 subjects in supply."
        " Player 2 has 0 points and 6 subjects in supply."
        " 68 tiles are still to come."
    )


def test_a_spectator_hears_of_players_by_number():
    text = Table().game.describe(Table().state, None)
    assert text.startswith("It is player 1's turn.")
    assert "Only the start tile lies on the map." in text
    assert "Player 1 has 0 points" in text


def test_in_chess_mode_the_next_tiles_are_told():
    table = Table(options=Options(mode="chess"))
    table.state = dataclasses.replace(table.state, order=("A", "B", "C", "D", "E", "F"))
    end = "6 tiles are still to come. Next in order: kinds A, B, C, D and E."
    assert table.game.describe(table.state, 1).endswith(end)
    table.state = dataclasses.replace(table.state, order=("A",))
    end = "1 tile is still to come. Next in order: kind A."
    assert table.game.describe(table.state, 1).endswith(end)


def test_the_end_is_told():
    table = Table().play("E180 0,-1 city S", last=True)
    assert table.game.describe(table.state, 0) == (
        "The game is over. You laid the last tile 1 north of the start tile."
        " You have 4 points and 7 subjects in supply."
        " Player 2 has 0 points and 7 subjects in supply."
    )


@pytest.mark.parametrize(
    ("kind", "sides", "extras"),
    [
        ("B", "desert desert desert desert", "; a mosque in the middle"),
        ("C", "city city city city", "; one city at north, east, south and west with a fountain"),
        ("E", "city desert desert desert", ""),
        ("H", "city desert city desert", ""),
        ("U", "desert road desert road", "; a road from east to west"),
        ("T", "city city road city",
         "; one city at north, east and west; a road from south that ends here"),
    ],
)  # fmt: skip
def test_tiles_in_words(kind, sides, extras):
    names = ("north", "east", "south", "west")
    told = ", ".join(f"{name} {edge}" for name, edge in zip(names, sides.split(), strict=True))
    assert tile_in_words(TILES[kind]) == told + extras

"""Actions and bonuses: rules 2 and 4, each in a position as small as it can be."""

from collections import Counter

import pytest

from games.counting_tiles.position.model import CELLS, Tile
from tests.games.counting_tiles.table import LOCKED, UNLOCKED, Table, almost

# --- 2 Your actions


def test_2_1_a_tile_is_placed_and_the_next_one_drawn():
    table = Table().play("7 B3")
    assert table.at("B3") == Tile(7, "placed")
    assert (table.state.draws, table.state.placed, table.state.score) == (2, 1, 0)


def test_2_1_a_tile_goes_on_an_open_cell():
    table = Table().row(1, "5 . . . . .")
    assert table.refused("A1") == "There's already a tile at A1."
    assert len(table.legal()) == 41 + 11


def test_2_2_a_tile_moves_along_row_and_column_past_others():
    table = Table().row(1, "5 4 . . . .").row(2, "3 . . . . .")
    assert "A1-F1" in table.legal()
    assert "A1-A7" in table.legal()
    table.play("A1-F1")
    assert (table.at("A1"), table.at("F1")) == (None, Tile(5, "moved"))
    assert (table.state.moved, table.state.score) == (1, 0)


def test_2_2_not_diagonally_and_not_onto_a_tile():
    table = Table().row(1, "9 4 . . . .")
    assert table.refused("A1-B2") == "You can only move a tile along its row or column."
    assert table.refused("A1-C3") == "You can only move a tile along its row or column."
    assert table.refused("A1-B1") == "There's already a tile at B1."
    assert table.refused("A1-A1") == "There's already a tile at A1."
    assert table.refused("C1-D1") == "There's no tile at C1."


def test_2_3_a_tile_moves_once():
    table = Table().row(1, ". 9 . . . .").play("B1-A1")
    assert table.state.tile is not None
    assert (
        table.refused("A1-B1") == "You've already moved the tile at A1, so you can't move it again."
    )


def test_2_3_a_combined_tile_does_not_move():
    table = Table().row(1, "9m 3 . . . .").play("A1/B1")
    assert table.at("A1") == Tile(3, "moved", 1)
    assert table.points() == [6]
    assert table.refused("A1-A2") == "You've already combined the tile at A1, so you can't move it."
    assert "B1-B2" in table.legal()


def test_2_4_combining_divides_a_tile_by_its_neighbour():
    table = Table().row(1, "10 5 . . . .").play("A1/B1")
    assert (table.at("A1"), table.at("B1")) == (Tile(2, "placed", 1), Tile(5, "placed"))
    assert (table.state.score, table.state.saved, table.state.combined) == (8, 8, 1)
    assert table.texts() == ["10 became 2: 8 points."]
    assert table.refused("A1-A2") == "You've already combined the tile at A1, so you can't move it."


def test_2_4_above_and_below_too_but_not_diagonally_or_farther():
    table = Table().rows("8 2 2 . . .", "2 4 . . . .")
    combined = {text for text in table.legal() if "/" in text}
    assert combined == {"A1/B1", "A1/A2", "B2/A2", "B2/B1"}
    far = "You can only combine a tile with one directly beside, above or below it."
    assert table.refused("A1/C1") == far
    assert table.refused("A1/B2") == far
    table.row(1, "8 . . . . 9").row(2, "3 . . . . .")
    assert table.refused("F1/A2") == far


def test_2_5_again_and_again_until_the_values_are_equal():
    table = Table().row(1, "8 2 . . . .").play("A1/B1")
    assert (table.at("A1").value, table.points()) == (4, [4])
    table.play("A1/B1")
    assert (table.at("A1"), table.points()) == (Tile(2, "placed", 2), [2])
    assert table.refused("A1/B1") == "You can't combine two tiles of the same value."
    assert table.state.score == 6


def test_2_5_what_cannot_be_combined():
    table = Table().rows("9 1 . . . .", "2 4 . . . .", "8 . . . . .")
    assert table.refused("A1/B1") == "You can't combine a tile with a 1."
    assert table.refused("A1/A2") == "You can't divide 9 exactly by 2."
    assert table.refused("A2/B2") == "You can't divide 2 exactly by 4."
    beside = "You can only combine a tile with one directly beside, above or below it."
    assert table.refused("A1/A1") == beside
    assert table.refused("A1/C1") == "There's no tile at C1."


def test_2_5_moved_and_combined_tiles_serve_too():
    table = Table().row(1, "12 3m . 8c1 4c2 .").play("A1/B1", "D1/E1")
    assert (table.at("A1").value, table.at("D1").value) == (4, 2)


@pytest.mark.parametrize("text", ["A1-C1", "A1/B1"])
def test_2_6_moving_and_combining_cost_the_tile_in_hand(text):
    table = Table().row(1, "10 5 . . . .")
    bag = table.state.bag
    table.play(text)
    assert table.state.draws == 2
    assert Counter(bag) - Counter(table.state.bag) == Counter([str(table.state.tile)])
    assert 7 not in [tile.value for tile in table.state.grid if tile is not None]


def test_2_7_a_tile_shows_how_it_came_to_its_cell():
    table = Table().row(1, "10 5 . . . .").play("A1/B1", "B1-C1", "D1", "drop")
    origins = [table.at(cell).origin for cell in ("A1", "C1", "D1")]
    assert origins == ["placed", "moved", "placed"]
    assert table.at("A1").combined == 1
    assert [tile.origin for tile in table.state.grid if tile].count("random") == 1


# --- 4 Bonuses


def test_4_1_bonuses_unlock_from_top_to_bottom():
    table = Table()
    assert table.state.bonuses == LOCKED
    for count in range(1, 5):
        table.row(1, "1 2 3 4 5 .", target=21).hold(6).play("F1")
        assert table.state.bonuses == ("unlocked",) * count + ("locked",) * (4 - count)
    table.row(1, "1 2 3 4 5 .", target=21).hold(6).play("F1")
    assert table.state.bonuses == UNLOCKED
    assert not any("unlocked" in text for text in table.texts())


def test_4_1_the_bonus_is_shown():
    assert "Bonus unlocked: Discard the tile in hand." in almost().play("F1").texts()


def test_4_2_what_is_locked_cannot_be_used():
    table = Table().row(1, "5 . . . . .")
    for text, name in (
        ("discard", "Discard the tile in hand"),
        ("remove A1", "Remove a tile"),
        ("A1=1", "Change a tile to 1"),
        ("wild B1", "Wild card"),
    ):
        assert table.refused(text) == f"{name}: not unlocked yet. Complete a row first."


def test_4_2_bonuses_are_used_in_any_order():
    table = Table().row(1, "5 8 . . . .").unlock().play("wild C1")
    table.row(1, "5 8 . . . .").play("A1=1", "discard", "remove B1")
    assert table.state.bonuses == ("locked", "locked", "locked", "used")


def test_4_3_a_used_bonus_is_locked_and_unlocked_again():
    table = almost().play("F1", "discard")
    assert table.state.bonuses == LOCKED
    table.row(1, "1 2 3 4 5 .", target=21).hold(6).play("F1")
    assert table.state.bonuses == ("unlocked", "locked", "locked", "locked")


def test_4_3_the_first_that_is_locked_comes_next():
    table = almost().unlock("unlocked", "unlocked", "locked", "locked").play("discard")
    table.hold(6).play("F1")
    assert table.state.bonuses == ("unlocked", "unlocked", "locked", "locked")


def test_4_4_discarding_draws_a_new_tile_and_nothing_else():
    table = Table().row(1, "5 . . . . .").unlock()
    grid, bag = table.state.grid, table.state.bag
    table.play("discard")
    assert (table.state.grid, table.state.score, table.state.draws) == (grid, 0, 2)
    assert Counter(bag) - Counter(table.state.bag) == Counter([str(table.state.tile)])


@pytest.mark.parametrize("tile", ["5", "5r", "5m", "5c2"])
def test_4_5_any_tile_can_be_removed(tile):
    table = Table().row(1, f"{tile} . . . . .").unlock().play("remove A1")
    assert (table.at("A1"), table.state.score, table.state.tile) == (None, 0, 7)
    assert table.refused("remove A1") == "Remove a tile: not unlocked yet. Complete a row first."
    assert table.unlock().refused("remove A1") == "There's no tile at A1."


@pytest.mark.parametrize(
    ("tile", "after"),
    [
        ("5", Tile(1, "placed")),
        ("9r", Tile(1, "random")),
        ("6mc1", Tile(1, "moved", 1)),
        ("1r", Tile(1, "random")),
    ],
)
def test_4_6_any_tile_becomes_a_1_and_stays_what_it_is(tile, after):
    table = Table().row(1, f"{tile} . . . . .").unlock()
    assert "A1=1" in table.legal()
    table.play("A1=1")
    assert (table.at("A1"), table.state.score) == (after, 0)
    assert ("A1-B1" in table.legal()) == (tile != "6mc1")
    assert table.refused("A1=1") == "Change a tile to 1: not unlocked yet. Complete a row first."
    assert table.unlock().refused("B1=1") == "There's no tile at B1."


def test_4_7_the_wild_card_completes_a_row_whatever_is_in_it():
    table = Table().row(1, "40 40 . . 3 9", target=25).unlock().play("wild C1")
    assert table.state.grid == (None,) * CELLS
    assert (table.state.score, table.state.rows) == (350, 1)
    assert table.state.targets[0] in range(21, 41)
    assert "50 tiles with the value 15 were added to the bag." in table.texts()
    assert Table().unlock().play("wild C5").state.rows == 1


def test_4_7_it_needs_an_open_cell():
    table = Table().row(1, "8 8 8 8 8 8").unlock()
    assert table.refused("wild A1") == "There's already a tile at A1."


def test_4_7_it_unlocks_nothing_and_comes_once():
    table = Table().unlock("locked", "locked", "locked", "unlocked").play("wild A1")
    assert table.state.bonuses == ("locked", "locked", "locked", "used")
    assert table.refused("wild A1") == "Wild card: you can only use it once a game."
    for _ in range(4):
        table.row(1, "1 2 3 4 5 .", target=21).hold(6).play("F1")
    assert table.state.bonuses == ("unlocked", "unlocked", "unlocked", "used")


@pytest.mark.parametrize("text", ["remove A1", "A1=1", "wild B1"])
def test_4_8_the_tile_in_hand_stays(text):
    table = Table().row(1, "5 . . . . .").unlock()
    bag = table.state.bag
    table.play(text)
    assert (table.state.tile, table.state.draws) == (7, 1)
    assert {**table.state.bag, "15": 0} == {**bag, "15": 0}

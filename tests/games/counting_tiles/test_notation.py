"""Actions as text, the position in words, and what a board is told."""

import pytest

from games.core.errors import BadNotation
from games.counting_tiles.model import (
    Change,
    Combine,
    Discard,
    Drop,
    Move,
    Place,
    Remove,
    Wild,
)
from games.counting_tiles.notation import cell_of, cell_text
from tests.games.counting_tiles.table import Table


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (Place(13), "7 B3"),
        (Move(13, 16), "B3-E3"),
        (Combine(13, 19), "B3/B4"),
        (Discard(), "discard"),
        (Remove(0), "remove A1"),
        (Change(41), "F7=1"),
        (Wild(5), "wild F1"),
        (Drop(), "drop"),
    ],
)
def test_actions_are_written_and_read(action, text):
    table = Table()
    assert table.game.action_text(table.state, action) == text
    assert table.game.parse_action(table.state, text) == action
    assert table.game.parse_action(table.state, f"  {text.lower()} ") == action


def test_the_tile_in_hand_need_not_be_named_but_not_wrongly():
    table = Table()
    assert table.game.parse_action(table.state, "B3") == Place(13)
    with pytest.raises(BadNotation, match=r"^The tile in hand is 7, not 8\.$"):
        table.game.parse_action(table.state, "8 B3")


@pytest.mark.parametrize("text", ["G1", "A8", "A0", "7", "A1-", "A1/B9", "A1=2", "wild", "A1 B1"])
def test_what_is_no_action_is_told_how_one_looks(text):
    table = Table()
    with pytest.raises(BadNotation, match=r"^Write an action like B3, B3-E3, B3/B4"):
        table.game.parse_action(table.state, text)


def test_every_cell_has_a_name():
    assert [cell_of(cell_text(cell)) for cell in range(42)] == list(range(42))
    assert [cell_text(cell) for cell in (0, 5, 6, 41)] == ["A1", "F1", "A2", "F7"]


def test_the_position_in_words():
    table = Table().row(1, "10 5m . . . .", target=30).row(2, "13 13 13 1c1 1 1").unlock()
    table.set(rows=1, score=358, saved=8)
    assert table.game.describe(table.state, 0) == (
        "A random tile falls every 25 seconds. Your points: 358, from 1 completed row and 8 saved."
        " Tile in hand: 7."
        " Row 1, 15 missing: 10 at A1, fixed 5 at B1; open C1, D1, E1, F1."
        " Row 2, 2 too many: 13 at A2, 13 at B2, 13 at C2, fixed 1 at D2, 1 at E2, 1 at F2; full."
        " Row 3, 40 missing: empty. Row 4, 40 missing: empty. Row 5, 40 missing: empty."
        " Row 6, 40 missing: empty. Row 7, 40 missing: empty."
        " Bonuses to use: discard the tile in hand, remove a tile, change a tile to 1, wild card."
    )


def test_the_position_by_turns_for_others():
    table = Table(drops="counted").set(since=3)
    text = table.game.describe(table.state, None)
    assert text.startswith(
        "A random tile falls after 1 more action. The player's points: 0, from no completed rows."
    )
    assert text.endswith("Bonuses to use: none.")


def test_the_end_is_described():
    table = Table(limit=1).play("drop")
    assert table.game.describe(table.state, 0).startswith("The game is over. Your points: 0")


def test_hints_say_all_that_a_board_needs():
    table = Table().rows("8 2m . . . .", "3c1 . . . . .").set(rows=3, score=1050)
    hints = table.game.hints(table.state, 0)
    assert hints == {
        "places": [2, 3, 4, 5, *range(7, 42)],
        "moves": [[0, [2, 3, 4, 5, 12, 18, 24, 30, 36]]],
        "combines": [[0, [1]]],
        "unit": "seconds",
        "interval": 24,
        "left": None,
        "faster_at": 4,
        "drops_left": None,
        "row_points": 350,
    }
    assert table.game.hints(table.state, 1) == {}


def test_hints_of_a_table_by_turns_and_with_an_end():
    table = Table(drops="counted", limit=9, row_points=10).play("A1", "drop", "B7")
    hints = table.game.hints(table.state, 0)
    assert (hints["unit"], hints["interval"], hints["left"]) == ("actions", 4, 3)
    assert (hints["drops_left"], hints["row_points"], hints["faster_at"]) == (8, 10, 8)

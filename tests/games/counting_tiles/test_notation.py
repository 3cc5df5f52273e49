"""Actions as text, the position in words, and what a board is told."""

import pytest

from games.core.errors import BadNotation
from games.counting_tiles.position.model import (
    Change,
    Combine,
    Discard,
    Drop,
    Move,
    Place,
    Remove,
    Wild,
    cell_text,
)
from games.counting_tiles.turns.notation import cell_of
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
    with pytest.raises(BadNotation, match=r"^You're holding the 7, not the 8\.$"):
        table.game.parse_action(table.state, "8 B3")


@pytest.mark.parametrize("text", ["G1", "A8", "A0", "7", "A1-", "A1/B9", "A1=2", "wild", "A1 B1"])
def test_what_is_no_action_is_told_how_one_looks(text):
    table = Table()
    with pytest.raises(BadNotation, match=r"^Write a turn like B3, .* or wild B3, not “"):
        table.game.parse_action(table.state, text)


def test_every_cell_has_a_name():
    assert [cell_of(cell_text(cell)) for cell in range(42)] == list(range(42))
    assert [cell_text(cell) for cell in (0, 5, 6, 41)] == ["A1", "F1", "A2", "F7"]


def test_the_position_in_words():
    table = Table().row(1, "10 5m . . . .", target=30).row(2, "9 9 9 9c1 3 3").unlock()
    table.row(4, "1 1 1 1c1 1 1", target=42).row(5, "41 . . . . .")
    table.set(rows=1, score=358, saved=8)
    assert table.described(0) == [
        "A random tile falls every 25 seconds.",
        "You have 358 points, with 1 completed row and 8 points for combining tiles.",
        "Tile in hand: 7.",
        "Row 1 needs 15: 10 at A1, fixed 5 at B1. Open: C1, D1, E1, F1.",
        (
            "Row 2 is full, but it's 2 too high: 9 at A2, 9 at B2, 9 at C2,"
            " fixed 9 at D2, 3 at E2, 3 at F2."
        ),
        "Row 3 is empty and needs 40.",
        (
            "Row 4 is full, but it's 36 too low: 1 at A4, 1 at B4, 1 at C4,"
            " fixed 1 at D4, 1 at E4, 1 at F4."
        ),
        "Row 5 is 1 too high: 41 at A5. Open: B5, C5, D5, E5, F5.",
        "Row 6 is empty and needs 40.",
        "Row 7 is empty and needs 40.",
        "Bonuses ready: Discard the tile in hand, Remove a tile, Change a tile to 1, Wild card.",
    ]


def test_the_position_by_turns_for_others():
    table = Table(drops="counted").set(since=3)
    told = table.described(None)
    assert told[0] == "A random tile falls after 1 more action."
    assert told[1] == "Player 1 has 0 points, with 0 completed rows."
    assert told[-1] == "No bonuses are ready."
    table.set(score=8, saved=8)
    assert table.described(None)[1] == (
        "Player 1 has 8 points, with 0 completed rows and 8 points for combining tiles."
    )


def test_the_end_is_described():
    table = Table(limit=1).play("drop")
    assert table.described(0)[:2] == [
        "The game is over.",
        "You have 0 points, with 0 completed rows.",
    ]


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

"""Stored positions: read back as they are, refused when they contradict themselves."""

import pytest

from games.core.codec import BadData
from games.counting_tiles.options import Options
from games.counting_tiles.rules import CountingTiles
from tests.games.counting_tiles.table import Table


def stored():
    table = Table().row(1, "10 5 . 9m 3c2 4r").play("A1/B1")
    return table.game, table.game.encode_state(table.state), table.state


def test_a_stored_position_comes_back():
    game, data, state = stored()
    assert game.decode_state(data) == state
    assert data["grid"][4] == {"value": 3, "origin": "placed", "combined": 2}
    assert data["grid"][2] is None


@pytest.mark.parametrize(
    "change",
    [
        {"to_move": 1},
        {"to_move": None},
        {"tile": None},
        {"tile": 17},
        {"grid": [None]},
        {"grid": [{"value": 0, "origin": "placed", "combined": 0}, *[None] * 41]},
        {"grid": [{"value": 41, "origin": "placed", "combined": 0}, *[None] * 41]},
        {"grid": [{"value": 4, "origin": "found", "combined": 0}, *[None] * 41]},
        {"grid": [{"value": 4, "origin": "placed", "combined": -1}, *[None] * 41]},
        {"grid": [{"value": 7, "origin": "placed", "combined": 0}] * 42},
        {"targets": [40] * 6},
        {"targets": [20, *[40] * 6]},
        {"bag": {"17": 3}},
        {"bag": {"1": 101}},
        {"bag": {"1": 0}},
        {"bonuses": ["locked"] * 3},
        {"bonuses": ["used", "locked", "locked", "locked"]},
        {"score": 9},
        {"rows": -1},
        {"rows": 1},
        {"since": 1},
        {"drops": -2},
        {"moved": 10**9},
    ],
)
def test_a_spoilt_position_is_refused(change):
    game, data, _ = stored()
    with pytest.raises(BadData):
        game.decode_state({**data, **change})


def test_a_complete_row_that_was_not_cleared_is_refused():
    game, data, _ = stored()
    row = [{"value": 5, "origin": "placed", "combined": 0}] * 6
    data["targets"][0] = 30
    with pytest.raises(BadData, match="complete row"):
        game.decode_state({**data, "grid": [*row, *[None] * 36]})


def test_the_count_of_actions_fits_the_table():
    table = Table(drops="counted").play("A1", "A2", "A3")
    data = table.game.encode_state(table.state)
    assert table.game.decode_state(data).since == 3
    with pytest.raises(BadData, match="since"):
        table.game.decode_state({**data, "since": 4})


def test_a_game_at_its_limit_is_over():
    table = Table(limit=2).play("drop")
    data = table.game.encode_state(table.state)
    with pytest.raises(BadData, match="drops"):
        CountingTiles(Options(limit=1)).decode_state(data)

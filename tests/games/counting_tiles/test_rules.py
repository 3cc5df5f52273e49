"""The numbered rules, each in a position as small as it can be; test_actions.py has 2 and 4."""

import dataclasses
from collections import Counter

import pytest

from games.core.rng import Rng
from games.counting_tiles.options import Options
from games.counting_tiles.position.bag import FIRST, LARGER, full, take
from games.counting_tiles.position.model import CELLS, Drop, Move, Place, Tile
from games.counting_tiles.rules import CountingTiles
from games.counting_tiles.turns.turn import opening
from tests.games.counting_tiles.table import SECRET, Table, almost, secret_of

FULL_BUT_ONE = "13 13 13 13 13 ."
WRONG = "13 13 13 13 13 13"


def starts(count=200):
    game = CountingTiles(Options())
    return [game.initial_state(1, Rng(secret_of(number), 0)) for number in range(count)]


def crowded(last=FULL_BUT_ONE):
    """Return a board with 41 tiles, none of which can be combined."""
    return Table().rows(*[WRONG] * 6, last)


# --- 1 The board


def test_1_1_one_player_on_seven_rows_of_six():
    state = starts(1)[0]
    assert len(state.grid) == 42
    assert len(state.targets) == 7
    assert (CountingTiles.info.min_players, CountingTiles.info.max_players) == (1, 1)


def test_1_2_targets_are_evenly_spread_from_21_to_40():
    seen = Counter(target for state in starts(400) for target in state.targets)
    assert sorted(seen) == list(range(21, 41))
    expected = 2800 / 20
    assert sum((count - expected) ** 2 / expected for count in seen.values()) < 45


def test_1_3_a_row_shows_what_it_needs():
    table = Table().row(1, "1 2 3 4 11 .", target=21).row(2, "30 . . . . .", target=25)
    rows = table.described(0)[3:6]
    assert rows[0].startswith("Row 1 needs 0: 1 at A1, 2 at B1,")
    assert rows[1].startswith("Row 2 is 5 too high: 30 at A2.")
    assert rows[2] == "Row 3 is empty and needs 40."


def test_1_4_the_bag_of_the_start():
    bag = full(0)
    assert sum(bag.values()) == 1360
    assert bag == {str(value): count for value, count in enumerate(FIRST, start=1)}
    assert sum(int(value) * count for value, count in bag.items()) / 1360 == pytest.approx(
        7.06, abs=0.01
    )


def test_1_5_seven_tiles_on_the_board_and_one_in_hand():
    for state in starts():
        tiles = [tile for tile in state.grid if tile is not None]
        assert len(tiles) == 7
        assert all(tile.origin == "random" and 1 <= tile.value <= 14 for tile in tiles)
        assert all(not tile.combined for tile in tiles)
        assert 1 <= state.tile <= 14
        assert all(21 <= target <= 40 for target in state.targets)
        drawn = Counter(str(tile.value) for tile in tiles) + Counter([str(state.tile)])
        assert Counter(state.bag) + drawn == Counter(full(0))


class FirstCells(Rng):
    """Chance by which random tiles fall on the first cells, row by row."""

    def at(self, stream, index):
        return self

    def below(self, n):
        return 0

    def shuffle(self, items):
        pass


def test_1_5_no_row_is_full_at_the_start():
    grid, _ = opening(FirstCells(SECRET, 0))
    assert [cell for cell, tile in enumerate(grid) if tile] == [0, 1, 2, 3, 4, 6, 7]


def test_1_6_each_tile_of_the_bag_is_as_likely_as_any_other():
    drawn = Counter(take(full(0), Rng(SECRET, number)) for number in range(6800))
    expected = {value: count * 5 for value, count in enumerate(FIRST, start=1)}
    assert drawn.keys() == expected.keys()
    off = sum((drawn[value] - count) ** 2 / count for value, count in expected.items())
    assert off < 35  # 13 degrees of freedom; above 35 once in a thousand


def test_1_6_what_is_drawn_does_not_go_back():
    table = Table()
    before = table.state.bag
    table.play("B3")
    assert Counter(before) - Counter(table.state.bag) == Counter([str(table.state.tile)])
    assert sum(before.values()) - sum(table.state.bag.values()) == 1


def test_1_7_a_bag_of_fewer_than_seven_is_replaced_after_a_placement():
    table = Table().set(bag={"3": 7}).play("B3")
    assert (table.state.bag, table.state.tile) == ({"3": 6}, 3)
    assert table.texts() == []
    table.play("B4")
    assert sum(table.state.bag.values()) == 1359
    assert table.texts() == ["The bag was refilled."]


def test_1_7_after_a_random_tile_too_and_with_larger_values():
    table = Table().set(bag={"3": 7}, rows=2, score=700).play("drop")
    assert table.state.bag == {**full(0), "15": 50, "16": 50}


def test_1_7_not_when_tiles_are_only_moved_or_combined_unless_it_is_empty():
    table = Table().row(1, "2 . . . . .").set(bag={"3": 1}).play("A1-B1")
    assert (table.state.bag, table.state.tile) == ({}, 3)
    table.row(1, "8 2 . . . .").play("A1/B1")
    assert sum(table.state.bag.values()) == 1359


def test_1_8_nothing_is_hidden_but_the_future():
    table = Table()
    for player in (0, None):
        assert table.game.observation(table.state, player) == table.state
    names = {field.name for field in dataclasses.fields(table.state)}
    assert names == {
        "to_move", "events", "grid", "targets", "tile", "bag", "bonuses", "rows", "score", "placed",
        "moved", "combined", "saved", "draws", "drops", "since",
    }  # fmt: skip


# --- 3 Completed rows


def test_3_1_a_full_row_with_its_sum_is_cleared():
    table = almost().play("6 F1")
    assert table.state.grid == (None,) * CELLS
    assert (table.state.rows, table.state.score) == (1, 350)
    assert table.texts()[0] == "Row 1 completed, with a target of 21: 350 points."


def test_3_2_the_right_sum_in_a_row_with_an_open_cell_is_not_enough():
    table = Table().row(1, "1 2 3 4 . .", target=21).hold(11).play("E1")
    assert table.state.rows == 0
    assert table.described(0)[3].startswith("Row 1 needs 0:")


def test_3_2_nor_is_a_full_row_with_another_sum():
    table = almost(target=22).play("F1")
    assert (table.state.rows, table.at("F1")) == (0, Tile(6, "placed"))


def test_3_3_a_move_completes_a_row():
    table = Table().row(1, "1 2 3 4 5 .", target=21).row(2, ". . . . . 6")
    table.play("F2-F1")
    assert (table.state.rows, table.state.grid) == (1, (None,) * CELLS)


def test_3_3_a_combination_completes_a_row():
    table = Table().row(1, "12 6 3 4 5 1", target=21).play("A1/B1")
    assert (table.points(), table.state.score, table.state.rows) == ([10, 350], 360, 1)
    assert table.state.bonuses == ("unlocked", "locked", "locked", "locked")


def test_3_3_a_change_to_1_completes_a_row():
    table = Table().row(1, "9 6 3 4 5 2", target=21).unlock().play("A1=1")
    assert (table.points(), table.state.rows) == ([350], 1)


def test_3_3_a_random_tile_completes_a_row():
    """On a board with one open cell the tile must fall there; the bag has nothing but sixes."""
    table = Table().rows(*[WRONG] * 6).row(7, "1 2 3 4 5 .", target=21).set(bag={"6": 30})
    table.play("drop")
    assert (table.state.rows, table.state.score, table.state.to_move) == (1, 350, 0)
    assert table.texts()[:2] == [
        "A random 6 fell on F7.",
        "Row 7 completed, with a target of 21: 350 points.",
    ]
    assert [event.player for event in table.state.events[:2]] == [None, 0]


def test_3_4_a_completed_row_gets_a_new_target():
    table = almost().play("F1")
    assert 21 <= table.state.targets[0] <= 40
    assert table.state.targets[1:] == (40,) * 6
    fresh = set()
    for number in range(100):
        state, game = almost().state, table.game
        action = game.parse_action(state, "F1")
        fresh.add(game.apply_action(state, action, Rng(secret_of(number), 1)).targets[0])
    assert fresh == set(range(21, 41))


def test_3_5_a_larger_value_joins_with_each_of_the_first_17_rows():
    table = almost().play("F1")
    assert table.state.bag["15"] + (table.state.tile == 15) == 50
    assert "50 tiles with the value 15 were added to the bag." in table.texts()
    for done, value in enumerate(LARGER):
        table = almost().set(rows=done).play("F1")
        assert table.state.bag[str(value)] + (table.state.tile == value) == 50
    before = almost().set(rows=17)
    assert before.play("F1").state.bag.keys() == full(0).keys()
    assert not any("joined" in text for text in before.texts())


def test_3_5_the_values_that_never_come():
    assert sorted(set(range(1, 41)) - {int(value) for value in full(99)}) == [
        17, 19, 23, 29, 31, 33, 37, 38, 39,
    ]  # fmt: skip
    assert sum(full(17).values()) == 1360 + 17 * 50


# --- 5 Random tiles (those with a time of their own are in test_time.py)


def test_5_1_a_random_tile_falls_on_a_random_open_cell():
    table = Table().row(1, "5 5 5 5 5 5")
    cells = Counter()
    for number in range(3600):
        after = table.game.apply_action(table.state, Drop(), Rng(secret_of(number), 1))
        (fallen,) = [cell for cell in range(CELLS) if after.grid[cell] != table.state.grid[cell]]
        assert after.grid[fallen].origin == "random"
        cells[fallen] += 1
    assert sorted(cells) == list(range(6, CELLS))
    assert sum((count - 100) ** 2 / 100 for count in cells.values()) < 75  # 35 degrees of freedom


def test_5_1_the_tile_in_hand_stays_and_the_clock_asks_for_no_leave():
    table = Table().play("drop")
    assert (table.state.tile, table.state.drops, table.state.draws) == (7, 1, 1)
    assert (table.state.placed, table.state.score) == (0, 0)
    assert Drop() not in list(table.game.legal_actions(table.state))


# --- 6 Points


def test_6_1_a_row_brings_350_points():
    assert almost().play("F1").points() == [350]
    assert Table().unlock().play("wild A1").points() == [350]


def test_6_2_a_combination_brings_what_it_takes_off():
    for row, saved in (("10 5 . . . .", 8), ("40 2 . . . .", 20), ("40 20 . . . .", 38)):
        table = Table().row(1, row).play("A1/B1")
        assert (table.points(), table.state.saved) == ([saved], saved)
        assert table.state.events[0].topic == "saved"


def test_6_3_points_stay_when_their_tiles_are_gone():
    table = Table().row(1, "10 5 3 4 5 .", target=25).play("A1/B1").hold(6).play("F1")
    assert table.state.score == 358
    table.row(1, "10 5 . . . .").play("A1/B1")
    assert table.state.score == 366


def test_6_3_bonuses_bring_no_points():
    table = Table().row(1, "10 5 . . . .").unlock().play("A1=1", "remove B1", "discard")
    assert table.state.score == 0
    table.row(2, "10 5 . . . .").play("A2/B2")
    assert table.state.score == 8


# --- 7 The end


def test_7_1_a_full_board_is_the_end():
    table = crowded().play("F7")
    assert (table.state.to_move, table.state.tile) == (None, None)
    assert table.texts() == ["The game is over: the board is full."]
    assert table.legal() == []


def test_7_1_a_random_tile_can_be_the_last_one():
    assert crowded().play("drop").state.to_move is None


def test_7_2_a_row_that_the_last_tile_completes_comes_first():
    table = crowded("1 2 3 4 5 .").row(7, "1 2 3 4 5 .", target=21).hold(6).play("F7")
    assert (table.state.to_move, table.state.rows) == (0, 1)
    assert table.state.grid.count(None) == 6


def test_7_3_a_table_can_end_after_some_random_tiles():
    table = Table(limit=2).play("drop")
    assert table.state.to_move == 0
    table.play("drop")
    assert table.state.to_move is None
    assert table.texts()[-1] == "The game is over: 2 random tiles have fallen."


def test_7_3_the_last_tile_still_counts():
    table = Table(limit=1).rows(*[WRONG] * 6).row(7, "1 2 3 4 5 .", target=21)
    table.set(bag={"6": 30}).play("drop")
    assert (table.state.to_move, table.state.score) == (None, 350)


def competing(number, wish):
    """Play a dozen rounds, in each what ``wish`` picks and a random tile; return what came."""
    game, secret = CountingTiles(Options()), secret_of(number)
    state = game.initial_state(1, Rng(secret, 0))
    start, hands, drops, ply = state, [], [], 0
    for _ in range(12):
        for picked in (*wish(state, game), Drop()):
            ply += 1
            state = game.apply_action(state, picked, Rng(secret, ply))
            if picked != Drop():
                hands.append(state.tile)
        drops.append(state.events[0].facts["value"])
    return start, hands, drops


def place_one(state, game):
    """Pick one placement."""
    return [next(game.legal_actions(state))]


def move_and_place(state, game):
    """Pick a move, where there is one, and a placement that it does not touch."""
    actions = list(game.legal_actions(state))
    picked = [action for action in actions if isinstance(action, Move)][:1]
    taken = [move.to for move in picked]
    return [*picked, next(action for action in actions[::-1] if is_free(action, taken))]


def is_free(action, taken):
    return isinstance(action, Place) and action.cell not in taken


def test_7_4_all_begin_alike_and_nobody_shifts_the_chance_of_others():
    """One places, the other moves and places: the same tiles fall, and come to the hand."""
    fallen, drawn = [], []
    for number in range(20):
        start, hands, drops = competing(number, place_one)
        other_start, other_hands, other_drops = competing(number, move_and_place)
        assert start == other_start
        assert len(other_hands) > len(hands) + 8
        fallen += [a == b for a, b in zip(drops, other_drops, strict=True)]
        drawn += [a == b for a, b in zip(hands, other_hands, strict=False)]
    assert (len(fallen), len(drawn)) == (240, 240)
    assert min(sum(fallen), sum(drawn)) >= 232


def test_7_4_nobody_shifts_where_random_tiles_fall():
    one, other = Table().play("A1", "drop"), Table().play("A2", "A3", "A4", "drop")
    assert one.texts() == other.texts()


def test_7_4_targets_come_in_an_order_of_their_own():
    first = almost().play("F1").state.targets[0]
    table = Table().play("A1", "drop", "B7", "C7").row(4, "1 2 3 4 5 .", target=21)
    assert table.hold(6).play("F4").state.targets[3] == first


def test_7_4_places_are_by_points():
    table = almost().play("F1")
    assert table.game.placing(table.state) == (1,)
    assert table.game.scores(table.state) == (350,)


# --- 8 The table


def test_8_1_without_challenge_larger_values_still_join():
    table = Table(challenge=False).row(1, "1 2 3 4 5 .", target=21).hold(6).set(rows=1).play("F1")
    assert "50 tiles with the value 16 were added to the bag." in table.texts()
    assert table.game.turn_budget(table.state) == 25.0
    assert not any("every" in text for text in table.texts())


def test_8_2_another_time_between_random_tiles():
    table = Table(interval=40)
    assert table.game.turn_budget(table.state) == 40.0
    assert table.game.turn_budget(table.set(rows=90).state) == 8.0


def test_8_2_tiles_may_move_only_one_step():
    table = Table(steps="one").row(1, "9 . . . . .").row(2, "4 . . . . .")
    assert [text for text in table.legal() if text.startswith("A1-")] == ["A1-B1"]
    assert table.refused("A1-C1") == "At this table tiles move one cell at a time."
    assert table.refused("A1-B2") == "You can only move a tile along its row or column."
    assert table.play("A1-B1").at("B1") == Tile(9, "moved")


def test_8_3_other_points_for_a_row():
    table = Table(row_points=100).row(1, "1 2 3 4 5 .", target=21).hold(6).play("F1")
    assert table.state.score == 100


def test_8_4_out_of_time_a_random_tile_falls():
    for drops in ("timed", "counted"):
        table = Table(drops=drops)
        assert table.game.timeout_action(table.state, Rng(SECRET, 1)) == Drop()

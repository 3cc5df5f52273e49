"""Random tiles and the clock: what falls when, as a function of instants and actions alone."""

import itertools

import pytest

from games.core.clock import Pace
from games.core.rng import Rng
from games.counting_tiles.options import Options
from games.counting_tiles.position.tempo import faster_at, interval
from games.counting_tiles.rules import CountingTiles
from tests.games.counting_tiles.table import SECRET, Table, secret_of
from tools.countdown import SoloMatch

SECONDS = [25, 25, 24, 24, 23, 23]


def almost(rows, **options):
    """Return a table where a 6 on F1 completes one more row."""
    table = Table(**options).row(1, "1 2 3 4 5 .", target=21).hold(6)
    return table.set(rows=rows, score=350 * rows)


def test_5_2_the_seconds_from_one_tile_to_the_next():
    options = Options()
    seconds = [interval(options, rows) for rows in range(60)]
    assert seconds[:6] == SECONDS
    assert seconds[30:36] == [10, 10, 9, 9, 8, 8]
    assert set(seconds[34:]) == {8}
    assert seconds == sorted(seconds, reverse=True)
    table = Table()
    assert [table.game.turn_budget(table.set(rows=n).state) for n in range(6)] == SECONDS


def test_5_2_without_challenge_it_stays():
    assert {interval(Options(challenge=False), rows) for rows in range(60)} == {25}


def test_5_2_when_it_gets_faster_is_known():
    options = Options()
    assert [faster_at(options, rows) for rows in (0, 1, 2, 33, 34, 99)] == [2, 2, 4, 34, None, None]
    counted = Options(drops="counted")
    assert [faster_at(counted, rows) for rows in (0, 7, 8, 15, 16)] == [8, 8, 16, 16, None]


def test_5_3_actions_do_not_restart_the_countdown():
    table = Table().row(1, "8 2 . . . .").unlock()
    key = table.game.clock_key(table.state)
    table.play("A1/B1", "B1-B3", "C3", "discard", "remove A1", "B3=1")
    assert table.game.clock_key(table.state) == key


def test_5_3_a_random_tile_restarts_it():
    table = Table()
    key = table.game.clock_key(table.state)
    assert table.game.clock_key(table.play("drop").state) != key


@pytest.mark.parametrize(("rows", "anew"), [(0, False), (1, True), (2, False), (33, True)])
def test_5_3_a_row_restarts_it_if_it_shortens_the_time(rows, anew):
    for action in ("F1", "wild A2"):
        table = almost(rows).unlock()
        key = table.game.clock_key(table.state)
        assert (table.game.clock_key(table.play(action).state) != key) is anew
        told = "From now on a random tile falls every" in " ".join(table.texts())
        assert told is anew


def test_5_3_after_34_rows_no_row_restarts_it():
    for rows in range(34, 40):
        table = almost(rows)
        key = table.game.clock_key(table.state)
        assert table.game.clock_key(table.play("F1").state) == key


def test_5_3_drops_fall_at_their_instants():
    solo = SoloMatch(CountingTiles(Options()), SECRET, start=1000.0)
    solo.play(first(solo), 1010.0)
    solo.play(first(solo), 1024.9)
    assert (solo.state.drops, solo.due()) == (0, 1025.0)
    assert solo.wait(1080.0) == [1025.0, 1050.0, 1075.0]
    assert (solo.state.drops, solo.due()) == (3, 1100.0)


def first(solo):
    return next(solo.game.legal_actions(solo.state))


def test_5_3_a_drop_due_at_the_instant_of_an_action_comes_first():
    solo = SoloMatch(CountingTiles(Options()), SECRET)
    solo.play(first(solo), 25.0)
    assert (solo.state.drops, solo.state.placed, solo.ply) == (1, 1, 2)
    assert solo.state.events == ()


def test_5_3_a_row_that_shortens_the_time_moves_the_next_drop():
    table = almost(1)
    solo = SoloMatch(table.game, SECRET)
    solo.state = table.state
    solo.play(table.game.parse_action(table.state, "F1"), 11.0)
    assert solo.due() == 11.0 + 24
    table = almost(2)
    solo = SoloMatch(table.game, SECRET)
    solo.state = table.state
    solo.play(table.game.parse_action(table.state, "F1"), 11.0)
    assert solo.due() == 24.0


def test_5_3_it_does_not_matter_how_often_somebody_looks():
    """The same actions at the same instants give the same game, however time is cut up."""
    for number in range(10):
        ends = []
        for looks in ((), (0.5,), (0.1, 3.0, 26.0)):
            solo = SoloMatch(CountingTiles(Options()), secret_of(number))
            fallen = []
            for step in range(1, 40):
                at = 7.0 * step
                for look in looks:
                    fallen += solo.wait(at - 7.0 + look if look < 7 else at - 0.25)
                fallen += solo.wait(at)
                if solo.is_over():
                    break
                actions = list(solo.game.legal_actions(solo.state))
                solo.play(Rng(secret_of(number), step, "test").choice(actions), at)
            ends.append((solo.state, fallen))
        assert ends[0] == ends[1] == ends[2]
        assert len(ends[0][1]) == ends[0][0].drops > 0


def test_5_4_a_tile_falls_after_every_four_actions():
    table = Table(drops="counted").row(1, "8 2 . . . .").unlock()
    actions = ("A1/B1", "B1-B3", "C3", "discard", "remove A1", "B3=1", "E1", "E2")
    assert [table.play(text).state.drops for text in actions] == [0, 0, 0, 1, 1, 1, 1, 2]
    assert table.texts()[-1].startswith("A ")
    assert table.state.since == 0


def test_5_4_by_turns_there_is_no_countdown():
    table = Table(drops="counted")
    assert table.game.turn_budget(table.state) is None
    assert table.game.clock_key(table.state) is None
    assert SoloMatch(table.game, SECRET).due() is None


def test_5_4_the_pace_of_the_table_decides():
    options = Options(interval=30)
    counted = CountingTiles.for_pace(options, Pace.CORRESPONDENCE)
    assert counted == Options(interval=30, drops="counted")
    assert CountingTiles.for_pace(counted, Pace.LIVE) == options


def test_5_4_no_tile_falls_when_the_game_is_over():
    wrong = "13 13 13 13 13 13"
    table = Table(drops="counted").rows(*[wrong] * 6, "13 13 13 13 13 .").set(since=3).play("F7")
    assert (table.state.to_move, table.state.drops) == (None, 0)
    assert table.state.since == 3
    assert table.game.decode_state(table.game.encode_state(table.state)) == table.state


def test_5_4_a_tile_that_falls_can_end_the_game_or_complete_a_row():
    wrong = "13 13 13 13 13 13"
    table = Table(drops="counted").rows(*[wrong] * 6, "1 2 3 4 . .").row(7, "1 2 3 4 . .", 21)
    table.set(since=3, bag={"5": 40}).hold(6).play("E7")
    assert (table.state.to_move, table.state.rows) == (0, 1)
    table.rows(*[wrong] * 6, "1 2 3 4 . .").set(since=3, bag={"5": 40}).hold(40).play("E7")
    assert table.state.to_move is None


def test_5_5_completed_rows_take_actions_off():
    counted = Options(drops="counted")
    actions = [interval(counted, rows) for rows in range(40)]
    assert actions == [4] * 8 + [3] * 8 + [2] * 24
    calm = Options(drops="counted", challenge=False)
    assert {interval(calm, rows) for rows in range(40)} == {4}


def test_5_5_the_count_restarts_when_an_action_is_taken_off():
    table = almost(7, drops="counted").set(since=3).play("F1")
    assert (table.state.drops, table.state.since) == (0, 0)
    assert "From now on a random tile falls after every 3 actions." in table.texts()
    drops = [table.play(cell).state.drops for cell in ("A2", "B2", "C2")]
    assert drops == [0, 0, 1]


def test_5_5_a_tile_of_the_clock_restarts_the_count():
    table = Table(drops="counted").play("A1", "A2", "A3", "drop")
    assert (table.state.drops, table.state.since) == (1, 0)
    drops = [table.play(cell).state.drops for cell in free(table, 4)]
    assert drops == [1, 1, 1, 2]


def free(table, count):
    names = (text.split()[1] for text in table.legal() if " " in text)
    return list(itertools.islice(names, count))

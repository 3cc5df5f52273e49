"""The numbered rules, each in a position as small as it can be; test_laying.py has 2 and 3."""

import dataclasses
from collections import Counter
from pathlib import Path

import pytest

from games import upwords
from games.core.errors import IllegalAction
from games.core.language.events import Event
from games.core.rng import Rng
from games.matches.pages.rules_page import render_rules
from games.upwords.options import Options
from games.upwords.position.bag import draw_for_first, first_player, take, without
from games.upwords.position.model import Exchange, Pass, Play, TimeOut
from games.upwords.position.tiles import full_bag, shown
from games.upwords.rules import Upwords
from games.words.lists.packing import words_of
from tests.games.upwords.table import SECRET, SMALL, Table, secret_of


@pytest.mark.parametrize("players", [2, 3, 4])
def test_1_1_players_take_turns_in_the_order_of_their_seats(players):
    table = Table(SMALL, players)
    turns = []
    for _ in range(7):
        turns.append(table.state.to_move)
        table.play("pass")
    assert turns == [number % players for number in range(7)]


def test_1_2_words_read_to_the_right_and_down_only():
    table = Table("tac")
    assert table.refused((4, 4, "c"), (4, 5, "a"), (4, 6, "t")) == "CAT isn't in the word list."
    assert table.refused((4, 4, "c"), (5, 4, "a"), (6, 4, "t")) == "CAT isn't in the word list."
    assert table.play("E5 down tac").words() == {"TAC": 6}


def test_1_3_the_large_board_has_a_hundred_tiles():
    bag = full_bag("10x10")
    assert sum(bag.values()) == 100
    assert (bag["e"], bag["s"], bag["c"], bag["q"]) == (8, 6, 4, 1)
    assert "".join(letter for letter, count in bag.items() if count == 7) == "aio"
    assert "".join(letter for letter, count in bag.items() if count == 5) == "dlmnrtu"
    assert "".join(letter for letter, count in bag.items() if count == 3) == "bfghp"
    assert "".join(letter for letter, count in bag.items() if count == 2) == "kwy"
    assert "".join(letter for letter, count in bag.items() if count == 1) == "jqvxz"
    assert [len(row) for row in Table().state.board] == [10] * 10


def test_1_4_the_small_board_has_sixty_four_tiles():
    bag = full_bag("8x8")
    assert sum(bag.values()) == 64
    assert (bag["e"], bag["a"]) == (6, 5)
    assert "".join(letter for letter, count in bag.items() if count == 4) == "iot"
    assert "".join(letter for letter, count in bag.items() if count == 3) == "dlmnpsu"
    assert "".join(letter for letter, count in bag.items() if count == 2) == "bcghry"
    assert "".join(letter for letter, count in bag.items() if count == 1) == "fjkqvwxz"
    assert [len(row) for row in Table(board="8x8").state.board] == [8] * 8


@pytest.mark.parametrize("players", [2, 3, 4])
def test_1_5_the_letter_nearest_to_a_begins_and_ties_draw_again(players):
    begun, rounds = set(), set()
    for number in range(150):
        game = Upwords(Options(), words_of(["no"]))
        state = game.initial_state(players, Rng(secret_of(number), 0))
        last = max(map(len, state.draws))
        again = list(range(players))
        for turn in range(last):
            assert all(len(state.draws[player]) > turn for player in again)
            nearest = min(state.draws[player][turn] for player in again)
            again = [player for player in again if state.draws[player][turn] == nearest]
        assert again == [state.to_move]
        assert sum(state.bag.values()) + 7 * players == 100
        assert state.events[-1].player == state.to_move
        assert [event.player for event in state.events[:-1]] == list(range(players))
        begun.add(state.to_move)
        rounds.add(last)
    assert begun == set(range(players))
    assert {1, 2} <= rounds


def test_1_5_tied_players_alone_draw_again_and_tiles_stay_out_until_one_is_left():
    bag, rounds = {"a": 2, "b": 1, "c": 1, "d": 1}, set()
    for number in range(60):
        draws = draw_for_first(bag, 3, Rng(secret_of(number), 0))
        assert Counter("".join(draws)) <= Counter(bag)
        tied = [letters[0] for letters in draws].count("a") == 2
        assert [len(letters) for letters in draws] == [
            1 + (tied and letters[0] == "a") for letters in draws
        ]
        rounds.add(max(map(len, draws)))
    assert rounds == {1, 2}
    assert first_player(("c", "ba", "bz")) == 1
    assert first_player(("ab", "aac", "aab")) == 2


def test_1_6_everyone_holds_seven_tiles_and_fills_up_after_a_turn():
    table = Table(SMALL, 3)
    assert table.state.held == (7, 7, 7)
    assert table.state.pile == 79
    table.play("E5 across cat")
    assert table.state.held == (7, 7, 7)
    assert table.state.pile == 76


def test_1_6_with_few_tiles_left_one_gets_what_there_is():
    table = Table(SMALL).hold("acttttu", "eeeeeee")
    table.state = dataclasses.replace(table.state, bag={"o": 2}, pile=2)
    table.play("E5 across cat")
    assert table.state.racks[0] == "oottt" + "u"
    assert (table.state.held, table.state.pile, table.state.bag) == ((6, 7), 0, {})


def test_1_7_one_sees_ones_own_rack_and_what_all_others_hold_together():
    table = Table(SMALL).hold("acttuvw", "bdefghi").play("E5 across cat")
    state, game = table.state, table.game
    view = game.observation(state, 0)
    assert view.racks == (state.racks[0], None)
    assert view.bag is None
    assert (view.held, view.pile) == ((7, 7), 83)
    assert sum(view.unseen.values()) == 83 + 7
    hidden = dict(state.bag)
    for letter in state.racks[1]:
        hidden[letter] = hidden.get(letter, 0) + 1
    assert view.unseen == dict(sorted(hidden.items()))
    watching = game.observation(state, None)
    assert watching.racks == (None, None)
    assert sum(watching.unseen.values()) == 97


def test_1_7_nobody_is_told_which_tile_was_exchanged():
    table = Table(SMALL).hold("acttuvw", "bdefghi")
    told = set()
    for letter in "acw":
        action = Exchange(letter)
        after = table.game.apply_action(table.state, action, Rng(SECRET, 1))
        told.add((table.game.log_text(table.state, action), after.events))
        assert table.game.action_text(table.state, action) == f"exchange {letter.upper()}"
    assert told == {("exchange", (Event("exchanged", 0),))}


def test_1_8_there_is_a_letter_on_every_tile():
    for board in ("10x10", "8x8"):
        assert sorted(full_bag(board)) == list("abcdefghijklmnopqrstuvwxyz")
        assert min(full_bag(board).values()) == 1


# --- Instead of laying tiles ------------------------------------------------------------------


def test_4_1_one_may_pass_at_any_time():
    table = Table(SMALL)
    before = table.state
    assert Pass() in list(table.game.legal_actions(before))
    after = table.play("pass").state
    assert (after.to_move, after.passes, after.board, after.racks, after.bag, after.scores) == (
        (1, 1, before.board, before.racks, before.bag, before.scores)
    )


def test_4_2_an_exchange_draws_first_then_gives_the_old_tile_back():
    table = Table(SMALL).hold("aceilou", "bdefghi")
    table.state = dataclasses.replace(table.state, bag={"z": 1}, pile=1)
    after = table.game.apply_action(table.state, Exchange("u"), Rng(SECRET, 1))
    assert (after.racks[0], after.bag, after.pile, after.to_move) == ("aceiloz", {"u": 1}, 1, 1)


def test_4_2_the_old_tile_never_comes_straight_back():
    table = Table(SMALL).hold("aceilou", "uuuudvw")
    assert "u" not in table.state.bag
    for number in range(100):
        after = table.game.apply_action(table.state, Exchange("u"), Rng(secret_of(number), 1))
        assert len(after.racks[0]) == 7
        drawn = without(after.racks[0], "aceilo")
        assert drawn in table.state.bag
        assert after.bag["u"] == 1
        assert after.bag.get(drawn, 0) == table.state.bag[drawn] - 1


def test_4_2_no_exchange_without_tiles_to_draw_or_of_another_tile():
    table = Table(SMALL).hold("aceilou", "bdefghi")
    with pytest.raises(IllegalAction, match="You can only swap a tile from your rack"):
        table.game.apply_action(table.state, Exchange("z"), Rng(SECRET, 1))
    table.empty_the_pile()
    assert Exchange("a") not in list(table.game.legal_actions(table.state))
    with pytest.raises(IllegalAction, match="There are no tiles left to draw"):
        table.game.apply_action(table.state, Exchange("a"), Rng(SECRET, 1))


# --- The end ----------------------------------------------------------------------------------


def test_5_1_an_empty_rack_ends_the_game_when_no_tiles_are_left():
    """Reference case U24."""
    table = Table(SMALL, 3).hold("act", "oo", "eee").empty_the_pile().play("E5 across cat")
    assert table.game.is_terminal(table.state)
    assert table.scores == (6, -10, -15)
    assert table.game.placing(table.state) == (1, 2, 3)
    assert table.state.events[-1] == Event("over_rack_empty", 0)


def test_5_2_the_game_is_over_when_nobody_can_play():
    table = Table("cat").hold("acttz", "vvv").empty_the_pile().play("E5 across cat")
    assert table.state.to_move is None
    assert table.state.events[-1] == Event("over_nobody_can_play")
    assert table.scores == (6 - 10, -15)


def test_5_2_it_goes_on_while_one_player_can():
    table = Table("cat cot").hold("acttz", "o").empty_the_pile().play("E5 across cat")
    assert table.state.to_move == 1
    assert table.play("E5 across (c)o(t)").state.to_move is None


@pytest.mark.parametrize("players", [2, 3, 4])
def test_5_3_a_round_of_passes_ends_the_game_when_no_tiles_are_left(players):
    """Reference case U26."""
    table = Table(SMALL, players)
    for _ in range(5 * players):
        table.play("pass")
    assert (table.state.to_move, table.state.scores) == (0, (0,) * players)
    table.play("E5 across cat").hold(*"zvxk"[:players]).empty_the_pile()
    for _ in range(players - 1):
        assert table.play("pass").state.to_move is not None
    table.play("pass")
    assert table.state.to_move is None
    assert table.state.events[-1] == Event("over_all_passed")
    assert table.scores == (6 - 5, *(-5,) * (players - 1))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_5_3_or_at_any_time(players):
    table = Table(SMALL, players, passes_end="always")
    for _ in range(players - 1):
        assert table.play("pass").state.to_move is not None
    table.play("pass")
    assert table.state.to_move is None
    assert table.state.events[-1] == Event("over_all_passed")
    assert table.scores == (-35,) * players


def test_5_3_a_play_or_an_exchange_breaks_the_run():
    table = Table(SMALL, passes_end="always").play("pass").play("E5 across cat").play("pass")
    assert table.state.passes == 1
    table.play(f"exchange {shown(table.state.racks[1][0])}").play("pass")
    assert (table.state.to_move, table.state.passes) == (1, 1)
    assert table.play("pass").state.to_move is None


def test_5_4_is_told_as_our_ruling():
    rules = render_rules(Path(upwords.__file__).with_name("README.md")).html
    assert "<strong>5.4</strong> <em>Our ruling:</em> to make sure every game ends" in rules


def test_5_4_twenty_rounds_without_a_tile_end_the_game():
    table = Table(SMALL, 3)
    for turn in range(59):
        letter = shown(table.state.racks[table.state.to_move][0])
        table.play("pass" if turn % 2 else f"exchange {letter}")
    assert table.state.to_move is not None
    table.play("pass")
    assert table.state.to_move is None
    assert table.state.events[-1] == Event("over_no_tile_laid", facts={"rounds": 20})


def test_5_5_five_points_off_for_each_tile_left():
    table = Table(SMALL).hold("act", "qz").empty_the_pile().play("E5 across cat")
    assert table.state.events[1:] == (
        Event("left", 1, {"tiles": ["q", "z"]}, -10, "left"),
        Event("over_rack_empty", 0),
    )
    for player in (None, 0, 1):
        assert table.game.observation(table.state, player).racks == ("", "qz")


def test_5_6_the_old_ending_goes_on_without_those_who_have_no_tiles():
    table = Table("cat cot cut cute", 3, old_ending=True)
    table.hold("act", "oz", "uex").empty_the_pile()
    table.play("E5 across cat")
    assert table.state.to_move == 1
    table.play("E5 across (c)o(t)")
    assert table.state.to_move == 2
    table.play("E5 across (c)u(t)")
    assert table.state.to_move == 1
    table.play("pass")
    assert table.state.to_move == 2
    table.play("pass")
    assert table.state.events[-1] == Event("over_all_passed")
    assert table.scores == (6, 4 - 5, 5 - 10)


def test_5_6_the_old_ending_comes_when_all_tiles_are_laid():
    table = Table("cat cot", old_ending=True).hold("act", "o").empty_the_pile()
    table.play("E5 across cat")
    assert table.state.to_move == 1
    table.play("E5 across (c)o(t)")
    assert table.state.events[-1] == Event("over_all_laid")
    assert table.scores == (6, 4)


def test_5_7_most_points_win_and_equals_share_the_place():
    table = Table(SMALL, 4)
    state = dataclasses.replace(table.state, scores=(12, -3, 12, 0))
    assert table.game.placing(state) == (1, 4, 1, 3)


# --- Time -------------------------------------------------------------------------------------


def test_6_2_when_time_runs_out_the_clock_passes():
    table = Table(SMALL)
    assert table.game.timeout_action(table.state, Rng(SECRET, 1, "timeout")) == TimeOut()
    before = table.state
    assert table.play("time out").state == dataclasses.replace(
        before, to_move=1, events=(Event("passed", 0),)
    )


@pytest.mark.parametrize("passes_end", ["always", "empty"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_6_2_passes_of_the_clock_never_end_the_game(players, passes_end):
    """Reference case U26, and the guard of 20 rounds (5.4)."""
    table = Table(SMALL, players, passes_end=passes_end).hold(*["z"] * players)
    table.state = dataclasses.replace(table.state, bag={}, pile=0)
    for _ in range(30 * players):
        table.play("time out")
    assert (table.state.to_move, table.state.passes, table.state.idle) == (0, 0, 0)


def test_6_2_a_round_of_passes_is_one_that_everyone_passed_themselves():
    table = Table(SMALL, 3, passes_end="always").play("pass").play("time out").play("pass")
    assert table.play("pass").state.to_move == 1  # B has passed in no turn of their own
    assert table.play("pass").state.events[-1] == Event("over_all_passed")


def test_6_2_rounds_without_a_tile_are_those_of_players():
    table = Table(SMALL, passes_end="empty")
    for _ in range(39):
        table.play("pass").play("time out")
    assert (table.state.to_move, table.state.idle) == (0, 39)
    table.play("pass")
    assert table.state.events[-1] == Event("over_no_tile_laid", facts={"rounds": 20})


def test_a_turn_needs_a_whole_position():
    table = Table(SMALL)
    view = table.game.observation(table.state, 0)
    with pytest.raises(ValueError, match="nothing hidden"):
        table.game.apply_action(view, Pass(), Rng(SECRET, 1))


def test_tiles_of_another_rack_cannot_be_laid():
    table = Table(SMALL).hold("cat", "z")
    for letter in ("z", "", "ca", "C", "é"):
        with pytest.raises(IllegalAction, match="You can only lay tiles from your rack"):
            table.game.apply_action(
                table.state, Play(((4, 4, "c"), (4, 5, letter))), Rng(SECRET, 1)
            )


def test_take_draws_each_tile_with_the_same_chance():
    counts = {"a": 0, "b": 0}
    for number in range(400):
        letters, rest = take({"a": 3, "b": 1}, 1, Rng(secret_of(number), 1))
        counts[letters] += 1
        assert sum(rest.values()) == 3
    assert 260 < counts["a"] < 340

"""The numbered rules, each in a position as small as it can be."""

import dataclasses

import pytest

from games.core.errors import IllegalAction
from games.core.rng import Rng
from games.upwords.drawing import draw_for_first, first_player, take, without
from games.upwords.model import Exchange, Pass, Play
from games.upwords.options import Options
from games.upwords.rules import Upwords
from games.upwords.tiles import full_bag, shown
from games.words.build import words_of
from tests.games.upwords.table import SECRET, Table, secret_of

SMALL = """
    as cat cats at car care cares cart carts art arts hello hell hells shell he es is his hiss
    word words on no to so us use ass sat ax wart dart part quit quiz qat it
"""


def squares(state):
    """Return the stacks on the board by the names of their squares."""
    return {
        f"{chr(ord('A') + column)}{row + 1}": stack
        for row, line in enumerate(state.board)
        for column, stack in enumerate(line)
        if stack
    }


@pytest.mark.parametrize("players", [2, 3, 4])
def test_1_1_players_take_turns_in_the_order_of_their_seats(players):
    table = Table(SMALL, players, passes_end="empty")
    turns = []
    for _ in range(7):
        turns.append(table.state.to_move)
        table.play("pass")
    assert turns == [number % players for number in range(7)]


def test_1_2_words_read_to_the_right_and_down_only():
    table = Table("tac")
    assert table.refused((4, 4, "c"), (4, 5, "a"), (4, 6, "t")) == "CAT is not in the word list."
    assert table.refused((4, 4, "c"), (5, 4, "a"), (6, 4, "t")) == "CAT is not in the word list."
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


def test_1_5_tied_players_alone_draw_again():
    draws = draw_for_first({"a": 2, "z": 1}, 3, Rng(secret_of(1), 0))
    assert sorted(letters[0] for letters in draws) == ["a", "a", "z"]
    assert [len(letters) for letters in draws if letters[0] == "z"] == [1]
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
        told.add((table.game.log_text(table.state, action), after.events))
        assert table.game.action_text(table.state, action) == f"exchange {letter.upper()}"
    assert [(text, [event.text for event in events]) for text, events in told] == [
        ("exchange", ["Exchanged a tile"])
    ]


def test_1_8_there_is_a_letter_on_every_tile():
    for board in ("10x10", "8x8"):
        assert sorted(full_bag(board)) == list("abcdefghijklmnopqrstuvwxyz")
        assert min(full_bag(board).values()) == 1


# --- Laying tiles -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("D4 across hello", "The first word must cover one of the four squares in the middle."),
        ("E1 down word", "The first word must cover one of the four squares in the middle."),
        ("G5 across cat", "The first word must cover one of the four squares in the middle."),
        ("E5 across a", "The first word needs two letters or more."),
    ],
)
def test_2_1_the_first_word_covers_the_middle_with_two_letters_or_more(text, reason):
    """Reference case U18."""
    assert Table(SMALL).refused(text=text) == reason


@pytest.mark.parametrize("text", ["E5 across at", "D6 across at", "F2 down word", "F6 down cat"])
def test_2_1_a_first_word_over_any_of_the_four_squares(text):
    assert squares(Table(SMALL).play(text).state)


def test_2_1_on_the_small_board_the_middle_lies_elsewhere():
    table = Table(SMALL, board="8x8")
    assert "middle" in table.refused(text="F6 across at")
    assert table.play("D4 across at").scores == (4, 0)


def test_2_2_tiles_in_two_rows_and_two_columns():
    """Reference case U23."""
    table = Table(SMALL).play("E5 across cat")
    text = "All tiles of a turn must lie in one row or one column."
    assert table.refused((5, 4, "a"), (6, 5, "t")) == text


def test_2_2_a_gap_between_tiles():
    """Reference case U23."""
    table = Table(SMALL).play("E5 across cat")
    text = "There is an empty square between your tiles."
    assert table.refused((5, 4, "a"), (7, 4, "t")) == text
    assert table.refused((4, 7, "s"), (4, 9, "s")) == text


def test_2_2_tiles_there_before_close_a_gap():
    table = Table(SMALL + " scats").play("E5 across cat")
    assert table.play("D5 across s(cat)s").words() == {"SCATS": 10}


def test_2_2_a_word_that_runs_off_the_board():
    """Reference case U23."""
    table = Table(SMALL).play("E5 across cat")
    text = "A tile must lie on the board."
    assert table.refused((4, 9, "a"), (4, 10, "t")) == text
    assert table.refused((-1, 4, "a"), (0, 4, "t")) == text


def test_2_2_two_tiles_on_one_square_and_none_at_all():
    table = Table(SMALL).play("E5 across cat")
    text = "Only one tile a turn can go on each square."
    assert table.refused((4, 7, "s"), (4, 7, "e")) == text
    with pytest.raises(IllegalAction, match="Lay at least one tile, or pass"):
        table.game.apply_action(table.state, Play(()), Rng(SECRET, 2))


def test_2_3_a_play_must_touch_or_cover():
    """Reference case U23: a corner is not enough."""
    table = Table(SMALL).play("E5 across cat")
    text = "Your tiles must touch or cover tiles on the board."
    assert table.refused((5, 7, "a"), (5, 8, "t")) == text
    assert table.refused((0, 0, "a"), (0, 1, "t")) == text
    assert table.play("F5 down (a)t").words() == {"AT": 4}


def test_2_4_every_word_in_both_directions_must_be_in_the_list():
    table = Table(SMALL).play("E5 across cat")
    assert table.refused((5, 4, "q"), (5, 5, "t")) == "QUT and CQU are not in the word list."
    assert table.refused((3, 5, "x")) == "XA is not in the word list."
    assert table.refused((3, 4, "a"), (3, 5, "t"), (3, 6, "e")) == (
        "ATE, AC, TA and ET are not in the word list."
    )


def test_2_5_a_stack_of_five_is_full():
    """Reference case U14."""
    table = Table(SMALL).play("E5 across cart")
    for text in ("E5 across w(art)", "E5 across d(art)", "E5 across p(art)", "E5 across c(art)"):
        table.play(text)
    assert squares(table.state)["E5"] == "cwdpc"
    assert table.refused((4, 4, "w")) == "That stack is full: 5 tiles are the most."


def test_2_5_the_table_can_choose_another_height():
    table = Table(SMALL, height=2).play("E5 across cart").play("E5 across w(art)")
    assert table.refused((4, 4, "d")) == "That stack is full: 2 tiles are the most."


def test_2_6_a_letter_may_not_go_on_itself():
    """Reference case U13: WORLD would come down with its L on an L of HELLO."""
    table = Table("hello world").play("D5 across hello")
    tiles = [(1, 5, "w"), (2, 5, "o"), (3, 5, "r"), (4, 5, "l"), (5, 5, "d")]
    assert table.refused(*tiles) == "L may not go on another L."


def test_2_6_lower_tiles_do_not_matter():
    table = Table(SMALL).play("E5 across cart").play("E5 across w(art)").play("E5 across c(art)")
    assert squares(table.state)["E5"] == "cwc"


def test_2_7_a_whole_word_may_not_be_covered():
    """Reference case U12."""
    table = Table("hello board").play("D5 across hello")
    tiles = [(4, column, letter) for column, letter in enumerate("board", 3)]
    assert table.refused(*tiles) == "At least one tile of HELLO must stay uncovered."


def test_2_7_not_even_by_a_longer_word():
    table = Table("at noon on").play("E5 across at")
    tiles = [(4, column, letter) for column, letter in enumerate("noon", 3)]
    assert table.refused(*tiles) == "At least one tile of AT must stay uncovered."


def test_2_7_a_single_letter_is_no_word():
    """The A of CAT is a word across, but a single letter down: it may be covered."""
    table = Table("cat cot word no so cost").play("E5 across cat")
    table.play("F4 down so")
    assert table.words() == {"SO": 3, "COT": 4}


def test_2_8_a_single_s_at_the_end_of_a_word():
    """Reference case U15."""
    table = Table(SMALL).play("E5 across care")
    assert table.refused((4, 8, "s")) == "You may not just add an S to the end of CARE."
    table = Table(SMALL).play("E5 down cart")
    assert table.refused((8, 4, "s")) == "You may not just add an S to the end of CART."


def test_2_8_a_single_s_at_the_end_of_two_words():
    """Reference case U15: the square ends both WORD and ART."""
    table = Table("word words art arts at to on tow wort").play("C6 across word")
    # A column with ART ends just above the square to the right of WORD.
    table.state = dataclasses.replace(
        table.state,
        board=with_stacks(table.state.board, {(2, 6): "a", (3, 6): "r", (4, 6): "t"}),
    )
    table.hold("s", "e")
    text = "You may not just add an S to the end of WORD and ART."
    assert table.refused((5, 6, "s")) == text


def with_stacks(board, stacks):
    rows = [list(row) for row in board]
    for (row, column), stack in stacks.items():
        rows[row][column] = stack
    return tuple(map(tuple, rows))


def test_2_8_an_s_that_begins_another_word_or_makes_one_of_two_letters():
    """Reference case U16."""
    assert Table(SMALL).play("E5 across hell").play("D5 across s(hell)").words() == {"SHELL": 10}
    assert Table(SMALL).play("E5 across hell").play("F5 down (e)s").words() == {"ES": 4}
    table = Table("hell hells so as").play("E5 across hell")
    table.state = dataclasses.replace(
        table.state, board=with_stacks(table.state.board, {(5, 8): "o"})
    )
    table.hold("s", "e")
    assert table.play("I5 down s(o)").words() == {"SO": 4, "HELLS": 10}


def test_2_8_an_s_after_a_word_in_s():
    """Reference case U17."""
    assert Table(SMALL).play("E5 across his").play("E5 across (his)s").words() == {"HISS": 8}


def test_2_8_an_s_with_other_tiles_or_on_a_letter():
    table = Table("cat cats us use as care cars").play("E5 across cat")
    assert table.play("H4 down us").words() == {"US": 4, "CATS": 8}
    table = Table("car care cars").play("E5 across care")
    assert table.play("E5 across (car)s").words() == {"CARS": 5}


def test_2_8_not_only_plurals_are_forbidden():
    """The S of EATS makes no plural, yet it is no more than an S at the end of a word."""
    table = Table("eat eats").play("E5 across eat")
    assert table.refused((4, 7, "s")) == "You may not just add an S to the end of EAT."


def test_2_9_qu_is_one_tile():
    table = Table(SMALL).play("E5 across quit")
    assert squares(table.state) == {"E5": "q", "F5": "i", "G5": "t"}
    assert table.words() == {"QUIT": 8}
    assert Table(SMALL).refused((4, 4, "q"), (4, 5, "a"), (4, 6, "t")) == (
        "QUAT is not in the word list."
    )


def test_2_10_the_list_of_the_table_counts():
    table = Table("cat")
    assert table.refused(text="E5 across act") == "ACT is not in the word list."
    assert table.play("E5 across cat").scores == (6, 0)


def test_2_11_whether_a_word_counts_is_told_before_a_play():
    table = Table("cat").hold("cats")
    cat, act = (table.game.parse_action(table.state, f"E5 across {w}") for w in ("cat", "act"))
    assert table.game.preview(table.state, 0, cat) == {
        "words": [{"word": "CAT", "points": 6, "valid": True}],
        "bonus": 0,
        "points": 6,
        "problem": "",
    }
    assert table.game.preview(table.state, 0, act) == {
        "words": [{"word": "ACT", "points": 6, "valid": False}],
        "bonus": 0,
        "points": 6,
        "problem": "ACT is not in the word list.",
    }


def test_2_11_the_table_can_choose_that_it_is_not_told():
    """What a play tried out is told is the same whatever list the table plays by."""
    told = []
    for words in ("cat", "act", "at"):
        table = Table(words, word_check=False).hold("cats")
        plays = [table.game.parse_action(table.state, f"E5 across {w}") for w in ("cat", "act")]
        told.append([table.game.preview(table.state, 0, play) for play in plays])
    assert told[0] == told[1] == told[2]
    assert told[0][1] == {
        "words": [{"word": "ACT", "points": 6, "valid": None}],
        "bonus": 0,
        "points": 6,
        "problem": "",
    }
    table = Table("cat", word_check=False)
    assert table.refused(text="E5 across act") == "ACT is not in the word list."
    assert table.play("E5 across cat").scores == (6, 0)


def test_2_11_what_has_nothing_to_do_with_the_list_is_told_in_any_case():
    table = Table("cat", word_check=False).hold("cats")
    corner = table.game.parse_action(table.state, "A1 across cat")
    problem = "The first word must cover one of the four squares in the middle."
    assert table.game.preview(table.state, 0, corner)["problem"] == problem
    table.play("E5 across cat")
    table.take_up("s")
    plural = table.game.parse_action(table.state, "E5 across (cat)s")
    problem = "You may not just add an S to the end of CAT."
    assert table.game.preview(table.state, table.state.to_move, plural)["problem"] == problem


# --- Points -----------------------------------------------------------------------------------


def test_3_1_a_flat_word_counts_two_for_each_tile():
    assert Table(SMALL).play("D5 across hello").scores == (10, 0)


def test_3_2_a_flat_word_with_qu_counts_two_more():
    """Reference case U10."""
    assert Table(SMALL).play("E5 across quit").scores == (8, 0)


def test_3_2_also_when_it_is_already_there():
    table = Table("quit quitter ter tee").play("E5 across quit")
    assert table.play("E5 across (quit)ter").words() == {"QUITTER": 14}
    table = Table("it quit at").play("F5 across it")
    assert table.play("E5 across qu(it)").words() == {"QUIT": 8}


def test_3_3_a_word_with_a_stack_counts_one_for_each_tile_and_nothing_for_qu():
    """Reference case U10."""
    table = Table(SMALL).play("E5 across quit").play("E5 across (qui)z")
    assert table.words() == {"QUIZ": 4}


def test_3_3_lower_tiles_count_too():
    """Reference case U8: BELATED from CATER."""
    table = Table("cater belated").play("F5 across cater")
    table.play("D5 across bel(ate)d")
    assert table.words() == {"BELATED": 9}
    assert [len(stack) for stack in table.state.board[4][3:10]] == [1, 1, 2, 1, 1, 1, 2]
    assert {cell: s for cell, s in squares(table.state).items() if cell in ("G5", "H5", "I5")} == {
        "G5": "a",
        "H5": "t",
        "I5": "e",
    }


def test_3_4_all_new_and_changed_words_count():
    table = Table("mood dear net on").play("C5 across mood").play("F5 down (d)ear")
    assert table.play("E6 across n(e)t").words() == {"NET": 6, "ON": 4}


def test_3_5_a_whole_rack_counts_twenty_more():
    """Reference case U11."""
    table = Table("letters").play("D5 across letters")
    assert table.scores == (34, 0)
    assert [(event.topic, event.points) for event in table.state.events] == [
        ("words", 14),
        ("bonus", 20),
    ]


def test_3_5_the_last_tiles_are_not_a_whole_rack():
    table = Table(SMALL).hold("act", "eeeeeee").empty_the_pile()
    table.play("E5 across cat")
    assert [event.points for event in table.state.events if event.topic == "bonus"] == []


def test_3_6_the_table_can_choose_other_values():
    table = Table("quiet quiets it at", rack=5, flat=3, qu=7, bonus=11, left=1)
    assert table.state.held == (5, 5)
    assert table.play("E5 across quiet").scores == (4 * 3 + 7, 0)
    table = Table("hello", rack=5, bonus=11).play("D5 across hello")
    assert table.scores == (21, 0)


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
    with pytest.raises(IllegalAction, match="You can only exchange a tile from your rack"):
        table.game.apply_action(table.state, Exchange("z"), Rng(SECRET, 1))
    table.empty_the_pile()
    assert Exchange("a") not in list(table.game.legal_actions(table.state))
    with pytest.raises(IllegalAction, match="There is no tile left to draw"):
        table.game.apply_action(table.state, Exchange("a"), Rng(SECRET, 1))


# --- The end ----------------------------------------------------------------------------------


def test_5_1_an_empty_rack_ends_the_game_when_no_tiles_are_left():
    """Reference case U24."""
    table = Table(SMALL, 3).hold("act", "oo", "eee").empty_the_pile().play("E5 across cat")
    assert table.game.is_terminal(table.state)
    assert table.scores == (6, -10, -15)
    assert table.game.placing(table.state) == (1, 2, 3)
    assert table.state.events[-1].text == (
        "The game is over: a rack is empty and no tiles are left to draw."
    )


def test_5_2_the_game_is_over_when_nobody_can_play():
    table = Table("cat").hold("acttz", "vvv").empty_the_pile().play("E5 across cat")
    assert table.state.to_move is None
    assert table.state.events[-1].text == (
        "The game is over: no tiles are left to draw and nobody can play."
    )
    assert table.scores == (6 - 10, -15)


def test_5_2_it_goes_on_while_one_player_can():
    table = Table("cat cot").hold("acttz", "o").empty_the_pile().play("E5 across cat")
    assert table.state.to_move == 1
    assert table.play("E5 across (c)o(t)").state.to_move is None


@pytest.mark.parametrize("players", [2, 3, 4])
def test_5_3_a_round_of_passes_ends_the_game(players):
    """Reference case U26."""
    table = Table(SMALL, players)
    for _ in range(players - 1):
        assert table.play("pass").state.to_move is not None
    table.play("pass")
    assert table.state.to_move is None
    assert table.state.events[-1].text == "The game is over: everyone has passed."
    assert table.scores == (-35,) * players


def test_5_3_a_play_or_an_exchange_breaks_the_run():
    table = Table(SMALL).play("pass").play("E5 across cat").play("pass")
    assert table.state.passes == 1
    table.play(f"exchange {shown(table.state.racks[1][0])}").play("pass")
    assert (table.state.to_move, table.state.passes) == (1, 1)
    assert table.play("pass").state.to_move is None


def test_5_3_or_only_when_no_tiles_are_left():
    table = Table(SMALL, passes_end="empty")
    for _ in range(10):
        table.play("pass")
    assert table.state.to_move == 0
    table.hold("z", "v").empty_the_pile()
    assert table.play("pass").state.to_move is None


def test_5_4_twenty_rounds_without_a_tile_end_the_game():
    table = Table(SMALL, 3, passes_end="empty")
    for turn in range(59):
        letter = shown(table.state.racks[table.state.to_move][0])
        table.play("pass" if turn % 2 else f"exchange {letter}")
    assert table.state.to_move is not None
    table.play("pass")
    assert table.state.to_move is None
    assert table.state.events[-1].text == "The game is over: no tile was laid for 20 rounds."


def test_5_5_five_points_off_for_each_tile_left():
    table = Table(SMALL).hold("act", "qz").empty_the_pile().play("E5 across cat")
    assert [(event.player, event.text, event.points) for event in table.state.events[1:]] == [
        (1, "2 tiles left, Qu, Z: -10 points", -10),
        (None, "The game is over: a rack is empty and no tiles are left to draw.", 0),
    ]
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
    assert table.state.events[-1].text == "The game is over: everyone has passed."
    assert table.scores == (6, 4 - 5, 5 - 10)


def test_5_6_the_old_ending_comes_when_all_tiles_are_laid():
    table = Table("cat cot", old_ending=True).hold("act", "o").empty_the_pile()
    table.play("E5 across cat")
    assert table.state.to_move == 1
    table.play("E5 across (c)o(t)")
    assert table.state.events[-1].text == "The game is over: all tiles are laid."
    assert table.scores == (6, 4)


def test_5_7_most_points_win_and_equals_share_the_place():
    table = Table(SMALL, 4)
    state = dataclasses.replace(table.state, scores=(12, -3, 12, 0))
    assert table.game.placing(state) == (1, 4, 1, 3)


# --- Time -------------------------------------------------------------------------------------


def test_6_2_when_time_runs_out_one_passes():
    table = Table(SMALL)
    assert table.game.timeout_action(table.state, Rng(SECRET, 1, "timeout")) == Pass()


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

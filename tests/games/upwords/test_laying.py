"""Laying tiles and what that brings: rules 2 and 3, each in a position as small as it can be."""

import dataclasses

import pytest

from games.core.errors import IllegalAction
from games.core.language.text import Plural, Text
from games.core.rng import Rng
from games.upwords.position.model import Play
from tests.games.upwords.table import SECRET, SMALL, Table


def not_listed(word):
    """Return what is said of a word that isn't in the list."""
    texts = "{words} isn't in the word list.", "{words} aren't in the word list."
    return Plural(*texts, n=1, words=word)


def squares(state):
    """Return the stacks on the board by the names of their squares."""
    return {
        f"{chr(ord('A') + column)}{row + 1}": stack
        for row, line in enumerate(state.board)
        for column, stack in enumerate(line)
        if stack
    }


# --- Laying tiles -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("D4 across hello", "The first word has to cover one of the 4 squares in the middle."),
        ("E1 down word", "The first word has to cover one of the 4 squares in the middle."),
        ("G5 across cat", "The first word has to cover one of the 4 squares in the middle."),
        ("E5 across a", "The first word needs 2 letters or more."),
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
    text = "All the tiles you lay have to be in one row or one column."
    assert table.refused((5, 4, "a"), (6, 5, "t")) == text


def test_2_2_a_gap_between_tiles():
    """Reference case U23."""
    table = Table(SMALL).play("E5 across cat")
    text = "There's an empty square between your tiles."
    assert table.refused((5, 4, "a"), (7, 4, "t")) == text
    assert table.refused((4, 7, "s"), (4, 9, "s")) == text


def test_2_2_tiles_there_before_close_a_gap():
    table = Table(SMALL + " scats").play("E5 across cat")
    assert table.play("D5 across s(cat)s").words() == {"SCATS": 10}


def test_2_2_a_word_that_runs_off_the_board():
    """Reference case U23."""
    table = Table(SMALL).play("E5 across cat")
    text = "One of your tiles would be off the board."
    assert table.refused((4, 9, "a"), (4, 10, "t")) == text
    assert table.refused((-1, 4, "a"), (0, 4, "t")) == text


def test_2_2_two_tiles_on_one_square_and_none_at_all():
    table = Table(SMALL).play("E5 across cat")
    text = "You can only lay one tile on each square in a turn."
    assert table.refused((4, 7, "s"), (4, 7, "e")) == text
    with pytest.raises(IllegalAction, match="Lay at least one tile, or pass"):
        table.game.apply_action(table.state, Play(()), Rng(SECRET, 2))


def test_2_3_a_play_must_touch_or_cover():
    """Reference case U23: a corner is not enough."""
    table = Table(SMALL).play("E5 across cat")
    text = "Your tiles have to touch or cover tiles on the board."
    assert table.refused((5, 7, "a"), (5, 8, "t")) == text
    assert table.refused((0, 0, "a"), (0, 1, "t")) == text
    assert table.play("F5 down (a)t").words() == {"AT": 4}


def test_2_4_every_word_in_both_directions_must_be_in_the_list():
    table = Table(SMALL).play("E5 across cat")
    assert table.refused((5, 4, "q"), (5, 5, "t")) == "QUT and CQU aren't in the word list."
    assert table.refused((3, 5, "x")) == "XA isn't in the word list."
    assert table.refused((3, 4, "a"), (3, 5, "t"), (3, 6, "e")) == (
        "ATE, AC, TA and ET aren't in the word list."
    )


def test_2_5_a_stack_of_five_is_full():
    """Reference case U14."""
    table = Table(SMALL).play("E5 across cart")
    for text in ("E5 across w(art)", "E5 across d(art)", "E5 across p(art)", "E5 across c(art)"):
        table.play(text)
    assert squares(table.state)["E5"] == "cwdpc"
    assert table.refused((4, 4, "w")) == "That stack is full: the limit is 5 tiles."


def test_2_5_the_table_can_choose_another_height():
    table = Table(SMALL, height=2).play("E5 across cart").play("E5 across w(art)")
    assert table.refused((4, 4, "d")) == "That stack is full: the limit is 2 tiles."


def test_2_6_a_letter_may_not_go_on_itself():
    """Reference case U13: WORLD would come down with its L on an L of HELLO."""
    table = Table("hello world").play("D5 across hello")
    tiles = [(1, 5, "w"), (2, 5, "o"), (3, 5, "r"), (4, 5, "l"), (5, 5, "d")]
    assert table.refused(*tiles) == "You can't lay L on another L."


def test_2_6_lower_tiles_do_not_matter():
    table = Table(SMALL).play("E5 across cart").play("E5 across w(art)").play("E5 across c(art)")
    assert squares(table.state)["E5"] == "cwc"


def test_2_7_a_whole_word_may_not_be_covered():
    """Reference case U12."""
    table = Table("hello board").play("D5 across hello")
    tiles = [(4, column, letter) for column, letter in enumerate("board", 3)]
    assert table.refused(*tiles) == "Leave at least one letter of HELLO uncovered."


def test_2_7_not_even_by_a_longer_word():
    table = Table("at noon on").play("E5 across at")
    tiles = [(4, column, letter) for column, letter in enumerate("noon", 3)]
    assert table.refused(*tiles) == "Leave at least one letter of AT uncovered."


def test_2_7_a_single_letter_is_no_word():
    """The A of CAT is a word across, but a single letter down: it may be covered."""
    table = Table("cat cot word no so cost").play("E5 across cat")
    table.play("F4 down so")
    assert table.words() == {"SO": 3, "COT": 4}


def test_2_8_a_single_s_at_the_end_of_a_word():
    """Reference case U15."""
    table = Table(SMALL).play("E5 across care")
    assert table.refused((4, 8, "s")) == "You can't just add an S to the end of CARE."
    table = Table(SMALL).play("E5 down cart")
    assert table.refused((8, 4, "s")) == "You can't just add an S to the end of CART."


def test_2_8_a_single_s_at_the_end_of_two_words():
    """Reference case U15: the square ends both WORD and ART."""
    table = Table("word words art arts at to on tow wort").play("C6 across word")
    # A column with ART ends just above the square to the right of WORD.
    table.state = dataclasses.replace(
        table.state,
        board=with_stacks(table.state.board, {(2, 6): "a", (3, 6): "r", (4, 6): "t"}),
    )
    table.hold("s", "e")
    text = "You can't just add an S to the end of WORD and ART."
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


def test_2_8_an_s_after_a_word_in_s_that_ends_another_word_too():
    table = Table("his hiss cat cats").play("E5 across his")
    above = {(1, 7): "c", (2, 7): "a", (3, 7): "t"}
    table.state = dataclasses.replace(table.state, board=with_stacks(table.state.board, above))
    table.hold("s", "e")
    assert table.play("E5 across (his)s").words() == {"HISS": 8, "CATS": 8}


def test_2_8_an_s_with_other_tiles_or_on_a_letter():
    table = Table("cat cats us use as care cars").play("E5 across cat")
    assert table.play("H4 down us").words() == {"US": 4, "CATS": 8}
    table = Table("car care cars").play("E5 across care")
    assert table.play("E5 across (car)s").words() == {"CARS": 5}


def test_2_8_not_only_plurals_are_forbidden():
    """The S of EATS makes no plural, yet it is no more than an S at the end of a word."""
    table = Table("eat eats").play("E5 across eat")
    assert table.refused((4, 7, "s")) == "You can't just add an S to the end of EAT."


def test_2_9_qu_is_one_tile():
    table = Table(SMALL).play("E5 across quit")
    assert squares(table.state) == {"E5": "q", "F5": "i", "G5": "t"}
    assert table.words() == {"QUIT": 8}
    assert Table(SMALL).refused((4, 4, "q"), (4, 5, "a"), (4, 6, "t")) == (
        "QUAT isn't in the word list."
    )


def test_2_10_the_list_of_the_table_counts():
    table = Table("cat")
    assert table.refused(text="E5 across act") == "ACT isn't in the word list."
    assert table.play("E5 across cat").scores == (6, 0)


def test_2_11_before_a_play_you_see_whether_a_word_counts():
    table = Table("cat").hold("cats")
    cat, act = (table.game.parse_action(table.state, f"E5 across {w}") for w in ("cat", "act"))
    assert table.game.preview(table.state, 0, cat) == {
        "words": [{"word": "CAT", "points": 6, "valid": True}],
        "bonus": 0,
        "points": 6,
        "problem": None,
    }
    assert table.game.preview(table.state, 0, act) == {
        "words": [{"word": "ACT", "points": 6, "valid": False}],
        "bonus": 0,
        "points": 6,
        "problem": not_listed("ACT"),
    }


def test_2_11_the_table_can_choose_not_to_show_it():
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
        "problem": None,
    }
    table = Table("cat", word_check=False)
    assert table.refused(text="E5 across act") == "ACT isn't in the word list."
    assert table.play("E5 across cat").scores == (6, 0)


def test_2_11_what_has_nothing_to_do_with_the_list_is_always_shown():
    table = Table("cat", word_check=False).hold("cats")
    corner = table.game.parse_action(table.state, "A1 across cat")
    problem = Text("The first word has to cover one of the 4 squares in the middle.")
    assert table.game.preview(table.state, 0, corner)["problem"] == problem
    table.play("E5 across cat")
    table.take_up("s")
    plural = table.game.parse_action(table.state, "E5 across (cat)s")
    problem = Text("You can't just add an S to the end of {words}.", words="CAT")
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

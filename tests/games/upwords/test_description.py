"""What a reader who does not see the board is told."""

import dataclasses

from tests.games.upwords.table import Table

WORDS = "quit quiz ai"


def test_before_the_first_turn():
    table = Table(WORDS).hold("actttuv", "bdefghi")
    table.state = dataclasses.replace(table.state, draws=("cb", "cq"))
    assert table.game.describe(table.state, 0) == (
        "It is your turn. Your tiles: A, C, T, T, T, U, V."
        " You drew C, then B for the first turn. Player 2 drew C, then Qu for the first turn."
        " The board is empty. You have 0 points and 7 tiles. Player 2 has 0 points and 7 tiles."
        " 86 tiles are left to draw."
    )


def played():
    table = Table(WORDS).play("E5 across quit").play("E5 across (qui)z")
    return table.hold("aeu", "iz").play("F4 down a(i)")


def test_in_the_middle_of_a_game():
    table = played()
    assert table.game.describe(table.state, 1) == (
        "It is your turn. Your tiles: I, Z. Player 1: AI: 4 points."
        " Across: QUIZ from E5. Down: AI from F4. Stacks higher than one tile: G5 2."
        " Player 1 has 12 points and 7 tiles. You have 4 points and 2 tiles."
        " 86 tiles are left to draw."
    )


def test_a_spectator_hears_of_no_rack():
    table = played()
    text = table.game.describe(table.state, None)
    assert text.startswith("It is player 2's turn. Player 1: AI: 4 points. Across: QUIZ from E5.")
    assert "Your" not in text


def test_at_the_end():
    table = played().hold("qa", "i").empty_the_pile().play("pass").play("pass")
    assert table.game.describe(table.state, 0) == (
        "The game is over. Your tiles: A, Qu. You: Passed."
        " You: 2 tiles left, A, Qu: -10 points. Player 2: 1 tile left, I: -5 points."
        " The game is over: everyone has passed."
        " Across: QUIZ from E5. Down: AI from F4. Stacks higher than one tile: G5 2."
        " You have 2 points and 2 tiles. Player 2 has -1 point and 1 tile."
        " No tiles are left to draw."
    )

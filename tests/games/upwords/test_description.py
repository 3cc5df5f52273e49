"""What a reader who does not see the board is told."""

import dataclasses

from games.core.language.events import Event
from tests.games.upwords.table import Table

WORDS = "quit quiz ai"


def told(table, player, names=()):
    """Return all that a player hears of the position."""
    return " ".join(one.in_words(names) for one in table.game.describe(table.state, player))


def test_before_the_first_turn():
    table = Table(WORDS).hold("actttuv", "bdefghi")
    table.state = dataclasses.replace(table.state, draws=("cb", "cq"))
    assert told(table, 0) == (
        "It's your turn. Your tiles: A, C, T, T, T, U, V."
        " You drew C, then B to see who would go first."
        " Player 2 drew C, then Qu to see who would go first."
        " The board is empty. You have 0 points and 7 tiles. Player 2 has 0 points and 7 tiles."
        " There are 86 tiles left to draw."
    )


def played():
    table = Table(WORDS).play("E5 across quit").play("E5 across (qui)z")
    return table.hold("aeu", "iz").play("F4 down a(i)")


def test_in_the_middle_of_a_game():
    table = played()
    assert told(table, 1) == (
        "It's your turn. Your tiles: I, Z. Player 1 played AI for 4 points."
        " Across: QUIZ from E5. Down: AI from F4. Stacks 2 high: G5."
        " Player 1 has 12 points and 7 tiles. You have 4 points and 2 tiles."
        " There are 86 tiles left to draw."
    )


def test_a_spectator_hears_of_no_rack():
    table = played()
    text = told(table, None, ("Anna", "Ben"))
    assert text.startswith("It's Ben's turn. Anna played AI for 4 points. Across: QUIZ from E5.")
    assert "Your" not in text


def test_whoever_has_no_tiles_left_reads_that_of_themselves():
    table = played().hold("a", "i").empty_the_pile()
    mover = table.state.to_move
    table.state = dataclasses.replace(
        table.state, to_move=None, events=(Event("over_rack_empty", mover),)
    )
    assert "The game is over: you have no tiles left" in told(table, mover, ("Anna", "Ben"))
    other = f"The game is over: {('Anna', 'Ben')[mover]} has no tiles left"
    assert other in told(table, 1 - mover, ("Anna", "Ben"))


def test_at_the_end():
    table = played().hold("qa", "i").empty_the_pile().play("pass").play("pass")
    assert told(table, 0, ("Anna", "Ben")) == (
        "The game is over. Your tiles: A, Qu. Your turn was a pass."
        " You lost 10 points for 2 tiles left on your rack: A, Qu."
        " Ben lost 5 points for 1 tile left on their rack: I."
        " The game is over: everyone passed."
        " Across: QUIZ from E5. Down: AI from F4. Stacks 2 high: G5."
        " You have 2 points and 2 tiles. Ben has \N{MINUS SIGN}1 point and 1 tile."
        " There are no tiles left to draw."
    )

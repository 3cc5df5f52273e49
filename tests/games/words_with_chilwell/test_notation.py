"""Turns as text, and the position in words."""

import pytest

from games.core.errors import BadNotation
from games.words_with_chilwell.model import Spell, Stop
from games.words_with_chilwell.notation import action_text, parse_action
from games.words_with_chilwell.options import Options
from tests.games.words_with_chilwell.table import QUEUE, TRAINING, Table


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (Spell("hands", 5), "HANDS +5"),
        (Spell("", 3), "no word +3"),
        (Spell("stop", 4), "STOP +4"),
        (Spell("a" * 20, 23), f"{'A' * 20} +23"),
        (Stop(), "stop"),
    ],
)
def test_turns_are_written_and_read(action, text):
    assert action_text(action) == text
    assert parse_action(text, stopping=True) == action


@pytest.mark.parametrize("text", ["hands+5", " Hands  + 5 ", "HANDS +05"])
def test_spaces_and_small_letters_do_not_matter(text):
    assert parse_action(text, stopping=False) == Spell("hands", 5)


@pytest.mark.parametrize(
    "text", ["HANDS", "HANDS 5", "+5", "HANDS +-5", "K +3", "stop", "\u017f +3"]
)
def test_what_is_no_turn_is_told_how_one_looks(text):
    with pytest.raises(BadNotation, match=r"^Write a turn like HANDS \+5, not '"):
        parse_action(text.replace("K", "\u212a"), stopping=False)


def test_the_player_to_move_hears_his_hand_and_the_queue():
    table = Table(TRAINING).set(queue=QUEUE[:18] + "▊z").play("HANDS +3")
    assert table.game.describe(table.state, 1) == (
        "It is your turn, round 1."
        " Your hand: C, E, L, Z, X, I, O, T, N, E, S, M, U, A, A."
        " The queue, from its front: O, I, N, S, H, R, D, L, U, C, M, F, W, Y, P, blank, Z"
        f"{''.join(f', {tile.upper()}' for tile in table.state.queue[17:]).replace('▊', 'blank')}."
        " Player 1 has 58 points, 13 tiles in hand and 5 used."
        " Seen to take, and not played: A, E, T."
        " You have 50 points, 15 tiles in hand and 0 used."
        " The game ends after a round in which a player has used more than 50 tiles"
        " or holds 20 or more."
    )


def test_a_spectator_hears_no_hand():
    text = Table(TRAINING).game.describe(Table(TRAINING).state, None)
    assert text.startswith("It is player 1's turn, round 1. The queue, from its front:")


def test_the_end_is_told_with_all_hands():
    table = Table(Options(start_score=0)).set(used=(51, 0), turns=3, to_move=1, scores=(1, 0))
    table.give(0, "").give(1, "neta▊").play("NET +0")
    text = table.game.describe(table.state, 0)
    assert text.startswith("The game is over. Your hand: empty. Player 2's hand: A, blank.")
    assert text.endswith(
        "You have 1 point, no tiles in hand and 51 used."
        " Player 2 has 2 points, 2 tiles in hand and 3 used."
    )


def test_the_board_is_told_how_many_tiles_can_be_taken():
    table = Table(Options(extra=2, penalty=4, stopping=True))
    assert table.game.hints(table.state, 0) == {"extra": 2, "penalty": 4, "stop": True}
    assert table.game.hints(table.state, 1) == {}

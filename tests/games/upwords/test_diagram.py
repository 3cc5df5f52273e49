"""A position as text, there and back."""

import dataclasses

import pytest

from games.core.errors import BadNotation
from games.upwords.display.diagram import board_text, parse_state, state_text
from games.upwords.options import Options
from games.upwords.rules import Upwords
from tests.games.upwords.table import Table, positions, secret_of
from tests.games.words.release import common_words

BOARD = """\
    A   B   C   D   E   F   G   H
 1  .   .   .   .   .   .   .   .
 2  .   .   .   .   .   .   .   .
 3  .   .   .   .   .   .   .   .
 4  .   .   Qu1 U1  I1  Z2  .   .
 5  .   .   .   .   .   .   .   .
 6  .   .   .   .   .   .   .   .
 7  .   .   .   .   .   .   .   .
 8  .   .   .   .   .   .   .   ."""


def quiz():
    table = Table("quuit quuiz", board="8x8").hold("iqtuaaa", "zeeeeee")
    table.play("C4 across quuit").play("C4 across quuiz")
    return table


def test_the_board_shows_letters_and_heights():
    assert board_text(quiz().state.board) == BOARD


def test_what_lies_underneath_and_all_else_has_a_line():
    lines = state_text(quiz().state).removeprefix(BOARD).strip().splitlines()
    assert lines[0] == "under: F4 T"
    assert lines[1] == "to move: 0"
    assert lines[4:] == [
        "scores: 10 5",
        f"draws: {', '.join(letters.upper() for letters in quiz().state.draws)}",
        "passes: 0",
        "idle: 0",
        "last: F4",
    ]


def test_positions_survive_as_text():
    for players in (2, 3, 4):
        game = Upwords(Options(board="8x8"), common_words())
        for _, _, state in positions(game, players, secret_of(players), lazy=6):
            read = parse_state(state_text(state))
            assert game.restore(read) == dataclasses.replace(state, events=())


def test_a_position_with_something_hidden_is_not_written():
    table = quiz()
    with pytest.raises(ValueError, match="nothing hidden"):
        state_text(table.game.observation(table.state, 0))


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("idle: 0", "", "A position needs a board and these lines: under,"),
        ("Z2", "Z3", "Z3 on “T” isn't a possible stack"),
        ("Z2", "z2", "z2 on “T” isn't a possible stack"),
        ("under: F4 T", "under: F4", "We couldn't read that position"),
        ("last: F4", "last: 4F", "Write a square like D4, not “4F”"),
        ("passes: 0", "passes: none", "We couldn't read that position"),
        ("bag: ABB", "bag: A?B", "There are no such tiles"),
    ],
)
def test_spoilt_text_is_refused(old, new, reason):
    text = state_text(quiz().state)
    assert old in text
    with pytest.raises(BadNotation, match=reason.replace("?", ".")):
        parse_state(text.replace(old, new))

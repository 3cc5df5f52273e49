"""Turns as text, and the position in words."""

import pytest

from games.core.errors import BadNotation
from games.tiled_of_it.position.model import Card, Discard, Place
from games.tiled_of_it.turns.notation import action_text, parse_action
from tests.games.tiled_of_it.table import BLUE, RED, Table


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (Place("le", 1, 2), "LE C2"),
        (Place("sta", 7, 7, "discard"), "STA H8 pile"),
        (Place("pi", 0, 0), "PI A1"),
        (Discard("le"), "discard LE"),
    ],
)
def test_turns_are_written_and_read(action, text):
    assert action_text(action) == text
    assert parse_action(text) == action
    assert parse_action(f"  {text.lower()} ") == action


@pytest.mark.parametrize(
    "text", ["LE", "LE 2C", "LE I1", "LE A9", "LE A0", "discard", "LE A1 deck"]
)
def test_whoever_writes_no_turn_is_told_how_one_looks(text):
    with pytest.raises(BadNotation) as refused:
        parse_action(f" {text}")
    assert str(refused.value) == f"Write a turn like LE C2, LE C2 pile or discard LE, not “{text}”."


def told(table, player):
    """Return a position in words, for a player or (None) a spectator."""
    return [str(text) for text in table.game.describe(table.state, player)]


def test_the_player_to_move_hears_hand_grid_and_pile():
    table = Table(players=2).put({(0, 1): ("pi", BLUE), (2, 0): ("le", RED)}).hold(0, "nd", "ss")
    table.set(pile=(Card("sta", RED), Card("al", BLUE)), scores=(7, 1))
    assert told(table, BLUE) == [
        "It's your turn.",
        "Your hand: ND, SS.",
        "Row 1: your PI at B1.",
        "Row 3: Player 2's LE at A3.",
        "The discard pile, top card last: STA, AL.",
        "50 cards are left in the deck.",
        "You have 7 points, 2 cards in hand and 1 on the grid.",
        "Player 2 has 1 point, 5 cards in hand and 1 on the grid.",
    ]


def test_a_spectator_hears_no_hand():
    assert told(Table(players=2).fresh(), None) == [
        "It's Player 1's first turn: any empty cell will do.",
        "The grid is empty.",
        "50 cards are left in the deck.",
        "Player 1 has 0 points, 5 cards in hand and 0 on the grid.",
        "Player 2 has 0 points, 5 cards in hand and 0 on the grid.",
    ]


def test_the_end_is_described():
    table = Table(players=1).set(deck=(), deck_size=0).hold(0, "x").play("discard X")
    assert told(table, 0) == [
        "The game is over.",
        "Your hand is empty.",
        "The grid is empty.",
        "The discard pile, top card last: X.",
        "You have 0 points, 0 cards in hand and 0 on the grid.",
    ]

"""What happens, in words."""

import dataclasses
from types import SimpleNamespace

import pytest

from games.core.language.events import Event
from games.core.language.wording import sentence
from games.say import move_in_words
from games.tiled_of_it.position.model import Card
from games.tiled_of_it.rules import TiledOfIt
from tests.games.tiled_of_it.table import BLUE, RED, Table


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (Event("placed", 0, {"card": "LE"}), "Player 1 put LE on the grid."),
        (Event("discarded", 0, {"card": "LE"}), "Player 1 discarded LE."),
        (Event("word", 1, {"word": "PILE"}, 1, "word"), "Player 2 made PILE for 1 point."),
        (
            Event("neighbour", 2, {"card": "STA", "word": "STALE"}, 2, "neighbour"),
            "Player 3 got 2 points for STA in STALE.",
        ),
        (Event("turned", 0, {"cards": 1}), "Player 1 took over 1 card."),
        (Event("turned", 0, {"cards": 2}), "Player 1 took over 2 cards."),
        (Event("over", 1), "Player 2 has run out of cards, so the game is over."),
        (
            Event("bonus", 0, {"cards": 1}, 1, "bonus"),
            "Player 1 got 1 point for 1 card on the grid.",
        ),
        (
            Event("bonus", 1, {"cards": 8}, 16, "bonus"),
            "Player 2 got 16 points for 8 cards on the grid.",
        ),
    ],
    ids=lambda value: value.kind if isinstance(value, Event) else "",
)
def test_what_happened_is_told(event, told):
    assert str(sentence(TiledOfIt.wording, event)) == told


def told(table: Table, line: str) -> str:
    """Play a turn and return what the list of moves says of it."""
    player, action = table.state.to_move, table.game.parse_action(table.state, line)
    text = table.game.log_text(table.state, action)
    events = [dataclasses.asdict(event) for event in table.play(line).state.events]
    move = SimpleNamespace(actor="human", player=player, text=text, events=events)
    return move_in_words(table.game, move, ["Anna", "Ben", "Chioma"])


def test_a_turn_is_told_without_notation():
    table = Table("pile").put({(1, 1): ("pi", RED)}).hold(BLUE, "le", "st")
    assert told(table, "LE C2") == (
        "Anna put LE on C2. Anna made PILE for 1 point. Ben got 1 point for PI in PILE."
    )


def test_a_card_from_the_pile_is_told_as_one():
    table = Table("pile").put({(1, 1): ("pi", RED)}).set(pile=(Card("le", RED),))
    assert told(table, "LE C2 pile").startswith(
        "Anna put LE from the discard pile on C2. Anna made PILE"
    )


def test_what_an_event_tells_is_told_once():
    assert told(Table().fresh().hold(BLUE, "le", "st"), "LE C2") == "Anna put LE on the grid."
    assert told(Table().hold(BLUE, "le", "st"), "discard LE") == "Anna discarded LE."


@pytest.mark.parametrize("line", ["discard LE", "LE", "LE I1 pile"])
def test_a_line_without_a_place_says_nothing_of_one(line):
    assert TiledOfIt.read_log(0, line) is None

"""Turns as text, and the position in words."""

import pytest

from games.core.errors import BadNotation
from games.core.language.events import Event
from games.core.language.wording import sentence
from games.words_with_chilwell.display.wording import WORDING
from games.words_with_chilwell.options import Options
from games.words_with_chilwell.position.model import Spell, Stop
from games.words_with_chilwell.turns.notation import action_text, parse_action
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
    with pytest.raises(BadNotation, match=r"^Write a turn like HANDS \+5, not “"):
        parse_action(text.replace("K", "\u212a"), stopping=False)


def read_out(table, player):
    return [str(text) for text in table.game.describe(table.state, player)]


def test_the_player_to_move_hears_their_hand_and_the_queue():
    table = Table(TRAINING).set(queue=QUEUE[:18] + "▊z").play("HANDS +3")
    drawn = ["blank" if tile == "▊" else tile.upper() for tile in table.state.queue[17:]]
    assert read_out(table, 1) == [
        "Round 1: it's your turn.",
        "Your hand: C, E, L, Z, X, I, O, T, N, E, S, M, U, A, A.",
        f"The queue, from the front: {', '.join([*'OINSHRDLUCMFWYP', 'blank', 'Z', *drawn])}.",
        "Player 1 has 58 points and 13 tiles in hand.",
        "Player 1 has used 5 tiles.",
        "Taken from the queue and still in Player 1's hand: A, E, T.",
        "You have 50 points and 15 tiles in hand.",
        "You've used 0 tiles.",
        (
            "The game ends after a round if someone has used more than 50 tiles"
            " or holds 20 tiles or more."
        ),
    ]


def test_a_spectator_hears_no_hand():
    told = read_out(Table(TRAINING), None)
    assert told[0] == "Round 1: it's Player 1's turn."
    assert told[1].startswith("The queue, from the front: ")


def test_the_end_is_described_with_all_hands():
    table = Table(Options(start_score=0)).set(used=(51, 0), turns=3, to_move=1, scores=(1, 0))
    table.give(0, "").give(1, "neta▊").play("NET +0")
    told = read_out(table, 0)
    assert told[:3] == ["The game is over.", "Your hand is empty.", "Player 2's hand: A, blank."]
    assert told[4:] == [
        "You have 1 point and 0 tiles in hand.",
        "You've used 51 tiles.",
        "Player 2 has 2 points and 2 tiles in hand.",
        "Player 2 has used 3 tiles.",
    ]


def test_each_kind_of_event_has_a_sentence():
    """What games rarely bring is told here; the conformance tests look at what they do."""
    told = {
        Event("start", 0, {}, 50, "start"): "Player 1 started with 50 points.",
        Event("word", 0, {"word": "CAT"}, 4, "word"): "Player 1 spelled CAT for 4 points.",
        Event("word_with_blanks", 1, {"word": "ZOO", "blanks": ["Z"]}, 2, "word"): (
            "Player 2 spelled ZOO for 2 points, with a blank for Z."
        ),
        Event("word_with_blanks", 1, {"word": "ZOO", "blanks": ["O", "Z"]}, 1, "word"): (
            "Player 2 spelled ZOO for 1 point, with blanks for O and Z."
        ),
        Event("bonus", 0, {"tiles": 6}, 5, "bonus"): (
            "Player 1 got a bonus of 5 points for using 6 tiles."
        ),
        Event("word_failed", 0, {"word": "ZZ"}): "Player 1 tried ZZ, which doesn't count.",
        Event("no_word", 0): "Player 1 didn't spell a word.",
        Event("filled_hand", 0, {"tiles": 6}): (
            "Player 1 took 6 tiles to fill their hand and end the game."
        ),
        Event("took", 1, {"tiles": ["e", "▊", "n"]}): "Player 2 took E, blank and N.",
        Event("over_used", 1, {"limit": 50}): (
            "The game is over: Player 2 has used more than 50 tiles."
        ),
        Event("over_hand", 0, {"limit": 20}): (
            "The game is over: Player 1 holds 20 tiles or more."
        ),
        Event("left", 0, {"tiles": ["q", "▊"]}, -5, "hand"): (
            "Player 1 lost 5 points for the tiles left in hand: Q, blank."
        ),
        Event("left_nothing", 0): "Player 1 had no tiles left in hand.",
    }
    assert {event.kind for event in told} == WORDING.keys()
    assert {event: str(sentence(WORDING, event)) for event in told} == told


def test_the_board_is_told_how_many_tiles_can_be_taken():
    table = Table(Options(extra=2, penalty=4, stopping=True))
    assert table.game.hints(table.state, 0) == {"extra": 2, "penalty": 4, "stop": True}
    assert table.game.hints(table.state, 1) == {}

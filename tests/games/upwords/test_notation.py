"""Lines of notation and positions as text."""

import pytest

from games.core.errors import BadNotation
from games.upwords.position.model import Exchange, Pass, Play
from tests.games.upwords.table import Table

WORDS = "cater belated ate late quit quite it at cat cot no so on"


@pytest.mark.parametrize(
    "text",
    [
        "D5 across bel(ate)d",
        "d5 across belated",
        "D 5 a BELATED",
        "  D5   across  BEL...D ",
        "D5 across bel(a)(t)ed",
        "D5 ACROSS bela..d",
    ],
)
def test_a_play_can_be_written_in_many_ways(text):
    table = Table(WORDS).play("F5 across cater")
    play = table.game.parse_action(table.state, text)
    assert play == Play(((4, 3, "b"), (4, 4, "e"), (4, 5, "l"), (4, 9, "d")))
    assert table.game.action_text(table.state, play) == "D5 across BEL(ATE)D"


def test_the_order_in_which_tiles_were_laid_does_not_matter():
    assert Play(((4, 5, "t"), (4, 4, "a"))) == Play(((4, 4, "a"), (4, 5, "t")))


def test_qu_is_written_with_two_letters():
    table = Table(WORDS)
    play = table.game.parse_action(table.state, "E5 down quit")
    assert play == Play(((4, 4, "q"), (5, 4, "i"), (6, 4, "t")))
    assert table.game.action_text(table.state, play) == "E5 down QUIT"
    assert table.game.action_text(table.state, Exchange("q")) == "exchange QU"
    table.play("E5 down quit")
    line = "E5 down (QUIT)E"
    assert table.game.action_text(table.state, table.game.parse_action(table.state, line)) == line


def test_a_single_tile_is_written_with_the_word_across_where_there_is_one():
    table = Table(WORDS).play("E5 across cat")
    over = Play(((4, 5, "o"),))
    below = Play(((5, 5, "t"),))
    assert table.game.action_text(table.state, over) == "E5 across (C)O(T)"
    assert table.game.action_text(table.state, below) == "F5 down (A)T"
    assert table.game.parse_action(table.state, "F5 down o") == over


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("pass", Pass()),
        (" PASS ", Pass()),
        ("exchange e", Exchange("e")),
        ("Swap QU", Exchange("q")),
        ("exchange Q", Exchange("q")),
    ],
)
def test_other_turns(text, action):
    table = Table(WORDS)
    assert table.game.parse_action(table.state, text) == action


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("E5 across cat", "That word is already there, so you wouldn't be laying any tiles."),
        ("E5 across (x)at", "There's no X on E5 to keep."),
        ("E5 across c(a)t.", "There's no letter on H5 to keep."),
        ("E5 across (cat)(s)", "There's no S on H5 to keep."),
        ("I5 across cat", "That word doesn't fit on the board if it starts on I5."),
        ("Z99 across cat", "That word doesn't fit on the board if it starts on Z99."),
        ("E0 across cat", "That word doesn't fit on the board if it starts on E0."),
        ("E5 across (cat", "The brackets in that word don't match."),
        ("E5 across ca)t", "The brackets in that word don't match."),
        ("E5 across ((cat))s", "The brackets in that word don't match."),
        (
            "E5 sideways cat",
            "Write a turn like D4 across WORD, exchange E or pass, not “E5 sideways cat”.",
        ),
        ("exchange", "Write a turn like D4 across WORD, exchange E or pass, not “exchange”."),
        (
            "exchange ab",
            "Write a turn like D4 across WORD, exchange E or pass, not “exchange ab”.",
        ),
    ],
)
def test_what_cannot_be_read_is_explained(text, reason):
    table = Table(WORDS).play("E5 across cat")
    with pytest.raises(BadNotation) as caught:
        table.game.parse_action(table.state, text)
    assert str(caught.value) == reason


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("D5 across bel(ate)d", "BELATED across from D5"),
        ("G4 down c(a)t", "CAT down from G4"),
        ("exchange qu", "Swap QU"),
        ("pass", "Pass"),
    ],
)
def test_a_choice_in_a_list_is_put_into_words(line, words):
    table = Table(WORDS).play("F5 across cater")
    action = table.game.parse_action(table.state, line)
    assert str(table.game.action_in_words(table.state, action)) == words

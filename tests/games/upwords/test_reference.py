"""The running example of the publisher's own sheet, on both boards, and its scores."""

import pytest

from games.upwords.position.model import Play
from tests.games.upwords.table import Table

WORDS = "mood dear net on wood wool leap snack lean plus nets wear"


def at(row, column, *tiles):
    """Return tiles by their distance from a square."""
    return Play(tuple((row + down, column + right, letter) for down, right, letter in tiles))


RUN = [
    ("U1", [(0, 0, "m"), (0, 1, "o"), (0, 2, "o"), (0, 3, "d")], {"MOOD": 8}),
    ("U2", [(1, 3, "e"), (2, 3, "a"), (3, 3, "r")], {"DEAR": 8}),
    ("U3", [(1, 2, "n"), (1, 4, "t")], {"NET": 6, "ON": 4}),
    ("U4", [(0, 0, "w")], {"WOOD": 5}),
    ("U5", [(0, 3, "l"), (3, 3, "p")], {"WOOL": 6, "LEAP": 6}),
    (
        "U6",
        [(3, 2, "s"), (3, 3, "n"), (3, 4, "a"), (3, 5, "c"), (3, 6, "k")],
        {"SNACK": 7, "LEAN": 7},
    ),
    (
        "U7",
        [(-2, 5, "p"), (-1, 5, "l"), (0, 5, "u"), (1, 5, "s")],
        {"PLUS": 8, "NETS": 8},
    ),
]  # fmt: skip


@pytest.mark.parametrize(("board", "row", "column"), [("10x10", 4, 2), ("8x8", 3, 1)])
def test_u1_to_u7_the_running_example(board, row, column):
    table = Table(WORDS, board=board)
    totals = [0, 0]
    for turn, (name, tiles, words) in enumerate(RUN):
        play = at(row, column, *tiles)
        table.take_up("".join(letter for _, _, letter in play.tiles))
        assert play in list(table.game.legal_actions(table.state)), name
        table.play(table.game.action_text(table.state, play))
        assert table.words() == words, name
        totals[turn % 2] += sum(words.values())
        assert table.scores == tuple(totals)


def test_u7_belongs_to_the_plural_rule():
    """NET may become NETS, since the S comes with PLUS."""
    table = Table(WORDS)
    for _, tiles, _ in RUN[:6]:
        play = at(4, 2, *tiles)
        table.take_up("".join(letter for _, _, letter in play.tiles))
        table.play(table.game.action_text(table.state, play))
    assert table.refused((5, 7, "s")) == "You can't just add an S to the end of NET."

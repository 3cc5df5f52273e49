"""Turns prepared while others play: on which conditions, and what they rest on."""

from collections.abc import Mapping

from games.core.codec import JSON
from games.core.extras.conditions import Condition, labelled
from games.core.language.text import Text
from games.upwords.position.model import Action, Exchange, Pass, Play, TimeOut
from games.upwords.position.tiles import Laid, Rows, lay
from games.upwords.turns.legality import STEPS, run_through, stacks_of


def conditions(action: Action) -> Mapping[Condition, Text]:
    """Return the conditions on which a turn can be prepared, in words."""
    match action:
        case Play():
            return labelled(Condition.FOOTING, Condition.POINTS, Condition.LEGAL)
        case Exchange():
            return labelled(Condition.LEGAL)
        case Pass():
            return labelled(Condition.BAG_EMPTY) | {Condition.LEGAL: Text("whatever happens")}
        case TimeOut():
            return {}


def footing(rows: Rows, tiles: tuple[Laid, ...]) -> JSON:
    """Return the squares that a play rests on, with their stacks: [row, column, letters] each.

    They are those it covers, the words it makes, and the squares at both ends of each word.
    """
    stacks = stacks_of(lay(rows, tiles))
    squares: set[tuple[int, int]] = set()
    for row, column, _ in tiles:
        for down, right in STEPS:
            run = run_through(stacks, (row, column), (down, right))
            squares.update(run)
            squares.add((run[0][0] - down, run[0][1] - right))
            squares.add((run[-1][0] + down, run[-1][1] + right))
    board = range(len(rows))
    return [
        [row, column, rows[row][column]]
        for row, column in sorted(squares)
        if row in board and column in board
    ]

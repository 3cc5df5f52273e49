"""What a table can agree on: board, rack, heights, endings and points."""

import dataclasses

from games.core.options import choice, number, switch
from games.core.words import WordOptions

TABLE = "Table"
POINTS = "Points"
END = "End of the game"
BOARDS = (
    ("10x10", "10 by 10 squares, 100 tiles"),
    ("8x8", "8 by 8 squares, 64 tiles"),
)
PASSES = (
    ("always", "at any time"),
    ("empty", "only when no tiles are left to draw"),
)


@dataclasses.dataclass(frozen=True, slots=True)
class Options(WordOptions):
    """The settings of a table, with the published values as defaults."""

    board: str = choice("10x10", "Board", BOARDS, group=TABLE)
    rack: int = number(7, "Tiles on a rack", low=5, high=9, group=TABLE)
    word_check: bool = switch(
        True,
        "Tell before a play whether its words count",
        help="If not, you learn it when you play. A play that is refused costs nothing.",
        group=TABLE,
    )
    height: int = number(5, "Tiles in a stack, at most", low=1, high=9, group=TABLE)
    flat: int = number(
        2,
        "Word without stacks, for each tile",
        low=1,
        high=10,
        help="A word with a stack in it counts 1 for each tile of its stacks.",
        group=POINTS,
    )
    qu: int = number(2, "Qu in a word without stacks", low=0, high=20, group=POINTS)
    bonus: int = number(20, "Using a whole rack in one turn", low=0, high=100, group=POINTS)
    left: int = number(5, "Off for each tile left at the end", low=0, high=20, group=POINTS)
    passes_end: str = choice(
        "always", "A round in which everyone passes ends the game", PASSES, group=END
    )
    old_ending: bool = switch(
        False,
        "Old ending: an empty rack does not end the game",
        help="The others go on until nobody can play or all pass.",
        group=END,
    )

"""What a table can agree on: board, rack, heights, endings and points."""

import dataclasses

from typing_extensions import override

from games.core.language.text import Text
from games.core.table.options import choice, number, switch
from games.core.table.words import WordOptions

TABLE = Text("Table")
POINTS = Text("Points")
END = Text("End of the game")
BOARDS = (
    ("10x10", Text("10 by 10 squares, 100 tiles")),
    ("8x8", Text("8 by 8 squares, 64 tiles")),
)
PASSES = (
    ("empty", Text("only when there are no tiles left to draw")),
    ("always", Text("at any time")),
)


@dataclasses.dataclass(frozen=True, slots=True)
class Options(WordOptions):
    """The settings of a table, with the published values as defaults."""

    board: str = choice("10x10", Text("Board"), BOARDS, group=TABLE, same=("8x8",))
    rack: int = number(7, Text("Tiles on a rack"), low=5, high=9, group=TABLE)
    word_check: bool = switch(
        True,
        Text("Show whether a word counts before you play it"),
        help=Text(
            "Otherwise you find out when you play it. A word that doesn't count costs nothing."
        ),
        group=TABLE,
        same=True,
    )
    height: int = number(5, Text("Maximum height of a stack"), low=1, high=9, group=TABLE)
    flat: int = number(
        2,
        Text("For each tile in a flat word"),
        low=1,
        high=10,
        help=Text("A word with a stack in it scores 1 for each tile, including those underneath."),
        group=POINTS,
    )
    qu: int = number(2, Text("For Qu in a flat word"), low=0, high=20, group=POINTS)
    bonus: int = number(
        20, Text("For using your whole rack in one turn"), low=0, high=100, group=POINTS
    )
    left: int = number(
        5, Text("Points lost for each tile left at the end"), low=0, high=20, group=POINTS
    )
    # The same game either way: all who play can agree to end a rated match, and do so by passing.
    passes_end: str = choice(
        "empty", Text("The game ends when everyone passes"), PASSES, group=END, same=("always",)
    )
    old_ending: bool = switch(
        False,
        Text("Old ending: an empty rack doesn't end the game"),
        help=Text("The others play on until nobody can play or everyone passes."),
        group=END,
        same=True,
    )

    @override
    def contradiction(self) -> tuple[str, Text] | None:
        """Tell if no line has room for a whole rack, and a bonus is promised for it (rule 3.5)."""
        if self.bonus and self.rack > int(self.board.partition("x")[0]):
            return "rack", Text(
                "Nobody could lay {n} tiles in one turn on this board. Choose fewer tiles on a"
                " rack, or no points for using a whole rack.",
                n=self.rack,
            )
        return None

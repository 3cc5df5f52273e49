"""What a table can agree on: how random tiles fall, how far tiles move, the end, the points."""

import dataclasses

from games.core.language.text import Text
from games.core.table.options import GameOptions, choice, number, switch

RANDOM = Text("Random tiles")
TABLE = Text("Table")
DROPS = (("timed", Text("at set intervals")), ("counted", Text("after every few actions")))
STEPS = (("any", Text("any distance in their row or column")), ("one", Text("one cell at a time")))


@dataclasses.dataclass(frozen=True, slots=True)
class Options(GameOptions):
    """The settings of a table, with the published values as defaults."""

    challenge: bool = switch(
        True,
        Text("Challenge: tiles fall faster as you complete rows"),
        help=Text(
            "For every two rows you complete, the time between tiles gets one second shorter,"
            " until it's 8 seconds. At a turn-based table, every eight rows make it one action"
            " shorter, until it's 2 actions."
        ),
        group=RANDOM,
    )
    interval: int = number(
        25,
        Text("Seconds between random tiles"),
        low=8,
        high=60,
        help=Text("At a turn-based table, a tile falls after every 4 actions instead."),
        group=RANDOM,
        only_at=("drops", "timed"),
        same=(20, 30),  # 8 seconds in the end, whichever it was
    )
    drops: str = choice("timed", Text("Random tiles fall"), DROPS, group=RANDOM, asked=False)
    steps: str = choice("any", Text("Tiles move"), STEPS, group=TABLE)
    limit: int = number(
        0,
        Text("End after this many random tiles"),
        low=0,
        high=500,
        help=Text("0 means you play until the board is full."),
        group=TABLE,
    )
    row_points: int = number(350, Text("Points for a completed row"), low=0, high=1000, group=TABLE)

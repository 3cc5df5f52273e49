"""What a table can agree on: how random tiles fall, how far tiles move, the end, the points."""

import dataclasses

from games.core.options import choice, number, switch

RANDOM = "Random tiles"
TABLE = "Table"
DROPS = (("timed", "by the clock"), ("counted", "after some of your actions"))
STEPS = (("any", "any distance in their row or column"), ("one", "one step"))


@dataclasses.dataclass(frozen=True, slots=True)
class Options:
    """The settings of a table, with the published values as defaults."""

    challenge: bool = switch(
        True,
        "Challenge: the more rows, the faster",
        help=(
            "Each second completed row takes a second off, down to 8 seconds. By turns each eighth"
            " takes an action off, down to two."
        ),
        group=RANDOM,
    )
    interval: int = number(
        25,
        "Seconds from one random tile to the next",
        low=8,
        high=60,
        help="At a table by turns a tile falls after four of your actions instead.",
        group=RANDOM,
        only_at=("drops", "timed"),
    )
    drops: str = choice("timed", "Random tiles fall", DROPS, group=RANDOM, asked=False)
    steps: str = choice("any", "Tiles move", STEPS, group=TABLE)
    limit: int = number(
        0,
        "End after so many random tiles",
        low=0,
        high=500,
        help="0: the game goes on until the board is full.",
        group=TABLE,
    )
    row_points: int = number(350, "Points for a completed row", low=0, high=1000, group=TABLE)

"""What a table can agree on: the size of the grid and of hands, the pile, the points."""

import dataclasses

from games.core.options import number, switch
from games.core.words import WordOptions

TABLE = "Table"
POINTS = "Points"


@dataclasses.dataclass(frozen=True, slots=True)
class Options(WordOptions):
    """The settings of a table, with the usual values as defaults."""

    size: int = number(6, "Rows and columns of the grid", low=4, high=8, group=TABLE)
    hand_size: int = number(5, "Cards in a hand", low=3, high=7, group=TABLE)
    cards: int = number(
        60,
        "Cards in the game",
        low=28,
        high=60,
        help="Each card is a turn: with fewer the game is shorter.",
        group=TABLE,
    )
    top_only: bool = switch(
        False,
        "Play only the top card of the pile",
        help="Otherwise any card that was discarded can be played.",
        group=TABLE,
    )
    show_places: bool = switch(
        False,
        "Show where a card builds a word",
        help="Finding the words is half of the game; for beginners it may be shown.",
        group=TABLE,
    )
    word_points: int = number(1, "For a word you build", low=0, high=9, group=POINTS)
    neighbour_points: int = number(
        1, "For a card you control in a word", low=0, high=9, group=POINTS
    )
    bonus: int = number(1, "For each card you control at the end", low=0, high=9, group=POINTS)

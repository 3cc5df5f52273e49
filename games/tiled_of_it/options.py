"""What a table can agree on: the size of the grid and of hands, the pile, the points."""

import dataclasses

from typing_extensions import override

from games.core.language.text import Text
from games.core.table.options import NOBODY_SCORES, number, switch
from games.core.table.words import WordOptions

TABLE = Text("Table")
POINTS = Text("Points")


@dataclasses.dataclass(frozen=True, slots=True)
class Options(WordOptions):
    """The settings of a table, with the usual values as defaults."""

    size: int = number(6, Text("Rows and columns in the grid"), low=4, high=8, group=TABLE)
    hand_size: int = number(5, Text("Cards in each hand"), low=3, high=7, group=TABLE)
    cards: int = number(
        60,
        Text("Cards in the game"),
        low=28,
        high=60,
        help=Text("You play one card a turn, so fewer cards make a shorter game."),
        group=TABLE,
        same=(48, 60),  # up to a fifth shorter
    )
    top_only: bool = switch(
        False,
        Text("Play only the top card of the pile"),
        help=Text("Otherwise you can play any card in the pile."),
        group=TABLE,
    )
    show_places: bool = switch(
        False,
        Text("Show where a card makes a word"),
        help=Text("Finding the words is half the game. Turn this on for beginners."),
        group=TABLE,
    )
    word_points: int = number(1, Text("For a word you make"), low=0, high=9, group=POINTS)
    neighbour_points: int = number(
        1, Text("For a card you control in a word"), low=0, high=9, group=POINTS
    )
    bonus: int = number(
        1, Text("For each card you control at the end"), low=0, high=9, group=POINTS
    )

    @override
    def contradiction(self) -> tuple[str, Text] | None:
        """Tell if neither words nor cards are worth a point."""
        if not (self.word_points or self.neighbour_points or self.bonus):
            return "word_points", NOBODY_SCORES
        return None

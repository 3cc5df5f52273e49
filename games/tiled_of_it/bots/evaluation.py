"""What a position promises when nobody looks further: points in the end, and chances to win."""

import math
from collections.abc import Sequence

from games.core.weighing import chances_to_win, shares_of
from games.tiled_of_it.options import Options

CONTROL = 0.25  # what leading by a card is worth during the game; it can be lost again
CONTROL_LAST = 1.0  # and once hardly any turns are left
A_TURN = 3.0  # points
SPREAD = 2.5  # of a lead, for the square root of a turn left


class Horizon:
    """What is to come after a position, by how many turns are left."""

    def __init__(self, options: Options, players: int) -> None:
        self.options, self.players = options, players

    def control(self, left: int) -> float:
        """Return what a card that one controls is worth in the end."""
        rounds = max(1.0, left / self.players)
        return self.options.bonus * (CONTROL + (CONTROL_LAST - CONTROL) / rounds)

    def points(self, scores: Sequence[int], held: Sequence[int], left: int) -> list[float]:
        """Return the points that each player can expect in the end."""
        if not left:
            bonus = self.options.bonus
            return [float(own + bonus * cards) for own, cards in zip(scores, held, strict=True)]
        control, turns = self.control(left), left / self.players
        return [
            own + control * cards + A_TURN * turns for own, cards in zip(scores, held, strict=True)
        ]

    def chances(self, points: Sequence[float], left: int) -> tuple[float, ...]:
        """Return the chances to win of players who can expect these points."""
        if not left and len(points) > 1:
            return shares_of(points)
        return chances_to_win(points, SPREAD * math.sqrt(left), par=self.par())

    def par(self) -> float:
        """Return the points that a strong player reaches alone in half of the matches."""
        return 150.0

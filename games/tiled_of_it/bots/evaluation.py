"""What a position promises when nobody looks further: points in the end, and chances to win.

The numbers are those of ``tools.fitting.tiled_of_it``, by how many turns were left to all.
"""

import bisect
import math
from collections.abc import Sequence

from games.core.weighing import chances_to_win
from games.tiled_of_it.options import Options

Table = Sequence[tuple[float, float]]  # turns left, and what a number is then

# What it brings, until the end, to control a card now: in words of others, apart from its bonus.
FLOW: Table = (
    (0, 0.0), (2, 0.0), (5, 0.3), (10, 0.75), (16, 0.7), (24, 0.7), (32, 0.6), (44, 0.3),
    (52, 0.05), (60, 0.0),
)  # fmt: skip
KEPT = 12.0  # turns after which half of the cards have been taken over or covered
# Points by which a turn more than the other player's puts somebody ahead.
TURN: Table = ((0, 3.0), (8, 3.3), (11, 5.6), (30, 5.8), (38, 4.6), (52, 2.2), (60, 2.0))
LAST = 2.4  # and what it's worth to have the last turn of all
HASTE = 0.8  # how much of the deviation remains when quick play has come to an end
A_TURN = 2.15  # points of all players for a turn
ALONE = 3.63  # and of somebody who plays alone
ALONE_CARDS, USUAL_CARDS = 24.0, 60  # those controlled in the end, and those of the game
ALONE_GROWTH = 1.4  # the power of the number of cards by which points without bonus grow
ALONE_SPREAD = 0.7  # how much of the deviation there is without others
# The standard deviation of a lead in the end.
SPREAD: Table = (
    (0, 0.0), (1, 3.0), (2, 3.2), (4, 5.0), (6.5, 7.2), (10.5, 8.4), (14.5, 10.0), (20.5, 11.2),
    (28.5, 12.6), (38, 14.1), (52, 15.2), (60, 15.5),
)  # fmt: skip


def at(table: Table, left: float) -> float:
    """Return the number of a table for so many turns left, on a line between its neighbours."""
    place = bisect.bisect_left(table, (left,))
    if place == len(table):
        return table[-1][1]
    end, high = table[place]
    start, low = table[max(0, place - 1)]
    return high if end == start else low + (high - low) * (left - start) / (end - start)


class Horizon:
    """What is to come after a position, by how many turns are left."""

    def __init__(self, options: Options, players: int, first: int) -> None:
        self.options, self.players, self.first = options, players, first
        self.a_turn = (options.word_points + options.neighbour_points) / 2
        size = (options.word_points + options.neighbour_points + options.bonus) / 3
        self.controls = [
            options.bonus * KEPT / (KEPT + left) + options.neighbour_points * at(FLOW, left)
            for left in range(options.cards + players + 1)
        ]
        # A lead of one over another depends on the turns of these two.
        part = 2 / max(2, players)
        self.spreads = [
            max(size, 0.1) * at(SPREAD, left * part) * (ALONE_SPREAD if players == 1 else 1)
            for left in range(len(self.controls))
        ]

    def control(self, left: int) -> float:
        """Return what a card that one controls is worth in the end."""
        return self.controls[min(left, len(self.controls) - 1)]

    def points(self, scores: Sequence[int], held: Sequence[int], left: int) -> list[float]:
        """Return the points that each player can expect in the end."""
        bonus, players = self.options.bonus, self.players
        if not left:
            return [float(own + bonus * cards) for own, cards in zip(scores, held, strict=True)]
        control, mean = self.control(left), sum(held) / players
        room = self.options.size**2 - sum(held)
        to_come = self.a_turn * (A_TURN if players > 1 else ALONE) * left / players
        to_come += bonus * (mean + room / players * left / (KEPT + left))
        more = left % players  # of them will have a turn more: the last of the round
        points = []
        for player, own in enumerate(scores):
            place = (player - self.first) % players
            worth = own + to_come + control * (held[player] - mean)
            if more:
                ahead = (1.0 if place >= players - more else 0.0) - more / players
                worth += self.a_turn * at(TURN, left) * ahead
            if players > 1:
                worth += self.a_turn * LAST * (place / (players - 1) - 0.5)
            points.append(worth)
        return points

    def chances(
        self, points: Sequence[float], left: int, played: int = 0, unsure: float = 0.0
    ) -> tuple[float, ...]:
        """Return the chances to win of players who can expect these points.

        In the end, they may be those of a line: the turns before its last one were played quickly,
        and may come otherwise. They may also be ``unsure`` by so many turns' worth of points.
        """
        spread = self.spreads[min(left, len(self.spreads) - 1)]
        if not left:
            spread = max(HASTE * self.spreads[max(0, played - 1)], self.a_turn * unsure)
        return chances_to_win(points, spread, par=self.par())

    def par(self) -> float:
        """Return the points that a strong player reaches alone in half of the matches.

        Hard got 242 in ten matches with the usual options, with a deviation of 8, 142 with 40 cards
        on a grid of 5, and 102 with 28 cards and hands of 3.
        """
        part = self.options.cards / USUAL_CARDS
        points = self.a_turn * ALONE * (USUAL_CARDS + 1) * math.pow(part, ALONE_GROWTH)
        return points + self.options.bonus * ALONE_CARDS * part

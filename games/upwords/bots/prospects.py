"""What players can still expect: points to the end of the game, and how far a lead may change.

All numbers were fitted to games of two players who take what is best by points and tiles kept, on
the large board with the Standard list. tools.fitting.upwords_chances shows how they fit Hard.
"""

import math
from collections.abc import Sequence

from games.core.game import Player
from games.core.weighing import chances_to_win

# Points one of two players still makes with so many tiles to draw, the turns of both being even.
FUTURE, PER_TILE, FEWER = 40.0, 4.55, 0.0118
TURN, TURN_PER_TILE = 23.0, -0.05  # worth of a turn, and how that changes with tiles to draw
KEPT = -1.4  # what tiles are worth that are drawn, compared with those usually kept
NEXT = 1.7  # by how much one's own next turn seems to be worth more than that, when it is tried
# The variance of a lead: what the racks bring, and for each tile still to be drawn.
RACKS_VARIANCE, TILE_VARIANCE = 480.0, 18.5


def expected_points(scores: Sequence[float], pile: int, to_move: Player) -> list[float]:
    """Return the points each can expect in the end, with so many tiles left to draw.

    Each has a rack of which nothing is known, and ``to_move`` has the next turn.
    """
    players = len(scores)
    share = 2 * pile / players
    future = FUTURE + PER_TILE * share - FEWER * share * share
    turn = turn_points(pile)
    first = turn * (players - 1) / (2 * players)
    return [
        score + future + first - turn / players * ((player - to_move) % players)
        for player, score in enumerate(scores)
    ]


def turn_points(pile: int) -> float:
    """Return what a turn is usually worth, points and tiles kept."""
    return TURN + TURN_PER_TILE * pile


def spread_of(pile: int) -> float:
    """Return the standard deviation of how far a lead still changes."""
    return math.sqrt(RACKS_VARIANCE + TILE_VARIANCE * pile)


def chances_of(points: Sequence[float], pile: int) -> tuple[float, ...]:
    """Return each player's chance to win by the points expected in the end."""
    return chances_to_win(points, spread_of(pile))

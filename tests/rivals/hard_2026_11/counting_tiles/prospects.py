"""What a row is worth to a computer player, by its open cells and by what it needs.

A row is a small game of its own: of the tiles that come, take those that bring it nearer to its
target, while waiting costs and now and then a random tile hits it. The best rule for that game has
a worth for each state, found here from the last open cell to the first. Worths are in points.
"""

import functools

from games.counting_tiles.position import bag
from games.counting_tiles.position.model import COLUMNS, HIGHEST, LOWEST

REWARD = 350.0  # for a completed row
WAITING = 8.0  # what it costs to let a tile pass: others take it, but time goes on
HIT = 1 / (8 * 22)  # how likely a random tile falls on one cell before the next tile is drawn
STUCK = 60.0  # what a row is worth less than an empty one when no tiles can complete it
TAKEN = 12.0  # and for each of its cells that is taken
ASTRAY = 5.0  # and for each point by which it goes wrong
FARTHEST = 30
MOST = COLUMNS * max(bag.VALUES)  # the largest sum of a row

Chances = list[tuple[int, float]]
Worths = list[list[float]]  # by open cells, then by what is missing plus MOST


class Prospects:
    """The worth of rows while the bag holds what it holds after some completed rows."""

    def __init__(self, rows: int) -> None:
        left = bag.full(rows)
        total = sum(left.values())
        chances = [(int(value), count / total) for value, count in left.items()]
        self.worths: Worths = [[_hopeless(0, d) for d in range(-MOST, HIGHEST + 1)]]
        self.worths[0][MOST] = REWARD
        for free in range(1, COLUMNS + 1):
            self.worths.append(_column(free, self.worths[-1], chances))
        targets = range(LOWEST, HIGHEST + 1)
        self.fresh = sum(self.worth(COLUMNS, target) for target in targets) / len(targets)

    def worth(self, free: int, missing: int) -> float:
        """Return the worth of a row with that many open cells that needs that much."""
        return self.worths[free][missing + MOST]


@functools.cache
def prospects(rows: int) -> Prospects:
    """Return the worths after that many completed rows; the bag grows until all values are in."""
    return Prospects(rows) if rows <= len(bag.LARGER) else prospects(len(bag.LARGER))


def _hopeless(free: int, missing: int) -> float:
    """Return the worth of a row that no tiles can complete: it waits for a combination."""
    astray = min(abs(missing - free), FARTHEST)
    return -STUCK - TAKEN * (COLUMNS - free) - ASTRAY * astray


def _column(free: int, fewer: list[float], chances: Chances) -> list[float]:
    """Return the worths of rows with some open cells from those with one cell less."""
    column = [_hopeless(free, missing) for missing in range(-MOST, HIGHEST + 1)]
    for missing in range(free, HIGHEST + 1):
        outcomes = [(fewer[missing - value + MOST], chance) for value, chance in chances]
        column[missing + MOST] = max(
            _best_wait(outcomes, HIT * free), -STUCK - TAKEN * (COLUMNS - free)
        )
    return column


def _best_wait(outcomes: Chances | list[tuple[float, float]], hit: float) -> float:
    """Return the worth of waiting for one of the best outcomes, by the best choice of which.

    With the outcomes accepted having chance A and mean worth M, and all having mean B, the worth x
    of waiting is -WAITING + hit * B + (1 - hit) * (A * M + (1 - A) * x).
    """
    spoilt = hit * sum(worth * chance for worth, chance in outcomes)
    best, accepted, gained = float("-inf"), 0.0, 0.0
    for worth, chance in sorted(outcomes, reverse=True):
        accepted += chance
        gained += worth * chance
        waiting = -WAITING + spoilt + (1 - hit) * gained
        best = max(best, waiting / (1 - (1 - hit) * (1 - accepted)))
    return best

"""What points a player can expect, and the chance to reach what a strong player reaches.

A strong player could go on for ever, so a match is judged by stretches of ``STRETCH`` tiles drawn:
``par`` is what Hard has at the end of the stretch in half of its matches.
"""

import math

from games.core.weighing import chances_to_win
from games.counting_tiles.options import Options
from games.counting_tiles.position.model import State
from games.counting_tiles.position.tempo import interval

STRETCH = 150
PACE = {"timed": 49.2, "counted": 57.6}  # points that Hard gets for each tile it draws
START = -540.0  # points that it gets less in all, as it has to fill the board first
BOARD = 690.0  # what its board is worth on average, compared to an empty one
SHARE = 0.9  # how much of what a board is worth more than that comes as points
VARIANCE, EACH = 255.0**2, 700.0  # of the points still to come, at least and for each tile


def tiles_left(view: State, options: Options) -> int:
    """Return how many tiles are still to be drawn in the stretch, the one in hand included."""
    left = STRETCH - (view.draws - 1) % STRETCH
    if options.limit and options.drops == "counted":
        to_come = (options.limit - view.drops) * interval(options, view.rows) - view.since
        left = min(left, max(1, to_come))
    return left


def expected(view: State, options: Options, worth: float) -> float:
    """Return the points expected by the end of the stretch; worth is compared to an empty board."""
    left = tiles_left(view, options)
    scale = options.row_points / 350
    return view.score + scale * (SHARE * (worth - BOARD) + PACE[options.drops] * left)


def chance(view: State, options: Options, points: float) -> float:
    """Return the chance to reach par."""
    left = tiles_left(view, options)
    end = view.draws - 1 + left
    scale = options.row_points / 350
    par = scale * (PACE[options.drops] * end + START)
    spread = math.sqrt(VARIANCE + EACH * left)
    return chances_to_win((points,), scale * spread, par=par)[0] if scale else 0.5

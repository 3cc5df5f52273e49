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
PACE = {"timed": 51.0, "counted": 56.0}  # points that Hard gets for each tile it draws
START = -900.0  # points that it gets less at first
SPREAD = 300.0  # standard deviation of the points at the end of a stretch, at its beginning
CERTAIN = 60.0  # and at its end


def tiles_left(view: State, options: Options) -> int:
    """Return how many tiles are still to be drawn in the stretch, the one in hand included."""
    left = STRETCH - (view.draws - 1) % STRETCH
    if options.limit and options.drops == "counted":
        to_come = (options.limit - view.drops) * interval(options, view.rows) - view.since
        left = min(left, max(1, to_come))
    return left


def expected(view: State, options: Options, worth: float) -> float:
    """Return the points expected at the end of the stretch, by what the board is worth."""
    left = tiles_left(view, options)
    scale = options.row_points / 350
    return view.score + scale * (worth + PACE[options.drops] * left)


def chance(view: State, options: Options, points: float) -> float:
    """Return the chance to reach par."""
    left = tiles_left(view, options)
    end = view.draws - 1 + left
    scale = options.row_points / 350
    par = scale * (PACE[options.drops] * end + START)
    spread = CERTAIN + SPREAD * math.sqrt(left / STRETCH)
    return chances_to_win((points,), spread, par=par)[0]

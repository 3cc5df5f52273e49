"""What points a player can expect, and the chance to reach what a strong player reaches.

A strong player could go on for ever: of 24 matches of Hard, none was over after 600 actions. So a
match is judged by stretches of ``STRETCH`` tiles drawn, about what people play, and par is what
Hard has at the end of a stretch in half of its matches. The numbers are those of
``tools.fitting.counting_tiles``: after 150 and 300 tiles Hard had 6,924 and 14,492 points by the
clock, 7,844 and 17,118 where random tiles are counted.
"""

import math

from games.core.weighing import chances_to_win
from games.counting_tiles.options import Options
from games.counting_tiles.position.model import CELLS, State
from games.counting_tiles.position.tempo import interval

STRETCH = 150
# Points that Hard gets for each tile it draws once its board is filled: at first, and later.
PACE = {"timed": (51.7, 51.0), "counted": (57.9, 61.4)}
# Points that it gets less in all, as it has to fill the board first.
START = {"timed": -920.0, "counted": -860.0}
FILLED = 16.5  # tiles on its board on average
TILE = 40.0  # what one more of them is worth, as it's one less to be drawn
BOARD = 730.0  # what its rows and bonuses are worth on average, compared to an empty board
SHARE = 0.4  # how much of what they are worth more than that comes as points
# The standard deviation of the points at the end of a stretch from those expected: 246, 298, 330
# and 382 with 10, 30, 60 and 100 tiles left by the clock, a little more where tiles are counted.
SPREAD, FADING = 400.0, 25.0


def tiles_left(view: State, options: Options) -> int:
    """Return how many tiles are still to be drawn in the stretch, the one in hand included."""
    left = STRETCH - (view.draws - 1) % STRETCH
    if options.limit and options.drops == "counted":
        to_come = (options.limit - view.drops) * interval(options, view.rows) - view.since
        left = min(left, max(1, to_come))
    return left


def scale(options: Options) -> float:
    """Return how much more a row brings than usual."""
    return options.row_points / 350


def pace(view: State, options: Options) -> float:
    """Return the points that Hard gets in this stretch for each tile it draws."""
    return scale(options) * PACE[options.drops][view.draws > STRETCH]


def filled(view: State, options: Options) -> float:
    """Return what it's worth in points to have more tiles on the board than usual."""
    return scale(options) * TILE * (CELLS - view.grid.count(None) - FILLED)


def expected(view: State, options: Options, worth: float) -> float:
    """Return the points expected by the end of the stretch; worth is compared to an empty board."""
    to_come = pace(view, options) * tiles_left(view, options) + filled(view, options)
    return view.score + to_come + scale(options) * SHARE * (worth - BOARD)


def par(view: State, options: Options) -> float:
    """Return the points that Hard has at the end of the stretch in half of its matches."""
    end = view.draws - 1 + tiles_left(view, options)
    first, later = PACE[options.drops]
    start = START[options.drops]
    return scale(options) * (start + first * min(end, STRETCH) + later * max(0, end - STRETCH))


def chance(view: State, options: Options, points: float) -> float:
    """Return the chance to reach par of somebody who can expect these points."""
    if not options.row_points:
        return 0.5  # then only what combinations save is counted
    left = tiles_left(view, options)
    spread = scale(options) * SPREAD * math.sqrt(1 - math.exp(-(left + 1) / FADING))
    return chances_to_win((points,), spread, par=par(view, options))[0]

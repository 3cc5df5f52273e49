"""What points a player can expect, and the chance to reach what a strong player reaches.

A strong player could go on for ever: of 24 matches of Hard, none was over after 600 actions. So a
match is judged by stretches of ``STRETCH`` tiles drawn, about what people play, and par is what
Hard has at the end of a stretch on average. A player is compared to Hard after as many tiles: by
points, by tiles on the board, and by what rows and bonuses are worth.
"""

import bisect
import math
from collections.abc import Sequence

from games.core.weighing import chances_to_win
from games.counting_tiles.options import Options
from games.counting_tiles.position.model import CELLS, State
from games.counting_tiles.position.tempo import interval

STRETCH = 150
ROW_POINTS = 350
# What Hard has on average after so many tiles drawn, where random tiles fall by the clock and where
# they are counted, all by tools.fitting.counting_tiles: its points,
DRAWN = (0, 25, 50, 100, 150, 200, 250, 300)
POINTS = {
    "timed": (0, 729, 2017, 4458, 6832, 9257, 11818, 14475),
    "counted": (0, 838, 2289, 4999, 7864, 10908, 13922, 16989),
}
# the tiles on its board,
TILES = {
    "timed": (7.0, 13.1, 13.5, 14.4, 15.5, 16.0, 16.5, 17.4),
    "counted": (7.0, 13.8, 14.1, 16.4, 18.5, 18.5, 18.3, 18.3),
}
# and what its rows and bonuses are worth, compared to an empty board.
WORTH = {
    "timed": (68, 440, 703, 693, 724, 727, 726, 742),
    "counted": (68, 486, 711, 725, 764, 763, 747, 745),
}
TILE = 40.0  # what one more tile on the board is worth, as it's one less to be drawn
SHARE = 0.4  # how much of what rows and bonuses are worth more than Hard's comes as points
# The standard deviation of the points at the end of a stretch from those expected: 248, 294, 325
# and 370 with 10, 30, 60 and 100 tiles left by the clock, a little more where tiles are counted.
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
    return options.row_points / ROW_POINTS


def usual_points(drawn: int, options: Options) -> float:
    """Return the points that Hard has after so many tiles drawn; later it goes on as before."""
    points = POINTS[options.drops]
    pace = (points[-1] - points[-2]) / (DRAWN[-1] - DRAWN[-2])
    return scale(options) * (_between(points, drawn) + pace * max(0, drawn - DRAWN[-1]))


def _between(values: Sequence[float], drawn: int) -> float:
    """Return a value after so many tiles drawn, from those before and after it."""
    at = min(bisect.bisect(DRAWN, drawn), len(DRAWN) - 1)
    part = min(1.0, (drawn - DRAWN[at - 1]) / (DRAWN[at] - DRAWN[at - 1]))
    return values[at - 1] + part * (values[at] - values[at - 1])


def ahead(view: State, options: Options, worth: float) -> float:
    """Return by how many points a board is better than the one that Hard usually has then.

    ``worth`` is that of rows and bonuses, compared to an empty board.
    """
    drawn = view.draws - 1
    tiles = CELLS - view.grid.count(None) - _between(TILES[options.drops], drawn)
    worth -= _between(WORTH[options.drops], drawn)
    return scale(options) * (TILE * tiles + SHARE * worth)


def expected(view: State, options: Options, worth: float) -> float:
    """Return the points expected by the end of the stretch; worth is compared to an empty board."""
    return expected_at(view, options, worth, stretch_end(view, options))


def expected_at(state: State, options: Options, worth: float, until: int) -> float:
    """Return the points expected after so many tiles drawn, those of a match that is over."""
    if state.to_move is None:
        return state.score
    to_come = usual_points(until, options) - usual_points(state.draws - 1, options)
    return state.score + to_come + ahead(state, options, worth)


def stretch_end(view: State, options: Options) -> int:
    """Return how many tiles are drawn by the end of the stretch."""
    return view.draws - 1 + tiles_left(view, options)


def par(view: State, options: Options) -> float:
    """Return the points that Hard has on average at the end of the stretch."""
    return usual_points(stretch_end(view, options), options)


def chance(view: State, options: Options, points: float) -> float:
    """Return the chance to reach par of somebody who can expect these points."""
    if not options.row_points:
        return 0.5  # then only what combinations save is counted
    left = tiles_left(view, options)
    spread = scale(options) * SPREAD * math.sqrt(1 - math.exp(-(left + 1) / FADING))
    return chances_to_win((points,), spread, par=par(view, options))[0]

"""What features, subjects and turns are worth by how many tiles are still to come.

With no tile left to come every guess vanishes.
"""

import dataclasses
import functools
from math import exp, sqrt

from games.tilekingdom.options import Options
from games.tilekingdom.position.pieces import MOVES, NEEDS, OPEN
from games.tilekingdom.position.tiles import TOTAL

MOST_ENDS = 96  # no road or city can have more open ends than there are edges of its kind


@dataclasses.dataclass(frozen=True, slots=True)
class Weights:
    """What the values of features are made of, fitted by ``tools.fitting.tilekingdom``."""

    city_end: float = 0.775  # how much each further open end of a city takes from its chance
    city_tiles: float = 3.2  # tiles to come for each open end until the chance is real
    city_grows: float = 1.5  # tiles that each open end still brings to a completed city
    city_spreads: float = 0.6  # and to an unfinished one, at the beginning
    road_end: float = 0.88
    road_tiles: float = 4.5
    road_grows: float = 1.0  # tiles that each open end brings, at the beginning
    mosque_tiles: float = 18.0  # tiles to come until an empty cell beside a mosque is filled
    desert_grows: float = 0.3  # completed cities that will yet come to a desert, at the beginning
    comes_back: float = 3.0  # what it is worth that a subject returns, at the beginning
    supply: float = 4.0  # how much subjects in supply count, see SUPPLY
    supply_fades: float = 0.35  # with which power of the tiles left that value goes down


WEIGHTS = Weights()
SUPPLY = (0.0, 3.0, 4.6, 5.6, 6.2, 6.6, 6.9, *(7.1 + 0.1 * extra for extra in range(9)))

# How likely an open end is closed in the end, by how many of the tiles to come fit its place.
STEPS = (1, 2, 3, 4, 6, 8, 11, 15, 22)
CITY_CLOSES = (0.0, 0.32, 0.48, 0.57, 0.67, 0.73, 0.73, 0.74, 0.79, 0.9)
ROAD_CLOSES = (0.0, 0.25, 0.39, 0.43, 0.58, 0.66, 0.68, 0.69, 0.76, 0.83)
FILLED = (0.0, 0.45, 0.65, 0.75, 0.85, 0.9, 0.95, 1.0, 1.0, 1.0)  # beside a mosque, with time

# How leads go on, by ``tools.fitting.tilekingdom course`` and ``check``. With L tiles to come, a
# lead of one of two players still spreads by SPREAD * L ** SPREAD_GROWS, and all together get
# BRINGS points for each tile, beside those that are expected. Whoever is next to move has an edge;
# near the end, those have it who take one more turn. In the first turns, leads are less than they
# look.
SPREAD, SPREAD_GROWS = 2.75, 0.46
BRINGS = 0.9
EDGE, EDGE_FADES = (1.25, 0.55), 0.7  # at the end and more at the beginning; with which power
LAST_TURNS = 8.0  # tiles to come while it matters who has one more turn
EARLY, DOUBT = 0.6, 1.2  # of all tiles, from where on doubts grow, and how much


def _facing(code: int) -> tuple[tuple[int, int, int, bool], ...]:
    """Return the roads and cities that end at a cell: move, side and place there, and if city."""
    needs = [code >> 2 * side & 3 for side in range(4)]
    return tuple(
        (MOVES[side], (side + 2) % 4, int(need == NEEDS["R"]), need == NEEDS["C"])
        for side, need in enumerate(needs)
        if need in (NEEDS["R"], NEEDS["C"])
    )


FACING = tuple(map(_facing, range(256)))


class Stage:
    """What features are worth while a certain number of tiles is still to come."""

    def __init__(self, options: Options, left: int, weights: Weights) -> None:
        stage = left / TOTAL
        ends = range(MOST_ENDS)
        stretch = _stretch(options)
        self.left = left
        edge = stretch * (EDGE[0] + EDGE[1] * stage**EDGE_FADES)
        late = exp(-left / LAST_TURNS)
        self.order = edge * (1 - late)
        self.last_turn = 2 * edge * late
        self.brings = BRINGS * left * stretch
        self.trust = 1 - DOUBT * max(0.0, stage - EARLY)
        self.spread = SPREAD * left**SPREAD_GROWS * stretch
        self.back = weights.comes_back * stage * stretch
        self.city = [_chance(weights.city_end, weights.city_tiles, n, left) for n in ends]
        self.road = [_chance(weights.road_end, weights.road_tiles, n, left) for n in ends]
        self.city_grows = [weights.city_grows * n if left else 0.0 for n in ends]
        self.city_spreads = [weights.city_spreads * stage * n for n in ends]
        self.road_grows = [weights.road_grows * sqrt(stage) * n for n in ends]
        self.filled = 1 - exp(-left / weights.mosque_tiles)
        self.desert = [weights.desert_grows * stage * (n > 1) for n in range(OPEN + 1)]
        supply = weights.supply * stage**weights.supply_fades * stretch
        self.supply = [supply * value for value in SUPPLY]


def _chance(end: float, tiles: float, ends: int, left: int) -> float:
    """Return the chance that so many open ends are closed if tiles come that fit there."""
    return float(end ** (ends - 1) * (1 - exp(-left / (tiles * ends)))) if ends else 1.0


def _stretch(options: Options) -> float:
    """Return how much more points there are to be had than with the usual values."""
    return max(
        0.1,
        0.2 * options.road_tile
        + 0.45 * options.city_tile / 2
        + 0.05 * options.fountain / 2
        + 0.15 * options.mosque / 9
        + 0.15 * options.desert_city / 3,
    )


@functools.lru_cache(maxsize=512)
def stage_of(options: Options, left: int, weights: Weights) -> Stage:
    """Return what there is to know with so many tiles to come."""
    return Stage(options, left, weights)

"""The picture of a race: who stood where after each round, as curves.

Pure: places in, coordinates out; the page draws them.
"""

import dataclasses
from collections.abc import Mapping, Sequence
from itertools import pairwise

STEP, ROW = 64, 28  # of a round, of a place
LEFT, TOP, RIGHT = 26, 34, 190
COLOURS = 5  # as many as can be told apart


@dataclasses.dataclass(frozen=True, slots=True)
class Curve:
    """Somebody's way through the rounds; ``colour`` is -1 for those who are drawn in grey."""

    path: str
    dots: tuple[tuple[float, float], ...]
    name: str
    place: int
    label: tuple[float, float]
    colour: int
    mine: bool


@dataclasses.dataclass(frozen=True, slots=True)
class Race:
    """The whole picture, in its own units."""

    width: int
    height: int
    curves: tuple[Curve, ...]
    rounds: tuple[tuple[float, int], ...]  # where its line stands, and which it is


def draw(
    orders: Sequence[Sequence[int]],
    names: Mapping[int, str],
    places: Mapping[int, int],
    *,
    mine: int | None = None,
) -> Race | None:
    """Return the picture of the orders after each round; None before there are two of them.

    ``orders`` hold ids from first to last, ``places`` the place of each after the last round.
    """
    if len(orders) < 2:
        return None
    rows = {each: [order.index(each) for order in orders if each in order] for each in orders[-1]}
    curves = [
        _curve(rows[each], names[each], places[each], rank, each == mine)
        for rank, each in enumerate(orders[-1])
    ]
    return Race(
        width=LEFT + STEP * (len(orders) - 1) + RIGHT,
        height=TOP + ROW * len(orders[-1]),
        curves=tuple(sorted(curves, key=lambda one: (one.mine, one.colour >= 0, -one.place))),
        rounds=tuple((LEFT + STEP * n, 1 + n) for n in range(len(orders))),
    )


def _curve(rows: list[int], name: str, place: int, rank: int, mine: bool) -> Curve:
    dots = [(LEFT + STEP * n, TOP + ROW * row + ROW / 2) for n, row in enumerate(rows)]
    path = f"M{dots[0][0]:g} {dots[0][1]:g}"
    for (x, y), (to_x, to_y) in pairwise(dots):
        middle = (x + to_x) / 2
        path += f"C{middle:g} {y:g} {middle:g} {to_y:g} {to_x:g} {to_y:g}"
    return Curve(
        path=path,
        dots=tuple(dots),
        name=name,
        place=place,
        label=(dots[-1][0] + 14, dots[-1][1] + 4.5),
        colour=rank if rank < COLOURS else -1,
        mine=mine,
    )

"""Who plays at which level: by the last season first, then by rating."""

import dataclasses
import math
from collections.abc import Sequence
from itertools import accumulate

from lobby.leagues.season.rules import Movement, Rules
from lobby.leagues.season.values import Entrant

LONG_PAUSE = 3

# The groups of a level, in the order of the line.
STAYED, RELEGATED, PROMOTED, BACK = range(4)

# What it costs to move somebody up or down a level against what their last season earned. A gap is
# filled by the best from below as a matter of course.
TWICE = 10_000  # promoted or relegated a second time by balancing
_PARTS = {Movement.SIXTH: 6, Movement.FIFTH: 5, Movement.FOURTH: 4, Movement.THIRD: 3}


def movers(size: int, rules: Rules, *, level: int, levels: int) -> tuple[int, int]:
    """Return how many of a division of so many go up and how many go down.

    From the first nobody goes up, from the last nobody down, and somebody stays everywhere.
    """
    movement = Movement(rules.movement)
    if movement == Movement.NONE:
        return 0, 0
    number = 1 if movement == Movement.ONE else -(-size // _PARTS[movement])
    number = min(number, max(0, size - 1) // 2)
    return (number if level > 1 else 0), (number if level < levels else 0)


def draw_up(entrants: Sequence[Entrant], rules: Rules) -> list[list[int]]:
    """Return the divisions, highest first, each with its entrants by seed: the best rating first.

    All stand in one line: by the level their last season led to, there those who stayed, then the
    relegated, the promoted, those back after a break; newcomers by rating are at its end. The line
    is cut where that moves the fewest, those with the least claim, and nobody up or down twice if
    a cut can help it; sizes lie between the fewest and the most and near the best. Where the two
    bounds cannot both be kept, the most is. It never fails.
    """
    if not entrants:
        return []
    found = [_cut(entrants, count, rules) for count in _counts(len(entrants), rules)]
    divisions = min(found, key=lambda each: each.cost).divisions
    return [[each.id for each in division] for division in divisions]


def _counts(n: int, rules: Rules) -> Sequence[int]:
    """Return the numbers of divisions to think of: those next to the best within the bounds."""
    fewest = max(1, -(-n // rules.division_most))
    most = max(fewest, n // rules.division_least)
    best = min(max(fewest, n // rules.division_ideal), most)
    return range(max(fewest, best - 1), min(most, best + 2) + 1)


def _standing(entrant: Entrant) -> tuple[float, ...]:
    """Return what sorts the line, best first; newcomers come last, then who asked earlier."""
    asked = (entrant.joined_at.timestamp(), entrant.id)
    level, group = _level(entrant), _group(entrant)
    if level is None:
        return (math.inf, group, -entrant.rating, 0, *asked)
    if group == BACK:
        return (level, group, -entrant.rating, 0, *asked)
    return (level, group, entrant.last or 0, entrant.last_place or 0, *asked)


def _level(entrant: Entrant) -> int | None:
    """Return the level somebody's last season led to; after a long break it is one lower."""
    if entrant.last is None:
        return None
    return max(1, entrant.last + ((entrant.pause or 1) > LONG_PAUSE))


def _group(entrant: Entrant) -> int:
    if (entrant.pause or 1) > 1:
        return BACK
    return {0: STAYED, -1: RELEGATED, 1: PROMOTED}[entrant.moved]


@dataclasses.dataclass(frozen=True, slots=True)
class _Claim:
    """What it costs to put somebody a level higher or lower than they should be."""

    wanted: int | None
    up: int
    down: int

    def cost(self, level: int, count: int) -> int:
        if self.wanted is None:
            return 0
        off = min(self.wanted, count) - level
        return off * self.up if off > 0 else -off * self.down


def _claim(entrant: Entrant) -> _Claim:
    costs = {STAYED: (1, 10), RELEGATED: (3, TWICE), PROMOTED: (TWICE, 8), BACK: (1, 1)}
    return _Claim(_level(entrant), *costs[_group(entrant)])


@dataclasses.dataclass(frozen=True, slots=True)
class _Cut:
    cost: int
    divisions: list[list[Entrant]]


def _cut(entrants: Sequence[Entrant], count: int, rules: Rules) -> _Cut:
    """Return the cheapest way to cut the line into so many: a shortest path over all cuts."""
    line = sorted(entrants, key=_standing)
    n = len(line)
    low = min(rules.division_least, n // count)
    high = max(rules.division_most, -(-n // count))
    claims = [_claim(each) for each in line]
    best = {0: 0}
    came_from: list[dict[int, int]] = []
    for level in range(1, count + 1):
        sums = [0, *accumulate(claim.cost(level, count) for claim in claims)]
        reached: dict[int, int] = {}
        came_from.append({})
        for start, cost in best.items():
            for end in range(start + low, min(n, start + high) + 1):
                off = (end - start - rules.division_ideal) ** 2
                total = cost + sums[end] - sums[start] + off
                if end not in reached or total < reached[end]:
                    reached[end] = total
                    came_from[-1][end] = start
        best = reached
    divisions = []
    end = n
    for starts in reversed(came_from):
        start = starts[end]
        divisions.append(sorted(line[start:end], key=lambda each: -each.rating))
        end = start
    return _Cut(best[n], divisions[::-1])

"""Who plays at which level: by the last season first, then by rating."""

import dataclasses
from collections.abc import Sequence
from itertools import accumulate

from lobby.leagues.rules import Movement, Rules
from lobby.leagues.season import Entrant

LONG_PAUSE = 3

# What it costs to move somebody by a level against what his last season earned.
STAYED, PROMOTED, RELEGATED, BACK = 12, 8, 6, 2
TWICE = 500  # promoted or relegated a second time by balancing
_PARTS = {Movement.SIXTH: 6, Movement.FIFTH: 5, Movement.FOURTH: 4, Movement.THIRD: 3}


def movers(size: int, rules: Rules, *, level: int, levels: int) -> tuple[int, int]:
    """Return how many of a division of so many go up and how many go down.

    From the first nobody goes up, from the last nobody down, and never more than half either way.
    """
    movement = Movement(rules.movement)
    if movement == Movement.NONE:
        return 0, 0
    number = 1 if movement == Movement.ONE else -(-size // _PARTS[movement])
    number = min(number, size // 2)
    return (number if level > 1 else 0), (number if level < levels else 0)


def draw_up(entrants: Sequence[Entrant], rules: Rules) -> list[list[int]]:
    """Return the divisions, highest first, each with its entrants by seed: the best rating first.

    All stand in one line: by the level their last season led to, there those who stayed, then the
    relegated, the promoted, those back after a break; newcomers by rating are at its end. The line
    is cut where that moves the fewest, those with the least claim, and nobody up or down twice if
    it can be helped; sizes lie between the fewest and the most and near each other. Where the two
    bounds cannot both be kept, the most is. It never fails.
    """
    count = _how_many(len(entrants), rules)
    line = sorted(entrants, key=lambda each: _standing(each, count))
    seeds = {each.id: i for i, each in enumerate(line)}
    divisions = []
    start = 0
    for size in _sizes(line, count, rules):
        division = sorted(line[start : start + size], key=lambda e: (-e.rating, seeds[e.id]))
        divisions.append([each.id for each in division])
        start += size
    return divisions


def _how_many(n: int, rules: Rules) -> int:
    """Return the number of divisions: so that they are of the best size, within the bounds."""
    most, fewest = max(1, n // rules.division_least), max(1, -(-n // rules.division_most))
    best = (2 * n + rules.division_ideal) // (2 * rules.division_ideal)
    return max(fewest, min(best, most))


def _standing(entrant: Entrant, count: int) -> tuple[float, ...]:
    """Return what sorts the line, best first; the last parts are who asked earlier."""
    asked = (entrant.joined_at.timestamp(), entrant.id)
    wanted = _wanted(entrant, count)
    if wanted is None:
        return (count + 1, 0, -entrant.rating, 0, *asked)
    group = _group(entrant)
    if group == 3:
        return (wanted, group, -entrant.rating, 0, *asked)
    return (wanted, group, entrant.last or 0, entrant.last_place or 0, *asked)


def _wanted(entrant: Entrant, count: int) -> int | None:
    """Return the level somebody's last season led to; after a long break it is one lower."""
    if entrant.last is None:
        return None
    long = (entrant.pause or 1) > LONG_PAUSE
    return max(1, min(count, entrant.last + long))


def _group(entrant: Entrant) -> int:
    if (entrant.pause or 1) > 1:
        return 3
    return {0: 0, -1: 1, 1: 2}[entrant.moved]


@dataclasses.dataclass(frozen=True, slots=True)
class _Claim:
    """What it costs to put somebody a level higher or lower than he should be."""

    wanted: int | None
    up: int
    down: int

    def cost(self, level: int) -> int:
        if self.wanted is None:
            return 0
        off = self.wanted - level
        return off * self.up if off > 0 else -off * self.down


def _claim(entrant: Entrant, count: int) -> _Claim:
    costs = ((STAYED, STAYED), (RELEGATED, TWICE), (TWICE, PROMOTED), (BACK, BACK))
    return _Claim(_wanted(entrant, count), *costs[_group(entrant)])


def _sizes(line: Sequence[Entrant], count: int, rules: Rules) -> list[int]:
    """Return the sizes that cost least: shortest path over all ways to cut the line."""
    n = len(line)
    low = min(rules.division_least, n // count)
    high = max(rules.division_most, -(-n // count))
    claims = [_claim(each, count) for each in line]
    best: dict[int, tuple[int, list[int]]] = {0: (0, [])}
    for level in range(1, count + 1):
        sums = [0, *accumulate(claim.cost(level) for claim in claims)]
        reached: dict[int, tuple[int, list[int]]] = {}
        for start, (cost, cut) in best.items():
            for end in range(start + low, min(n, start + high) + 1):
                uneven = (count * (end - start) - n) ** 2 // count**2
                total = cost + sums[end] - sums[start] + uneven
                if end not in reached or total < reached[end][0]:
                    reached[end] = (total, [*cut, end - start])
        best = reached
    return best[n][1]

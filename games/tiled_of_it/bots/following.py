"""The last turns, each tried to the end of the game: what they come to is certain.

With two players the best turn is the one that leads by most in the end: no other can win more. With
more of them everyone takes what brings their own chance to win highest, then their lead (max^n);
alone, the points.
"""

import math
from collections.abc import Iterable, Sequence
from operator import itemgetter

from games.core.bots import Budget
from games.core.weighing import shares_of
from games.tiled_of_it.bots.playout import Line, Turn

CARDS = 4  # in all hands, with which the rest is tried in full
MOST = 60_000  # positions that are tried: a long pile would make more of them

Lead = tuple[int, int]  # by how much the mover gains more than the other, and what all gain
Key = tuple[object, ...]


class TooLong(Exception):
    """Time is up, or there is more to try than there ever should be."""


class Ending:
    """The rest of a game in which nothing is hidden; what was found is kept."""

    def __init__(self, bonus: int, budget: Budget) -> None:
        self.bonus, self.left = bonus, MOST
        self._budget = budget
        self._found: dict[Key, tuple[Lead, float, float]] = {}  # with the window it was found in

    def points(self, line: Line) -> tuple[int, ...]:
        """Return everyone's points in the end if all play at their best; raise TooLong."""
        if line.table.players > 2:
            return self._of_many(line)
        lead, total = self._lead(line, -math.inf, math.inf)
        if line.table.players == 1:
            return (line.scores[0] + lead,)
        gains = [0, 0]
        gains[line.mover()] = (total + lead) // 2
        gains[1 - line.mover()] = (total - lead) // 2
        return tuple(own + gain for own, gain in zip(line.scores, gains, strict=True))

    def _lead(self, line: Line, low: float, high: float) -> Lead:
        """Return what the mover gains more from here; outside the window a bound of it."""
        if line.is_over():
            return _gained(line.mover(), [self.bonus * cells for cells in line.held()])
        key = _key(line)
        known = self._found.get(key)
        if known is not None:
            (lead, _), least, most = known
            if least < lead < most or (lead <= least and lead <= low) or lead >= max(most, high):
                return known[0]
        self._count()
        me, alone = line.mover(), line.table.players == 1
        sign = 1 if alone else -1
        best: Lead = (0, 0)
        most_lead, reached = -math.inf, low
        for turn in self._turns(line):
            following = line.copy()
            following.play(turn)
            now = _gained(me, _difference(following.scores, line.scores))
            bounds = (sign * (reached - now[0]), sign * (high - now[0]))
            later = self._lead(following, min(bounds), max(bounds))
            lead = now[0] + sign * later[0]
            if lead > most_lead:
                best, most_lead = (lead, now[1] + later[1]), lead
                reached = max(reached, most_lead)
                if most_lead >= high:
                    break
        self._found[key] = (best, low, high)
        return best

    def _turns(self, line: Line) -> Iterable[Turn]:
        """Return all turns, the best first; of those that end the game no other is needed."""
        turns = [*map(Turn._make, line.placements(float(self.bonus))), *line.discards()]
        if not _ends(line):
            return sorted(turns, key=itemgetter(0), reverse=True)
        useful = line.table.useful  # what a card is worth in hand counts for nothing any more
        return [max(turns, key=lambda turn: turn.worth + useful[turn.card] * (not turn.from_pile))]

    def _of_many(self, line: Line) -> tuple[int, ...]:
        if line.is_over():
            held = line.held()
            return tuple(
                own + self.bonus * cards for own, cards in zip(line.scores, held, strict=True)
            )
        self._count()
        me, ends = line.mover(), []
        for turn in (*map(Turn._make, line.placements(float(self.bonus))), *line.discards()):
            following = line.copy()
            following.play(turn)
            ends.append(self._of_many(following))
        return max(ends, key=lambda points: (shares_of(points)[me], _ahead(points, me)))

    def _count(self) -> None:
        self.left -= 1
        if self.left < 0 or (not self._budget.in_looks and self._budget.spent()):
            raise TooLong


def _gained(me: int, gains: Sequence[int]) -> Lead:
    return 2 * gains[me] - sum(gains), sum(gains)


def _ahead(points: Sequence[int], me: int) -> int:
    return points[me] - max(own for seat, own in enumerate(points) if seat != me)


def _difference(after: Sequence[int], before: Sequence[int]) -> list[int]:
    return [new - old for new, old in zip(after, before, strict=True)]


def _ends(line: Line) -> bool:
    """Tell whether every turn of the mover's ends the game."""
    me, players = line.mover(), line.table.players
    if (line.turns + 1) % players:
        return False
    others = (hand for seat, hand in enumerate(line.hands) if seat != me)
    return not all(others) or (line.hands[me].bit_count() == 1 and not line.pile)


def _key(line: Line) -> Key:
    """Return what the rest of a game depends on; of the pile its order only if the top counts."""
    pile = tuple(line.pile) if line.table.options.top_only else frozenset(line.pile)
    return (*line.cards, *line.owned, *line.hands, pile, line.mover())

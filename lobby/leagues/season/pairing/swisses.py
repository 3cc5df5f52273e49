"""Swiss: each round pairs players who stand alike, and nobody meets the same player twice."""

import dataclasses
from collections.abc import Mapping, Sequence

from lobby.leagues.season.pairing.seats import Seats


@dataclasses.dataclass(frozen=True, slots=True)
class Player:
    """What pairing has to know of somebody.

    ``met`` counts the meetings with each other id, ``firsts`` the matches in the first seat,
    ``games`` all matches against somebody, ``byes`` the rounds without an opponent.
    """

    id: int
    points: int
    met: Mapping[int, int]
    firsts: int = 0
    games: int = 0
    byes: int = 0

    @property
    def lean(self) -> int:
        """Return how many more matches were in the first seat than in the second."""
        return 2 * self.firsts - self.games


NOBODY = -1


def swiss(ranked: Sequence[Player], *, lot: Sequence[int]) -> list[Seats]:
    """Return the pairs of a round, best first; of an odd number one is alone and has a bye.

    Of all pairings one is chosen that is best, in this order, at: the fewest repeats (a third
    meeting is worse than two second ones; a second bye is a repeat, too), the bye for who stands
    lowest, as few as possible who lean to one seat by more than one, equal points (squares of the
    differences), and in a group of equal points the upper half against the lower. Seats: whoever
    leans less to the first has it, else whoever comes first in ``lot``.
    """
    import networkx as nx  # a tenth of what every process of the site needs to start

    graph = nx.Graph()
    size = len(ranked)
    for i in range(size):
        for j in range(i + 1, size):
            graph.add_edge(i, j, weight=-_cost(ranked, i, j))
        if size % 2:
            graph.add_edge(i, NOBODY, weight=-_bye_cost(ranked, i))
    matching = nx.max_weight_matching(graph, maxcardinality=True)
    pairs = sorted((min(pair), max(pair)) for pair in matching if NOBODY not in pair)
    byes: list[Seats] = [(ranked[max(pair)].id,) for pair in matching if NOBODY in pair]
    luck = {each: i for i, each in enumerate(lot)}
    seated = [
        sorted((ranked[i], ranked[j]), key=lambda each: (each.lean, luck[each.id]))
        for i, j in pairs
    ]
    return [tuple(each.id for each in pair) for pair in seated] + byes


# The weights of what counts: each is more than all that is below it can add up to, in a division
# of up to 64 with up to 30 rounds of up to 10 points.
_HALVES = 1
_POINTS = 10**6
_SEATS = 10**14
_LOW_BYE = 10**18
_REPEAT = 10**21


def _cost(ranked: Sequence[Player], i: int, j: int) -> int:
    one, other = ranked[i], ranked[j]
    met = one.met.get(other.id, 0)
    gap = one.points - other.points
    halves = 0
    if not gap:
        group = [k for k, each in enumerate(ranked) if each.points == one.points]
        halves = (2 * (j - i) - len(group)) ** 2
    return (
        _REPEAT * (_steep(met)) + _SEATS * _excess(one, other) + _POINTS * gap**2 + _HALVES * halves
    )


def _bye_cost(ranked: Sequence[Player], i: int) -> int:
    return _REPEAT * _steep(ranked[i].byes) + _LOW_BYE * (len(ranked) - 1 - i)


def _steep(times: int) -> int:
    return times**3


def _excess(one: Player, other: Player) -> int:
    less, more = sorted((one.lean, other.lean))
    return max(0, abs(less + 1) - 1) ** 2 + max(0, abs(more - 1) - 1) ** 2

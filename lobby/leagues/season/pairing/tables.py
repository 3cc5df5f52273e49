"""Tables of three to five that change each round, so all meet about equally often."""

from collections.abc import Mapping, Sequence
from itertools import combinations, permutations

from lobby.leagues.season.pairing.seats import Seats

Met = Mapping[frozenset[int], int]
Sat = Mapping[tuple[int, int], int]

STARTS = 6


def sizes(n: int, size: int, *, least: int = 2) -> list[int]:
    """Return how many sit at each table, largest first; a table of one is a bye.

    As few tables as can hold all, filled as evenly as possible: two only where threes cannot be
    had (five at tables of four, or at tables of three whatever three does not divide). ``least``
    is the fewest the game takes: if an even filling falls below it, tables are full and those who
    are left over have a bye.
    """
    if n < least:
        return [1] * n
    count = -(-n // size)
    even = [n // count + (each < n % count) for each in range(count)]
    if even[-1] >= least:
        return even
    left = n % size
    return [size] * (n // size) + ([left] if left >= least else [1] * left)


def tables(ids: Sequence[int], size: int, met: Met, sat: Sat, *, least: int = 2) -> list[Seats]:
    """Return the tables of a round, each with its entrants in the order of their seats.

    ``met`` counts how often each pair (a frozenset of two) has sat together; ``sat`` counts
    how often (entrant, seat) has been, seats from 0, and byes as seat -1. Sought is first that
    nobody has the first seat twice more often than another, then that those who have met least
    sit together, then that nobody has empty chairs at their table often. At a table each has the
    seat they had least often, the first before all. It is found from a few starts by swapping while
    that helps, and is the same for the same arguments; ``ids`` are in an order of lots.
    """
    wanted = sizes(len(ids), size, least=least)
    search = _Search(ids, met, sat, size)
    fillings = [search.settle(_deal(len(ids), wanted, start)) for start in range(STARTS)]
    best = min(fillings, key=lambda filling: sum(map(search.cost, filling)))
    return [_seated([ids[each] for each in table], sat) for table in best]


def _deal(n: int, wanted: Sequence[int], start: int) -> list[list[int]]:
    """Return a filling to begin with, another one for each start."""
    turned = [(each + start) % n for each in range(n)][:: 1 if start % 2 else -1]
    dealt: list[list[int]] = [[] for _ in wanted]
    table = 0
    for each in turned:
        while len(dealt[table]) == wanted[table]:
            table = (table + 1) % len(wanted)
        dealt[table].append(each)
        table = (table + 1) % len(wanted)
    return dealt


def _seated(table: Sequence[int], sat: Sat) -> Seats:
    first = min(table, key=lambda each: sat.get((each, 0), 0))
    rest = [each for each in table if each != first]

    def crowding(seats: Seats) -> int:
        return sum(sat.get((each, seat), 0) ** 2 for seat, each in enumerate(seats, 1))

    return (first, *min(permutations(rest), key=crowding))


_FIRST = 10**9
_MEETING = 100


class _Search:
    """The price of fillings, entrants being numbers from 0, and the way to cheaper ones."""

    def __init__(self, ids: Sequence[int], met: Met, sat: Sat, size: int) -> None:
        times = [[met.get(frozenset((one, other)), 0) for other in ids] for one in ids]
        few = min((times[i][j] for i, j in combinations(range(len(ids)), 2)), default=0)
        self.meeting = [
            [_MEETING << 2 * min(max(each - few, 0), 6) for each in row] for row in times
        ]
        firsts = [sat.get((each, 0), 0) for each in ids]
        self.first = [_FIRST * (each - min(firsts)) for each in firsts]
        last = [sat.get((each, size - 1), 0) for each in ids]
        self.short = [4 * (max(last) - each) for each in last]
        byes = [sat.get((each, -1), 0) for each in ids]
        self.bye = [_FIRST * (each - min(byes)) for each in byes]
        self.size = size

    def cost(self, table: Sequence[int]) -> int:
        if len(table) == 1:
            return self.bye[table[0]]
        price = min(self.first[each] for each in table)
        price += sum(self.meeting[i][j] for i, j in combinations(table, 2))
        if len(table) < self.size:
            price += sum(self.short[each] for each in table)
        return price

    def settle(self, filling: list[list[int]]) -> list[list[int]]:
        """Swap two between two tables as long as that is cheaper."""
        better = True
        while better:
            better = False
            for one, other in combinations(filling, 2):
                while self._swap(one, other):
                    better = True
        return filling

    def _swap(self, one: list[int], other: list[int]) -> bool:
        before = self.cost(one) + self.cost(other)
        for i in range(len(one)):
            for j in range(len(other)):
                one[i], other[j] = other[j], one[i]
                if self.cost(one) + self.cost(other) < before:
                    return True
                one[i], other[j] = other[j], one[i]
        return False

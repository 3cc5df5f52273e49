"""The tiles of the bag, and how one is drawn (rules 1.4, 1.6, 3.4)."""

from games.core.rng import Rng

Bag = dict[str, int]

FIRST = (100, 120, 100, 120, 100, 120, 70, 120, 90, 90, 70, 120, 70, 70)  # of 1, 2, 3 and so on
LARGER = (15, 16, 18, 20, 21, 22, 24, 25, 26, 27, 28, 30, 32, 34, 35, 36, 40)
OF_EACH_LARGER = 50
LEAST = 7


def full(rows: int) -> Bag:
    """Return a whole bag as it is after that many completed rows."""
    bag = {str(value): count for value, count in enumerate(FIRST, start=1)}
    return bag | {str(value): OF_EACH_LARGER for value in LARGER[:rows]}


MOST = full(len(LARGER))  # of each value that a bag can ever hold
VALUES = tuple(map(int, MOST))
TICKETS = tuple((value, copy) for value, count in MOST.items() for copy in range(count))


def joining(rows: int) -> int | None:
    """Return the larger value that joins the bag with that completed row, counted from 1."""
    return LARGER[rows - 1] if 0 < rows <= len(LARGER) else None


def take(bag: Bag, rng: Rng) -> int:
    """Take a tile out of the bag and return its value, each tile equally likely.

    There is a ticket for each tile that a bag can ever hold. So players with one secret draw the
    same unless their bags differ in just that tile.
    """
    value = rng.ticket(TICKETS, bag)
    if bag[value] == 1:
        del bag[value]
    else:
        bag[value] -= 1
    return int(value)

"""How many turns are left in a match: estimates by the rules, for forecasts of its end."""

from math import ceil, exp, floor, sqrt

Player = int
Turns = tuple[tuple[float, float], ...]  # by seat: how many turns are to come, and the variance

OVER = (0.0, 0.0)
FAR = 4.0  # deviations beyond which nothing is expected


def shared(turns: float, variance: float, *, players: int, first: Player | None) -> Turns:
    """Return how so many turns, taken in the order of the seats from ``first`` on, are shared out.

    Their number is a whole one, at least one, and spread as in the normal law; nobody has any more
    when nobody is to move.
    """
    if first is None:
        return (OVER,) * players
    reach = FAR * sqrt(variance)
    lengths = range(max(1, floor(turns - reach)), max(1, ceil(turns + reach)) + 1)
    weights = [_weight(length - turns, variance) for length in lengths]
    left = []
    for player in range(players):
        ahead = (player - first) % players
        counts = [(length - ahead + players - 1) // players for length in lengths]
        left.append(_mean_and_variance(counts, weights))
    return tuple(left)


def _weight(distance: float, variance: float) -> float:
    """Return how likely a length is; without variance those next to the mean share it."""
    if not variance:
        return max(0.0, 1 - abs(distance))
    return exp(-(distance**2) / (2 * variance))


def _mean_and_variance(counts: list[int], weights: list[float]) -> tuple[float, float]:
    total = sum(weights)
    if not total:  # fewer than one turn was expected, so it is the one that runs
        return float(counts[0]), 0.0
    pairs = list(zip(counts, weights, strict=True))
    mean = sum(count * weight for count, weight in pairs) / total
    return mean, sum((count - mean) ** 2 * weight for count, weight in pairs) / total

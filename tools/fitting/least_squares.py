"""Least squares whose errors allow for games, as turns of the same game are like each other.

It's small and plain on purpose: there are some thirty unknowns, and no package for it.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

Vector = list[float]
Matrix = list[Vector]


@dataclass(frozen=True)
class Row:
    """What was seen once: the value, and by their numbers what it is made of."""

    parts: dict[int, float]
    value: float


@dataclass
class Fit:
    """The numbers that fit best, each with its standard error, and how much they leave open."""

    numbers: Vector
    errors: Vector
    deviation: float  # of what was seen from what the numbers say
    rows: int


def fit(games: Sequence[Sequence[Row]], size: int) -> Fit:
    """Return the numbers for which the squares of what is left over add up to least.

    ``games`` are the rows of each game; the errors are those of games drawn at random (a sandwich
    of the sums over each game). A ValueError tells that the rows do not determine the numbers.
    """
    normal, right = _zeros(size), [0.0] * size
    for row in (row for game in games for row in game):
        for i, left in row.parts.items():
            right[i] += left * row.value
            for j, other in row.parts.items():
                normal[i][j] += left * other
    inverse = inverted(normal)
    numbers = [math.fsum(a * b for a, b in zip(line, right, strict=True)) for line in inverse]
    middle, squares, count = _zeros(size), 0.0, 0
    for game in games:
        sums: dict[int, float] = {}
        for row in game:
            rest = row.value - math.fsum(numbers[i] * part for i, part in row.parts.items())
            squares += rest * rest
            count += 1
            for i, part in row.parts.items():
                sums[i] = sums.get(i, 0.0) + rest * part
        for i, one in sums.items():
            for j, other in sums.items():
                middle[i][j] += one * other
    covariance = product(product(inverse, middle), inverse)
    errors = [math.sqrt(max(0.0, covariance[i][i])) for i in range(size)]
    return Fit(numbers, errors, math.sqrt(squares / max(1, count - size)), count)


def inverted(matrix: Matrix) -> Matrix:
    """Return the inverse of a square matrix (Gauss and Jordan, with the largest pivots)."""
    size = len(matrix)
    rows = [[*line, *(float(i == j) for j in range(size))] for i, line in enumerate(matrix)]
    for column in range(size):
        pivot = max(range(column, size), key=lambda i: abs(rows[i][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        top = rows[column][column]
        if abs(top) < 1e-9:
            raise ValueError(f"Nothing that was seen determines number {column}.")
        rows[column] = [cell / top for cell in rows[column]]
        for i in range(size):
            if i != column and (factor := rows[i][column]):
                rows[i] = [a - factor * b for a, b in zip(rows[i], rows[column], strict=True)]
    return [line[size:] for line in rows]


def product(left: Matrix, right: Matrix) -> Matrix:
    """Return the product of two matrices."""
    columns = list(zip(*right, strict=True))
    return [
        [math.fsum(a * b for a, b in zip(line, column, strict=True)) for column in columns]
        for line in left
    ]


def _zeros(size: int) -> Matrix:
    return [[0.0] * size for _ in range(size)]


def rows_of(pairs: Iterable[tuple[Sequence[float], float]]) -> list[Row]:
    """Return rows from (all parts in their order, value)."""
    return [Row({i: part for i, part in enumerate(parts) if part}, value) for parts, value in pairs]

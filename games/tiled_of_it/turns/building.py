"""What a card does on the grid: its words, the control that flows from it, the points.

Words are made of two neighbouring cards, left and right or top and bottom. Control only flows from
the start of a word to its end, so only right and down, and every flow comes to an end.
"""

import dataclasses
import functools
from collections.abc import Sequence

from games.core.table.words import Words
from games.tiled_of_it.options import Options
from games.tiled_of_it.position.model import Card

Cells = Sequence[Card | None]


class Joins(dict[tuple[str, str], bool]):
    """Whether two cards make a word, each pair looked up once."""

    __slots__ = ("_words",)

    def __init__(self, words: Words) -> None:
        super().__init__()
        self._words = words

    def __missing__(self, pair: tuple[str, str]) -> bool:
        found = self[pair] = pair[0] + pair[1] in self._words
        return found


@functools.lru_cache(maxsize=32)
def joins_of(words: Words) -> Joins:
    """Return the joins of a word list, shared by all its tables."""
    return Joins(words)


@functools.cache
def before(size: int) -> tuple[tuple[int, ...], ...]:
    """Return for each cell of a grid those to its left and above it."""
    return tuple(
        tuple(cell - step for step, there in ((1, cell % size > 0), (size, cell >= size)) if there)
        for cell in range(size * size)
    )


@functools.cache
def after(size: int) -> tuple[tuple[int, ...], ...]:
    """Return for each cell of a grid those to its right and below it."""
    return tuple(
        tuple(
            cell + step
            for step, there in (
                (1, cell % size < size - 1),
                (size, cell < size * (size - 1)),
            )
            if there
        )
        for cell in range(size * size)
    )


@dataclasses.dataclass(frozen=True, slots=True)
class Word:
    """A word that a played card makes with a neighbour; ``first`` if the card starts it."""

    text: str
    neighbour: int  # the cell
    first: bool


def words_at(cells: Cells, size: int, at: int, text: str, joins: Joins) -> list[Word]:
    """Return the words a card makes with its neighbours at a cell, whatever lies there now."""
    found = []
    for cell in before(size)[at]:
        other = cells[cell]
        if other is not None and joins[other.text, text]:
            found.append(Word(other.text + text, cell, first=False))
    for cell in after(size)[at]:
        other = cells[cell]
        if other is not None and joins[text, other.text]:
            found.append(Word(text + other.text, cell, first=True))
    return found


def joined(cells: Cells, size: int, joins: Joins) -> tuple[tuple[int, int], ...]:
    """Return the pairs of cells whose cards make a word, the one that starts it first."""
    return tuple(
        (cell, nearby)
        for cell, card in enumerate(cells)
        if card is not None
        for nearby in after(size)[cell]
        if (other := cells[nearby]) is not None and joins[card.text, other.text]
    )


def flow(cells: Cells, size: int, found: list[Word], joins: Joins) -> set[int]:
    """Return the cells that the played card takes control of (rule 5)."""
    onward = after(size)
    taken = {word.neighbour for word in found if word.first}
    waiting = list(taken)
    while waiting:
        cell = waiting.pop()
        card = cells[cell]
        for nearby in onward[cell]:
            other = cells[nearby]
            if other is None or card is None or nearby in taken:
                continue
            if joins[card.text, other.text]:
                taken.add(nearby)
                waiting.append(nearby)
    return taken


def neighbour_of(cells: Cells, word: Word, card: Card, taken: set[int]) -> int:
    """Return who controls the neighbour in a word after control has changed (rule 6.2)."""
    other = cells[word.neighbour]
    return card.player if other is None or word.neighbour in taken else other.player


@dataclasses.dataclass(frozen=True, slots=True)
class Build:
    """What playing a card does: the words, the cells taken, and every player's points."""

    words: list[Word]
    taken: set[int]
    gains: list[int]


def build(
    cells: Cells, at: int, card: Card, mover: int, options: Options, joins: Joins, players: int
) -> Build | None:
    """Return what a card does at a cell, or None if it makes no word there."""
    size = options.size
    found = words_at(cells, size, at, card.text, joins)
    if not found:
        return None
    taken = flow(cells, size, found, joins)
    gains = [0] * players
    gains[mover] = options.word_points * len(found)
    for word in found:
        gains[neighbour_of(cells, word, card, taken)] += options.neighbour_points
    return Build(found, taken, gains)


def put(cells: Cells, at: int, card: Card, taken: set[int]) -> list[Card | None]:
    """Return the grid after a card was put on a cell and took control of others."""
    grid = list(cells)
    for cell in taken:
        other = grid[cell]
        if other is not None:
            grid[cell] = Card(other.text, card.player)
    grid[at] = card
    return grid

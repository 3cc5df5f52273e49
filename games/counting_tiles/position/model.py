"""What a position and an action of Counting Tiles are made of: values, and the names of cells.

Cells are numbered from 0, row by row, from the upper left corner.
"""

import dataclasses
from typing import Literal

from games.core.game import BaseState, Player
from games.core.language.text import Text

ROWS = 7
COLUMNS = 6
CELLS = ROWS * COLUMNS
LOWEST, HIGHEST = 21, 40  # targets (rule 1.2)
LETTERS = "ABCDEF"  # of the columns
PLAYER: Player = 0

DISCARD, REMOVE, CHANGE, WILD = range(4)  # the bonuses from top to bottom (rule 4.1)
BONUSES = (
    Text("Discard the tile in hand"),
    Text("Remove a tile"),
    Text("Change a tile to 1"),
    Text("Wild card"),
)


def cell_text(cell: int) -> str:
    """Return how a cell is called: column and row, ``A1`` in the upper left corner."""
    row, col = divmod(cell, COLUMNS)
    return f"{LETTERS[col]}{row + 1}"


@dataclasses.dataclass(frozen=True, slots=True)
class Place:
    """Put the tile in hand on an open cell (rule 2.1)."""

    cell: int


@dataclasses.dataclass(frozen=True, slots=True)
class Move:
    """Move a tile along its row or column to an open cell (rule 2.2)."""

    cell: int
    to: int


@dataclasses.dataclass(frozen=True, slots=True)
class Combine:
    """Divide a tile by the one at ``onto`` beside it (rule 2.4)."""

    cell: int
    onto: int


@dataclasses.dataclass(frozen=True, slots=True)
class Discard:
    """Bonus: put the tile in hand away (rule 4.4)."""


@dataclasses.dataclass(frozen=True, slots=True)
class Remove:
    """Bonus: take a tile off the board (rule 4.5)."""

    cell: int


@dataclasses.dataclass(frozen=True, slots=True)
class Change:
    """Bonus: turn a tile into a 1 (rule 4.6)."""

    cell: int


@dataclasses.dataclass(frozen=True, slots=True)
class Wild:
    """Bonus: complete the row of an open cell (rule 4.7)."""

    cell: int


@dataclasses.dataclass(frozen=True, slots=True)
class Drop:
    """The clock's action: a random tile falls on a random open cell (rule 5.1)."""


Action = Place | Move | Combine | Discard | Remove | Change | Wild | Drop

Origin = Literal["random", "placed", "moved"]
Standing = Literal["locked", "unlocked", "used"]


@dataclasses.dataclass(frozen=True, slots=True)
class Tile:
    """A tile on the board: its value now, how it came to its cell, how often it was combined."""

    value: int
    origin: Origin
    combined: int = 0


Grid = tuple[Tile | None, ...]


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class State(BaseState):
    """A position; none of it is hidden.

    ``bag`` counts the tiles left by value; which one comes is drawn when it is taken. ``drops`` and
    ``draws`` count the random tiles since the start and the tiles drawn to the hand, ``since`` the
    player's actions since the last random tile where these are counted (rule 5.4).
    """

    grid: Grid
    targets: tuple[int, ...]
    tile: int | None  # the one in hand; None when the game is over
    bag: dict[str, int]
    bonuses: tuple[Standing, ...]
    rows: int
    score: int
    placed: int
    moved: int
    combined: int
    saved: int
    draws: int
    drops: int
    since: int

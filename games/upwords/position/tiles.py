"""The tiles and boards of Upwords: how many of each letter, how large, where the middle is.

A tile is one small letter; ``q`` is the tile Qu. The board is rows of squares, and a square is the
letters of its stack from the bottom up, "" where it is empty.
"""

from collections.abc import Iterable

from games.core.table.words import ALPHABET

Rows = tuple[tuple[str, ...], ...]
Laid = tuple[int, int, str]  # row, column, letter

QU = "q"

# Rule 1.3.
LARGE = dict.fromkeys("aio", 7) | dict.fromkeys("dlmnrtu", 5) | dict.fromkeys("bfghp", 3)
LARGE |= dict.fromkeys("kwy", 2) | dict.fromkeys("jqvxz", 1) | {"e": 8, "s": 6, "c": 4}
# Rule 1.4.
SMALL = dict.fromkeys("iot", 4) | dict.fromkeys("dlmnpsu", 3) | dict.fromkeys("bcghry", 2)
SMALL |= dict.fromkeys("fjkqvwxz", 1) | {"e": 6, "a": 5}

SETS = {"10x10": (10, LARGE), "8x8": (8, SMALL)}


def full_bag(board: str) -> dict[str, int]:
    """Return how many tiles of each letter belong to a board, in the order of the alphabet."""
    _, counts = SETS[board]
    return {letter: counts[letter] for letter in ALPHABET}


def size_of(board: str) -> int:
    """Return how many rows and columns a board has."""
    return SETS[board][0]


def empty_rows(board: str) -> Rows:
    """Return a board with nothing on it."""
    size = size_of(board)
    return (("",) * size,) * size


def centre(size: int) -> tuple[tuple[int, int], ...]:
    """Return the four squares in the middle (rule 2.1)."""
    low, high = size // 2 - 1, size // 2
    return ((low, low), (low, high), (high, low), (high, high))


def lay(rows: Rows, tiles: Iterable[Laid]) -> Rows:
    """Return the board with tiles laid on it."""
    board = [list(row) for row in rows]
    for row, column, letter in tiles:
        board[row][column] += letter
    return tuple(map(tuple, board))


def count_tiles(rows: Rows) -> dict[str, int]:
    """Return how many tiles of each letter lie on the board, covered ones too."""
    counts: dict[str, int] = {}
    for letter in "".join(map("".join, rows)):
        counts[letter] = counts.get(letter, 0) + 1
    return counts


def spelled(letters: str) -> str:
    """Return tiles as a word list writes them: ``qit`` is ``quit``."""
    return letters.replace(QU, "qu")


def shown(letters: str) -> str:
    """Return tiles as players read them: ``qit`` is ``QUIT``."""
    return spelled(letters).upper()


def tile_name(letter: str) -> str:
    """Return what is printed on a tile: ``A``, or ``Qu``."""
    return "Qu" if letter == QU else letter.upper()

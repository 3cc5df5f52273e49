"""The tiles: what they are worth, how often they come, and the two training hands."""

from collections.abc import Iterable

from games.core.language.text import Fact, Text
from games.core.rng import Rng
from games.core.table.words import ALPHABET

BLANK = "▊"

VALUES = {
    "a": 1, "b": 2, "c": 2, "d": 2, "e": 1, "f": 3, "g": 2, "h": 3, "i": 1, "j": 5, "k": 3, "l": 2,
    "m": 2, "n": 1, "o": 1, "p": 2, "q": 5, "r": 1, "s": 1, "t": 1, "u": 2, "v": 3, "w": 3, "x": 5,
    "y": 3, "z": 5, BLANK: 0,
}  # fmt: skip

# Out of 10,000 tiles.
WEIGHTED = {
    "a": 735, "b": 134, "c": 250, "d": 383, "e": 1143, "f": 201, "g": 181, "h": 548, "i": 627,
    "j": 14, "k": 69, "l": 362, "m": 217, "n": 607, "o": 676, "p": 174, "q": 9, "r": 539, "s": 569,
    "t": 815, "u": 248, "v": 88, "w": 212, "x": 14, "y": 178, "z": 7, BLANK: 1000,
}  # fmt: skip
UNIFORM = dict.fromkeys(ALPHABET, 1)

TRAINING_HANDS = ("btahandenonsarj", "celzxiotnesmuaa")


class Supply:
    """Endless tiles, each as likely as its weight says, whatever came before."""

    __slots__ = ("weights",)

    def __init__(self, weights: dict[str, int]) -> None:
        self.weights = tuple(weights.items())

    def draw(self, rng: Rng, count: int) -> str:
        """Return the next tiles to enter the queue."""
        return "".join(rng.weighted(self.weights) for _ in range(count))


SUPPLIES = {"weighted": Supply(WEIGHTED), "uniform": Supply(UNIFORM)}


def value_of(tiles: str) -> int:
    """Return what some tiles are worth in all."""
    return sum(VALUES[tile] for tile in tiles)


def names_of(tiles: Iterable[str]) -> tuple[Fact, ...]:
    """Return tiles as they are read out: "A", "N", "blank"."""
    return tuple(Text("blank") if tile == BLANK else tile.upper() for tile in tiles)

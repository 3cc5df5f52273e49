"""How fast a word list is, in figures: for ``manage.py bench`` and whoever doubts it."""

import dataclasses
import random
from collections.abc import Callable

from games.core.words import ALPHABET, Words
from games.words import build

SAMPLE = 50_000
ROUNDS = 5


@dataclasses.dataclass(frozen=True, slots=True)
class Figures:
    """What one list takes: seconds to build and to open, bytes, look-ups a second."""

    words: int
    build_seconds: float
    open_seconds: float
    bytes: int
    lookups: float


def measure(words: list[str], clock: Callable[[], float]) -> Figures:
    """Measure a sorted list by a clock of CPU seconds; half of what is looked up is no word."""
    start = clock()
    packed = build.pack(words)
    built = clock()
    opened = Words(packed)
    open_seconds = clock() - built
    asked = _questions(words)
    seconds = min(_ask(opened, asked, clock) for _ in range(ROUNDS))
    return Figures(len(words), built - start, open_seconds, len(packed), len(asked) / seconds)


def _questions(words: list[str]) -> list[str]:
    chance = random.Random(1)  # noqa: S311 - a sample, no secret
    sample = [chance.choice(words) for _ in range(SAMPLE // 2)]
    return [*sample, *(word[:-1] + chance.choice(ALPHABET) for word in sample)]


def _ask(words: Words, asked: list[str], clock: Callable[[], float]) -> float:
    start = clock()
    for word in asked:
        word in words  # noqa: B015 - the asking is what is measured
    return clock() - start

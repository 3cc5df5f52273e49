"""How many look-ups a second a word list answers."""

import random
from collections.abc import Callable, Container, Sequence

from games.core.table.words import ALPHABET, Words

SAMPLE = 50_000
ROUNDS = 5

Clock = Callable[[], float]  # seconds


def questions(words: Sequence[str]) -> list[str]:
    """Return what to look up, always the same; half of them aren't words, except by chance."""
    chance = random.Random(1)  # noqa: S311 - a sample, no secret
    sample = [chance.choice(words) for _ in range(SAMPLE // 2)]
    return [*sample, *(word[:-1] + chance.choice(ALPHABET) for word in sample)]


def lookups_per_s(words: Words | Container[str], asked: Sequence[str], clock: Clock) -> float:
    """Return how many look-ups a second a list answers, in the best of a few rounds."""
    return len(asked) / min(_ask(words, asked, clock) for _ in range(ROUNDS))


def _ask(words: Words | Container[str], asked: Sequence[str], clock: Clock) -> float:
    start = clock()
    for word in asked:
        word in words  # noqa: B015 - the asking is what is measured
    return clock() - start

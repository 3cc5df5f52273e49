"""How fast the word games are, by the Broad list as this site opens it.

A second is one of the processor's; each search is tried three times and its best counts, with
nothing remembered from the time before. A further process is asked for what opening the list takes.
"""

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count, islice
from typing import TypeVar

from config.local.paths import PROJECT
from games.core.rng import Rng
from games.core.table.words import LARGEST_LIST, Words
from games.upwords import game as upwords
from games.upwords.options import Options
from games.upwords.position.model import State
from games.words.lists import lexicon
from games.words_with_chilwell.position.tiles import BLANK, SUPPLIES
from games.words_with_chilwell.turns.spelling import all_words
from tools.bench.report import percentile
from tools.bench.words.positions import middle_positions, scored_plays

T = TypeVar("T")

TRIES = 3
HAND = 15  # tiles


@dataclass(frozen=True)
class Tasks:
    """What is measured, always the same: a list, positions, and hands without and with a blank."""

    words: Words
    positions: list[State]
    hands: list[str]
    blanks: list[str]


@dataclass(frozen=True)
class Results:
    """What came of it: ms and finds of each position and each hand without blanks; figures."""

    plays: list[float]
    hands: list[float]
    plays_found: list[int]
    words_found: list[int]
    figures: dict[str, float]


def set_tasks(*, positions: int, hands: int) -> Tasks:
    """Return so many positions from the middle of games of Upwords, and so many random hands."""
    words = lexicon.lexicon(lexicon.newest(LARGEST_LIST))
    return Tasks(
        words=words,
        positions=middle_positions(upwords(Options(), words), positions),
        hands=list(islice(_hands(blanks=0), hands)),
        blanks=list(islice(_hands(blanks=1), hands)),
    )


def _hands(*, blanks: int) -> Iterator[str]:
    """Yield random hands with so many blanks."""
    for number in count():
        hand = SUPPLIES["weighted"].draw(Rng(bytes(32), number, "bench"), HAND)
        if hand.count(BLANK) == blanks:
            yield hand


def measure(tasks: Tasks) -> Results:
    """Measure all tasks, and the list in a further process."""
    rules = upwords(Options(), tasks.words)
    plays, plays_found = _timed(lambda state: scored_plays(rules, state), tasks.positions)
    hands, words_found = _timed(lambda hand: all_words(hand, tasks.words), tasks.hands)
    blanks, _ = _timed(lambda hand: all_words(hand, tasks.words), tasks.blanks)
    return Results(
        plays,
        hands,
        plays_found,
        words_found,
        {
            "upwords_all_plays_ms_median": percentile(plays, 0.5),
            "upwords_all_plays_ms_worst": max(plays),
            "chilwell_hand_ms": percentile(hands, 0.5),
            "chilwell_hand_ms_worst": max(hands),
            "chilwell_blank_ms": percentile(blanks, 0.5),
            "chilwell_blank_ms_worst": max(blanks),
            **_read(),
        },
    )


def _timed(
    search: Callable[[T], Sequence[object]], tasks: Sequence[T]
) -> tuple[list[float], list[int]]:
    """Return for each task the ms of its best try, and how much was found."""
    best, found = [], []
    for task in tasks:
        tries = []
        for _ in range(TRIES):
            begin = time.process_time()
            answer = search(task)
            tries.append(1000 * (time.process_time() - begin))
        best.append(min(tries))
        found.append(len(answer))
    return best, found


def _read() -> dict[str, float]:
    """Return what a further process needs for the list."""
    done = subprocess.run(
        [sys.executable, "-m", "tools.bench.words.reader"],
        cwd=PROJECT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    return dict(json.loads(done.stdout))

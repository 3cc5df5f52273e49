"""``python -m tools.fitting.counting_tiles``: what points Hard gets, and what its board foretells.

Hard plays alone, an action every three seconds, once by the clock and once where random tiles are
counted. Three tables come of it, with the numbers of games/counting_tiles/bots/evaluation.py. The
first has what Hard had after so many tiles drawn: the points in the middle match, their mean and
deviation. The second says by how much more points came, so many tiles later, for each that the
board was worth more; the deviation is of what this leaves open. The third tells how much more, on
average, an action brought than was promised, by how many cells were open: 0, or the promise is
wrong.
"""

import argparse
import itertools
import statistics
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from games.core.bots import Budget
from games.core.rng import Rng, derived_secret
from games.counting_tiles.bots import evaluation
from games.counting_tiles.bots.search import weigh
from games.counting_tiles.options import Options
from games.counting_tiles.position.model import State
from games.counting_tiles.rules import CountingTiles
from tools.countdown import SoloMatch
from tools.fitting.least_squares import Row, fit
from tools.simulating import in_processes, mean_and_error, secret_of

SEED = "stretch"
ACTION_SECONDS = 3.0
AFTER = (50, 100, 150, 200, 250, 300)  # tiles drawn
LATER = (10, 30, 60, 100, 150)  # tiles
CELLS = (0, 10, 14, 18, 22, 26, 30, 34, 43)  # that are open, from one to the next


@dataclass(frozen=True)
class Seen:
    """A position: the tiles drawn, the points, open cells, and what the best action promised."""

    drawn: int
    score: int
    free: int
    worth: float  # of the board, in points
    ahead: float  # of par, at the end of the stretch


@dataclass(frozen=True)
class Task:
    """A match to be played: how random tiles fall, its number, and when it's broken off."""

    drops: str
    number: int
    actions: int
    looks: int


def play(task: Task) -> list[Seen]:
    """Play a match and return its positions."""
    game = CountingTiles(Options(drops=task.drops))
    secret = secret_of(SEED, task.number)
    noise = derived_secret(secret, "bot")
    solo: SoloMatch[State] = SoloMatch(game, secret)
    seen = []
    for turn in range(1, task.actions + 1):
        solo.wait(ACTION_SECONDS * turn)
        state = solo.state
        if state.to_move is None:
            break
        budget = Budget.of_looks(task.looks)
        best = weigh(game, state, 0, Rng(noise, turn, "bot.0"), budget)[0]
        (end,) = best.points
        to_come = evaluation.pace(state, game.options) * evaluation.tiles_left(state, game.options)
        worth = (end - state.score - to_come) / evaluation.SHARE + evaluation.BOARD
        ahead = end - evaluation.par(state, game.options)
        free = state.grid.count(None)
        seen.append(Seen(state.draws - 1, state.score, free, worth, ahead))
        solo.play(best.action, ACTION_SECONDS * turn)
    return seen


def reached(matches: Sequence[list[Seen]]) -> Iterator[str]:
    """Yield the lines of the first table."""
    yield f"{'tiles drawn':<12}{'matches':>9}{'middle':>9}{'mean':>9}{'deviation':>11}"
    for drawn in AFTER:
        points = [
            next(row.score for row in match if row.drawn >= drawn)
            for match in matches
            if match[-1].drawn >= drawn
        ]
        if len(points) > 1:
            middle, mean = statistics.median(points), statistics.mean(points)
            deviation = statistics.stdev(points)
            yield f"{drawn:<12}{len(points):>9}{middle:>9.0f}{mean:>9.0f}{deviation:>11.0f}"


def foretold(matches: Sequence[list[Seen]]) -> Iterator[str]:
    """Yield the lines of the second table."""
    yield f"{'tiles later':<12}{'a tile':>9}{'a point of the board':>24}{'deviation':>11}"
    for later in LATER:
        games = [list(_rows(match, later)) for match in matches]
        if sum(map(len, games)) > len(LATER):
            found = fit(games, 2)
            mean = statistics.mean(row.value for game in games for row in game) / later
            share = f"{found.numbers[1]:.2f} ± {found.errors[1]:.2f}"
            yield f"{later:<12}{mean:>9.1f}{share:>24}{found.deviation:>11.0f}"


def _rows(match: list[Seen], later: int) -> Iterator[Row]:
    first = {row.drawn: row for row in reversed(match)}
    for drawn, row in first.items():
        then = first.get(drawn + later)
        if then is not None:
            yield Row({0: 1.0, 1: row.worth}, then.score - row.score)


def brought(matches: Sequence[list[Seen]]) -> Iterator[str]:
    """Yield the lines of the third table."""
    yield f"{'open cells':<12}{'actions':>9}{'more points':>15}"
    for low, high in [*itertools.pairwise(CELLS), (0, CELLS[-1])]:
        gains = [
            following.ahead - row.ahead
            for match in matches
            for row, following in itertools.pairwise(match)
            if low <= row.free < high
        ]
        if len(gains) > 1:
            mean, error = mean_and_error(gains)
            yield f"{f'{low} to {high - 1}':<12}{len(gains):>9}{mean:>9.1f} ± {error:.1f}"


def main() -> None:
    """Play and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=20)
    parser.add_argument("--actions", type=int, default=350)
    parser.add_argument("--looks", type=int, default=50)
    parser.add_argument("--processes", type=int, default=1)
    read = parser.parse_args()
    for drops in evaluation.PACE:
        begin = time.perf_counter()
        tasks = [Task(drops, number, read.actions, read.looks) for number in range(read.matches)]
        matches = list(in_processes(play, tasks, read.processes))
        print(f"Random tiles {drops}: {time.perf_counter() - begin:.0f} seconds\n")
        for table in (reached, foretold, brought):
            print("\n".join(table(matches)), end="\n\n")


if __name__ == "__main__":
    main()

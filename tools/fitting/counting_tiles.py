"""``python -m tools.fitting.counting_tiles``: what points Hard gets, and what its board foretells.

Hard plays alone, an action every three seconds, once by the clock and once where random tiles are
counted. Four tables come of it, with the numbers of games/counting_tiles/bots/evaluation.py. The
first has what Hard had on average after so many tiles drawn: its points and their deviation, and
around then the tiles on its board and what rows and bonuses were worth. The second says by how much
more points came, so many tiles later, for each that the rows and bonuses were worth more, and for
each tile more on the board; the deviation is of what this leaves open. The third tells how much
more, on average, an action brought than was promised, by how many cells were open: 0, or the
promise is wrong. For the fourth, a turn is taken out of each of many matches, and the worst of 40
actions is judged as a review does. It's then played on from beside the best one, in other futures
and for longer: that much chance it cost as told, and that much as it came, by what it was called.
"""

import argparse
import itertools
import math
import statistics
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from games import counting_tiles
from games.core.bots import Budget
from games.core.review.judging import GRADED, Grade, judge
from games.core.rng import Rng, derived_secret
from games.core.weighing import Weighed
from games.counting_tiles.bots import evaluation
from games.counting_tiles.bots.futures import Futures
from games.counting_tiles.bots.levels import easy, hard, medium
from games.counting_tiles.bots.search import weigh
from games.counting_tiles.bots.sketch import Sketch
from games.counting_tiles.options import Options
from games.counting_tiles.position.model import CELLS, Action, State
from games.counting_tiles.rules import CountingTiles
from tools.countdown import SoloMatch
from tools.fitting.least_squares import Row, fit
from tools.simulating import in_processes, mean_and_error, secret_of, turns

SEED = "stretch"
ACTION_SECONDS = 3.0
AROUND = 12  # tiles before and after, but for the first position
LATER = (10, 30, 60, 100, 150)  # tiles
OPEN = (0, 10, 14, 18, 22, 26, 30, 34, 43)  # cells that are open, from one to the next
# A turn that is judged: how many others there were to choose from, and how it's played on from.
OPEN_CHANCE = (0.15, 0.85)  # outside of it not much of a chance can be lost
TURNS, WORST_OF, FURTHER, FUTURES, FEW_LOOKS = range(5, 60), 40, (25, 45), 40, 4


@dataclass(frozen=True)
class Seen:
    """A position: the tiles drawn, the points, open cells, and what the best action promised."""

    drawn: int
    score: int
    free: int
    worth: float  # of the rows and bonuses, in points
    ahead: float  # of par, at the end of the stretch


@dataclass(frozen=True)
class Cost:
    """The chance that an action gave away, as told and as it came, and their standard errors."""

    grade: Grade
    told: float
    error: float
    came: float
    came_error: float

    @property
    def apart(self) -> float:
        """Return by how many standard errors the two differ."""
        return (self.told - self.came) / math.hypot(self.error, self.came_error)


@dataclass(frozen=True)
class Task:
    """A match to be played: how random tiles fall, its number, and when it's broken off."""

    drops: str
    number: int
    actions: int
    looks: int


@dataclass(frozen=True)
class Hard:
    """The computer player of one match."""

    game: CountingTiles
    secret: bytes
    looks: int

    def weighed(self, state: State, turn: int) -> list[Weighed[Action]]:
        """Return what it thinks of the actions of a turn, best first."""
        rng = Rng(derived_secret(self.secret, "bot"), turn, "bot.0")
        return weigh(self.game, state, 0, rng, Budget.of_looks(self.looks))

    def ahead(self, state: State, best: Weighed[Action]) -> float:
        """Return by how many points it expects to be ahead of par at the end of the stretch."""
        return best.points[0] - evaluation.par(state, self.game.options)


def play(task: Task) -> list[Seen]:
    """Play a match and return its positions."""
    game = CountingTiles(Options(drops=task.drops))
    secret = secret_of(SEED, task.number)
    hard = Hard(game, secret, task.looks)
    solo: SoloMatch[State] = SoloMatch(game, secret)
    seen = []
    for turn in range(1, task.actions + 1):
        solo.wait(ACTION_SECONDS * turn)
        state = solo.state
        if state.to_move is None:
            break
        best = hard.weighed(state, turn)[0]
        without = evaluation.expected(state, game.options, 0.0)
        worth = (best.points[0] - without) / evaluation.SHARE
        free = state.grid.count(None)
        seen.append(Seen(state.draws - 1, state.score, free, worth, hard.ahead(state, best)))
        solo.play(best.action, ACTION_SECONDS * turn)
    return seen


def reached(matches: Sequence[list[Seen]]) -> Iterator[str]:
    """Yield the lines of the first table."""
    columns = ("matches", "points", "deviation", "tiles", "worth")
    yield f"{'tiles drawn':<12}" + "".join(f"{column:>11}" for column in columns)
    for drawn in evaluation.DRAWN:
        some = [match for match in matches if match[-1].drawn >= drawn]
        points = [next(row.score for row in match if row.drawn >= drawn) for match in some]
        around = AROUND if drawn else 0
        rows = [row for match in some for row in match if abs(row.drawn - drawn) <= around]
        if len(some) > 1:
            mean, deviation = statistics.mean(points), statistics.stdev(points)
            tiles = statistics.mean(CELLS - row.free for row in rows)
            worth = statistics.mean(row.worth for row in rows)
            yield (
                f"{drawn:<12}{len(some):>11}{mean:>11.0f}{deviation:>11.0f}"
                f"{tiles:>11.1f}{worth:>11.0f}"
            )


def foretold(matches: Sequence[list[Seen]]) -> Iterator[str]:
    """Yield the lines of the second table."""
    yield f"{'tiles later':<12}{'a tile':>9}{'a point':>15}{'a tile more':>15}{'deviation':>11}"
    for later in LATER:
        games = [list(_rows(match, later)) for match in matches]
        if sum(map(len, games)) > len(LATER):
            found = fit(games, 3)
            mean = statistics.mean(row.value for game in games for row in game) / later
            share = f"{found.numbers[1]:.2f} ± {found.errors[1]:.2f}"
            tile = f"{found.numbers[2]:.1f} ± {found.errors[2]:.1f}"
            yield f"{later:<12}{mean:>9.1f}{share:>15}{tile:>15}{found.deviation:>11.0f}"


def _rows(match: list[Seen], later: int) -> Iterator[Row]:
    first = {row.drawn: row for row in reversed(match)}
    for drawn, row in first.items():
        then = first.get(drawn + later)
        if then is not None:
            parts = {0: 1.0, 1: row.worth, 2: CELLS - row.free}
            yield Row(parts, then.score - row.score)


def brought(matches: Sequence[list[Seen]]) -> Iterator[str]:
    """Yield the lines of the third table."""
    yield f"{'open cells':<12}{'actions':>9}{'more points':>15}"
    for low, high in [*itertools.pairwise(OPEN), (0, OPEN[-1])]:
        gains = [
            following.ahead - row.ahead
            for match in matches
            for row, following in itertools.pairwise(match)
            if low <= row.free < high
        ]
        if len(gains) > 1:
            mean, error = mean_and_error(gains)
            yield f"{f'{low} to {high - 1}':<12}{len(gains):>9}{mean:>9.1f} ± {error:.1f}"


def judged(number: int, count: int = FUTURES) -> Cost | None:
    """Return what the worst of 40 actions cost in a match; None if it's the best, or not open."""
    game, secret = CountingTiles(Options(drops="counted")), secret_of(SEED, number)
    rng = Rng(derived_secret(secret, "worse"), 0)
    until, level = rng.choice(TURNS), (easy, medium, hard)[number % 3]
    played = itertools.islice(turns(game, [level], secret, looks=FEW_LOOKS), until, None)
    state = next((turn.before for turn in played), None)
    if state is None:
        return None
    review = Rng(secret, 0, "review")
    if (
        not OPEN_CHANCE[0]
        < weigh(game, state, 0, review, Budget.of_looks(1))[0].chance
        < OPEN_CHANCE[1]
    ):
        return None
    some = list(game.legal_actions(state))
    rng.shuffle(some)
    worst = min(some[:WORST_OF], key=Sketch(state, pairs=True).gain)
    looks = Budget.of_looks(counting_tiles.judge.looks)
    said = judge(weigh(game, state, 0, review, looks, (worst,)), worst)
    if said is None or said.best is said.played:
        return None
    futures = Futures(game, state, Rng(derived_secret(secret, "further"), 0), FURTHER)
    points, error = mean_and_error(
        [
            futures.reached(said.best.action, future) - futures.reached(worst, future)
            for future in range(count)
        ]
    )
    low, came, high = (
        said.best.chance - evaluation.chance(state, game.options, said.best.points[0] - cost)
        for cost in (points - error, points, points + error)
    )
    return Cost(said.grade, said.loss, said.error, came, (high - low) / 2)


def cost(costs: Sequence[Cost]) -> Iterator[str]:
    """Yield the lines of the fourth table."""
    yield f"{'called':<14}{'turns':>7}{'told':>17}{'came':>17}{'within 2 errors':>17}"
    for grade in GRADED:
        some = [one for one in costs if one.grade is grade]
        if len(some) > 1:
            both = [[one.told for one in some], [one.came for one in some]]
            told, came = (f"{mean:.3f} ± {error:.3f}" for mean, error in map(mean_and_error, both))
            agree = sum(abs(one.apart) <= 2 for one in some) / len(some)
            yield f"{grade:<14}{len(some):>7}{told:>17}{came:>17}{agree:>17.0%}"


def main() -> None:
    """Play and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=20)
    parser.add_argument("--actions", type=int, default=350)
    parser.add_argument("--looks", type=int, default=50)
    parser.add_argument("--judged", type=int, default=100)
    parser.add_argument("--processes", type=int, default=1)
    read = parser.parse_args()
    for drops in evaluation.POINTS:
        begin = time.perf_counter()
        tasks = [Task(drops, number, read.actions, read.looks) for number in range(read.matches)]
        matches = list(in_processes(play, tasks, read.processes))
        print(f"Random tiles {drops}: {time.perf_counter() - begin:.0f} seconds\n")
        for table in (reached, foretold, brought):
            print("\n".join(table(matches)), end="\n\n")
    costs = in_processes(judged, range(read.judged), read.processes)
    print("\n".join(cost([one for one in costs if one is not None])))


if __name__ == "__main__":
    main()

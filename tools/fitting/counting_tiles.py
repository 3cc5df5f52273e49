"""``python -m tools.fitting.counting_tiles``: what points Hard gets, and what its board foretells.

Hard plays alone, an action every three seconds, once by the clock and once where random tiles are
counted. Four tables come of it, with the numbers of games/counting_tiles/bots/evaluation.py. The
first has what Hard had on average after so many tiles drawn: its points and their deviation, and
around then the tiles on its board and what rows and bonuses were worth. The second says by how much
more points came, so many tiles later, for each that the rows and bonuses were worth more, and for
each tile more on the board; the deviation is of what this leaves open. The third tells how much
more, on average, an action brought than was promised, by how many cells were open: 0, or the
promise is wrong. For the fourth, the worst of ten actions is played now and then, too, and Hard
goes on from there with the same tiles: that many points were to be lost, and that many were, so
many tiles later, by how many were to be lost.
"""

import argparse
import copy
import itertools
import statistics
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from games.core.bots import Budget
from games.core.rng import Rng, derived_secret
from games.core.weighing import Weighed
from games.counting_tiles.bots import evaluation
from games.counting_tiles.bots.search import weigh
from games.counting_tiles.options import Options
from games.counting_tiles.position.model import CELLS, Action, State
from games.counting_tiles.rules import CountingTiles
from tools.countdown import SoloMatch
from tools.fitting.least_squares import Row, fit
from tools.simulating import in_processes, mean_and_error, secret_of

SEED = "stretch"
ACTION_SECONDS = 3.0
AROUND = 12  # tiles before and after, but for the first position
LATER = (10, 30, 60, 100, 150)  # tiles
WORSE_EVERY, WORST_OF, WORSE_LATER = 25, 10, 40  # actions, actions, tiles
OPEN = (0, 10, 14, 18, 22, 26, 30, 34, 43)  # cells that are open, from one to the next
TOLD = (0, 20, 40, 60, 100, 10_000)  # points that were to be lost, from one to the next


@dataclass(frozen=True)
class Seen:
    """A position: the tiles drawn, the points, open cells, and what the best action promised."""

    drawn: int
    score: int
    free: int
    worth: float  # of the rows and bonuses, in points
    ahead: float  # of par, at the end of the stretch
    lost: tuple[float, float] | None  # by a worse action: points that it was to cost, and did


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

    def weighed(
        self, state: State, turn: int, also: Sequence[Action] = ()
    ) -> list[Weighed[Action]]:
        """Return what it thinks of the actions of a turn, best first."""
        rng = Rng(derived_secret(self.secret, "bot"), turn, "bot.0")
        return weigh(self.game, state, 0, rng, Budget.of_looks(self.looks), also)

    def ahead(self, state: State, best: Weighed[Action]) -> float:
        """Return by how many points it expects to be ahead of par at the end of the stretch."""
        return best.points[0] - evaluation.par(state, self.game.options)

    def lost(self, solo: SoloMatch[State], turn: int) -> tuple[float, float] | None:
        """Return what the worst of ten actions costs, as told and as it comes.

        None if the match doesn't go on for that long.
        """
        some = list(self.game.legal_actions(solo.state))
        Rng(derived_secret(self.secret, "worse"), turn).shuffle(some)
        found = self.weighed(solo.state, turn, some[:WORST_OF])
        tried = [one for one in found if one.action in some[:WORST_OF]]
        worst = min(tried, key=lambda one: one.points[0])
        best, worse = (self._later(copy.copy(solo), turn, one.action) for one in (found[0], worst))
        if best is None or worse is None:
            return None
        return found[0].points[0] - worst.points[0], best - worse

    def _later(self, solo: SoloMatch[State], turn: int, action: Action) -> float | None:
        """Play an action and go on; return how far ahead it is after so many more tiles."""
        until = solo.state.draws + WORSE_LATER
        solo.play(action, ACTION_SECONDS * turn)
        while True:
            turn += 1
            solo.wait(ACTION_SECONDS * turn)
            if solo.state.to_move is None:
                return None
            best = self.weighed(solo.state, turn)[0]
            if solo.state.draws >= until:
                return self.ahead(solo.state, best)
            solo.play(best.action, ACTION_SECONDS * turn)


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
        lost = hard.lost(solo, turn) if turn % WORSE_EVERY == 0 else None
        free = state.grid.count(None)
        seen.append(Seen(state.draws - 1, state.score, free, worth, hard.ahead(state, best), lost))
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


def cost(matches: Sequence[list[Seen]]) -> Iterator[str]:
    """Yield the lines of the fourth table."""
    lost = [row.lost for match in matches for row in match if row.lost is not None]
    yield f"{'worse':<12}{'actions':>9}{'told':>15}{'lost':>15}"
    for low, high in [*itertools.pairwise(TOLD), (TOLD[0], TOLD[-1])]:
        some = [pair for pair in lost if low <= pair[0] < high]
        if len(some) > 1:
            told, came = (mean_and_error(values) for values in zip(*some, strict=True))
            columns = (f"{mean:.1f} ± {error:.1f}" for mean, error in (told, came))
            name = f"{low} to {high - 1}" if high < TOLD[-1] else f"{low} and more"
            yield f"{name:<14}{len(some):>7}" + "".join(f"{column:>15}" for column in columns)


def main() -> None:
    """Play and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=20)
    parser.add_argument("--actions", type=int, default=350)
    parser.add_argument("--looks", type=int, default=50)
    parser.add_argument("--processes", type=int, default=1)
    read = parser.parse_args()
    for drops in evaluation.POINTS:
        begin = time.perf_counter()
        tasks = [Task(drops, number, read.actions, read.looks) for number in range(read.matches)]
        matches = list(in_processes(play, tasks, read.processes))
        print(f"Random tiles {drops}: {time.perf_counter() - begin:.0f} seconds\n")
        for table in (reached, foretold, brought, cost):
            print("\n".join(table(matches)), end="\n\n")


if __name__ == "__main__":
    main()

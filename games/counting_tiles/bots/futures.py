"""Where an action leads: the match is played on quickly, with draws that nobody can know.

Each future has a secret of its own, and brings the same tiles whatever the player does. So two
actions that are played on in the same futures differ by little else than what they're worth.
"""

import math
import statistics
from collections.abc import Iterator, Sequence

from games.core.bots import Budget
from games.core.rng import SECRET_BYTES, Rng
from games.counting_tiles.bots import evaluation
from games.counting_tiles.bots.sketch import Sketch, ranked
from games.counting_tiles.position.model import Action, Drop, State
from games.counting_tiles.rules import CountingTiles

SPAN = (15, 35)  # tiles later, between which the points expected are averaged
ACTION_SECONDS = 3.0  # what an action takes, where random tiles fall by the clock
EVERY, MOST = 16, 64  # futures until it's asked again whether to go on, and at most
# It's played on quickly, and not for long: so much of a cost is still there later, and this is its
# standard error, in points, however often it's played on. By tools.fitting.counting_tiles.
LASTING, WEAKNESS = 0.8, 22.0


class Futures:
    """A position from which actions are played on, all in the same futures."""

    def __init__(
        self, game: CountingTiles, view: State, rng: Rng, span: tuple[int, int] = SPAN
    ) -> None:
        self.game, self.view, self.rng, self.span = game, view, rng, span
        self._secrets: list[bytes] = []
        self._found: dict[Action, list[float]] = {}

    def cost(self, best: Action, action: Action, budget: Budget) -> tuple[float, float] | None:
        """Return the points that an action costs beside the best one, and their standard error.

        A future is a look. Where nothing seems to be lost it takes few of them; None if there are
        not enough looks to tell.
        """
        costs: list[float] = []
        while len(costs) < MOST and not budget.spent():
            number = len(costs)
            costs.append(self.reached(best, number) - self.reached(action, number))
            if number % EVERY == EVERY - 1 and statistics.fmean(costs) <= _error(costs):
                break
        if len(costs) < EVERY:
            return None
        return LASTING * statistics.fmean(costs), math.hypot(LASTING * _error(costs), WEAKNESS)

    def reached(self, action: Action, number: int) -> float:
        """Return the points expected by the end of the stretch after an action in a future."""
        while number >= len(self._secrets):
            noise = self.rng.noise(SECRET_BYTES // 4)
            self._secrets.append(b"".join(one.to_bytes(4, "big") for one in noise))
        found = self._found.setdefault(action, [])
        while number >= len(found):
            found.append(self._played_on(action, self._secrets[len(found)]))
        return found[number]

    def _played_on(self, action: Action, secret: bytes) -> float:
        until = evaluation.stretch_end(self.view, self.game.options)
        points: dict[int, float] = {}
        for state, worth in self.states(action, secret):
            later = state.draws - self.view.draws
            points[later] = evaluation.expected_at(state, self.game.options, worth, until)
        last = points[max(points)]  # a match that is over stays as it is
        first, end = self.span
        return statistics.fmean(points.get(later, last) for later in range(first, end + 1))

    def states(self, action: Action, secret: bytes) -> Iterator[tuple[State, float]]:
        """Yield the positions after each action, and what their rows and bonuses are worth."""
        game, state, ply, seconds = self.game, self.view, 0, 0.0
        while True:
            ply, key, seconds = ply + 1, game.clock_key(state), seconds + ACTION_SECONDS
            state = game.apply_action(state, action, Rng(secret, ply))
            if game.clock_key(state) != key:
                seconds = 0.0
            every = game.turn_budget(state)
            if state.to_move is not None and every is not None and seconds >= every:
                ply, seconds = ply + 1, seconds - every
                state = game.apply_action(state, Drop(), Rng(secret, ply))
            if state.to_move is None:
                yield state, 0.0
                return
            sketch = Sketch(state, pairs=False)
            yield state, sketch.total()
            if state.draws - self.view.draws >= self.span[1]:
                return
            action = ranked(game, state, sketch)[0][1]


def _error(values: Sequence[float]) -> float:
    return statistics.stdev(values) / math.sqrt(len(values))

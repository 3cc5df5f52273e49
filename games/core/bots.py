"""Computer players: they get an observation, never the state, and a budget instead of a clock."""

import dataclasses
import itertools
from collections.abc import Callable
from typing import Any

from games.core.game import Player
from games.core.rng import Rng
from games.core.weighing import Weigh

Choose = Callable[..., Any]


class Budget:
    """Thinking time in seconds, by a clock the caller brings (``time.monotonic`` on the site).

    Nobody waits for an answer that has ``in_looks``: what little is left of a game can be searched
    to its end, though they run out meanwhile.
    """

    __slots__ = ("_clock", "_end", "in_looks", "seconds")

    def __init__(self, seconds: float, clock: Callable[[], float]) -> None:
        self.seconds = seconds
        self.in_looks = False
        self._clock = clock
        self._end = clock() + seconds

    @classmethod
    def of_looks(cls, count: int) -> "Budget":
        """Return a budget that is used up after so many looks at it, however long they take."""
        budget = cls(float(count), itertools.count().__next__)
        budget.in_looks = True
        return budget

    def at_least(self, looks: int) -> "Budget":
        """Return what can be used up where an answer is certain once so many looks were taken.

        A budget of fewer looks is made larger. One of seconds stays what it is: somebody waits.
        """
        return Budget.of_looks(looks) if self.in_looks and self.seconds < looks else self

    def left(self) -> float:
        """Return the seconds left, never below 0."""
        return max(0.0, self._end - self._clock())

    def spent(self) -> bool:
        """Tell whether the time is used up."""
        return self._clock() >= self._end


@dataclasses.dataclass(frozen=True, slots=True)
class Bot:
    """A computer player of one game; it keeps nothing between turns.

    ``choose(game, view, player, rng, budget)`` returns a legal action for the player in the
    position as they see it. ``seconds`` is its usual thinking time for a turn.
    """

    level: str
    seconds: float
    choose: Choose


def bot(*, seconds: float) -> Callable[[Choose], Bot]:
    """Make a computer player of a function that chooses; its name is the level."""
    return lambda choose: Bot(choose.__name__, seconds, choose)


def best_of(weigh: Weigh) -> Choose:
    """Return how a computer player chooses that takes what weighs most."""

    def choose(game: Any, view: Any, player: Player, rng: Rng, budget: Budget) -> Any:
        return weigh(game, view, player, rng, budget)[0].action

    return choose


def _any(game: Any, view: Any, _player: Player, rng: Rng, _budget: Budget) -> Any:
    return rng.choice(list(game.legal_actions(view)))


RANDOM = Bot("random", 0.5, _any)  # any legal action, each equally likely: the yardstick

"""Computer players: they get an observation, never the state, and a budget instead of a clock."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, Generic, TypeVar

from typing_extensions import override

from games.core.game import Game, Player
from games.core.rng import Rng

G = TypeVar("G", bound=Game[Any, Any, Any])


class Budget:
    """Thinking time in seconds, by a clock the caller brings (``time.monotonic`` on the site)."""

    __slots__ = ("_clock", "_end", "seconds")

    def __init__(self, seconds: float, clock: Callable[[], float]) -> None:
        self.seconds = seconds
        self._clock = clock
        self._end = clock() + seconds

    def left(self) -> float:
        """Return the seconds left, never below 0."""
        return max(0.0, self._end - self._clock())

    def spent(self) -> bool:
        """Tell whether the time is used up."""
        return self._clock() >= self._end


class Bot(ABC, Generic[G]):
    """A computer player of one game; keeps nothing between turns."""

    level: str
    seconds: float  # its usual thinking time for a turn

    @abstractmethod
    def choose(self, game: G, view: Any, player: Player, rng: Rng, budget: Budget) -> Any:
        """Return a legal action for ``player`` in the position as that player sees it."""


class RandomBot(Bot[Any]):
    """Plays any legal action, each equally likely; the yardstick for all others."""

    level = "random"
    seconds = 0.5

    @override
    def choose(self, game: Any, view: Any, player: Player, rng: Rng, budget: Budget) -> Any:
        """Return a uniformly random legal action."""
        return rng.choice(list(game.legal_actions(view)))

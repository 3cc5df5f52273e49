"""One player against a countdown, with time as a number: what falls due is played when it is due.

The site keeps the same order with instants of the real clock; this is for computer players among
themselves and for whoever wants to know what a match for one must come to.
"""

from typing import Any, Generic, TypeVar

from games.core.extras.protocols import clock_key, turn_budget
from games.core.game import Game
from games.core.rng import Rng

S = TypeVar("S")


class SoloMatch(Generic[S]):
    """A match with one seat, played from an instant on; all times in seconds.

    The clock's action is played at the instant it falls due, before whatever the player does at
    that instant or later. A countdown starts anew when ``clock_key`` changes, else it goes on.
    """

    def __init__(self, game: Game[Any, Any, Any], secret: bytes, start: float = 0.0) -> None:
        self.game = game
        self.secret = secret
        self.state: S = game.initial_state(1, Rng(secret, 0))
        self.ply = 0
        self.since = start  # when the countdown started

    def due(self) -> float | None:
        """Return when the clock acts next, or None: it never will."""
        budget = turn_budget(self.game, self.state)
        return None if budget is None or self.is_over() else self.since + budget

    def is_over(self) -> bool:
        """Tell whether the match is over."""
        return self.game.is_terminal(self.state)

    def wait(self, until: float) -> list[float]:
        """Let time pass and return the instants at which the clock acted."""
        instants = []
        while (due := self.due()) is not None and due <= until:
            chance = Rng(self.secret, self.ply + 1, "timeout")
            self._apply(self.game.timeout_action(self.state, chance), due)
            instants.append(due)
        return instants

    def play(self, action: Any, at: float) -> None:
        """Play an action of the player's, after all that fell due before; raise IllegalAction."""
        self.wait(at)
        self._apply(action, at)

    def _apply(self, action: Any, at: float) -> None:
        key = clock_key(self.game, self.state)
        self.state = self.game.apply_action(self.state, action, Rng(self.secret, self.ply + 1))
        self.ply += 1
        if key is None or clock_key(self.game, self.state) != key:
            self.since = at

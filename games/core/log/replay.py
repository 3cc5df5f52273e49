"""A match is its secret and its log: play it again and get the same positions."""

from collections.abc import Iterable, Iterator
from typing import Any

from games.core.errors import IllegalAction
from games.core.game import Game
from games.core.log.takeback import TakeBack, take_back
from games.core.rng import Rng


class Course:
    """A match on its way: where it stands after each entry of its log."""

    def __init__(self, game: Game[Any, Any, Any], start: Any) -> None:
        self.game = game
        self.state = start
        self.ply = 0
        self._last: tuple[Any, Any] | None = None  # position and action of the last entry

    def enter(self, entry: Any, rng: Rng) -> Any:
        """Go on with an action or a TakeBack and return the position; raise IllegalAction."""
        if isinstance(entry, TakeBack):
            after, last = self._take_back(entry), None
        else:
            after = self.game.apply_action(self.state, entry, rng)
            last = (self.state, entry)
        self.state, self._last = after, last
        self.ply += 1
        return after

    def _take_back(self, entry: TakeBack) -> Any:
        if self._last is None or entry.to != self.ply - 1:
            raise IllegalAction("You can only take back the last move.")
        return take_back(self.game, *self._last)


def replay(
    game: Game[Any, Any, Any], players: int, secret: bytes, entries: Iterable[Any]
) -> Iterator[Any]:
    """Yield the position at ply 0, then after each entry; raise IllegalAction at a bad one."""
    course = Course(game, game.initial_state(players, Rng(secret, 0)))
    yield course.state
    for ply, entry in enumerate(entries, start=1):
        yield course.enter(entry, Rng(secret, ply))

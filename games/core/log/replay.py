"""A match is its secret and its log: play it again and get the same positions."""

from collections.abc import Iterable, Iterator
from typing import Any

from games.core.errors import IllegalAction
from games.core.game import Game, Player
from games.core.log.takeback import TakeBack, Undo, take_back, undo
from games.core.rng import Rng


class Course:
    """A match on its way: where it stands after each entry of its log."""

    def __init__(self, game: Game[Any, Any, Any], start: Any) -> None:
        self.game = game
        self.states = [start]  # by ply
        self.line = [0]  # the plies that lead here, without what was undone
        self._last: tuple[Any, Any] | None = None  # position and action of the last entry

    @property
    def state(self) -> Any:
        """Return the present position."""
        return self.states[-1]

    @property
    def ply(self) -> int:
        """Return how many entries there were."""
        return len(self.states) - 1

    def enter(self, entry: Any, rng: Rng) -> Any:
        """Go on with an action, a TakeBack or an Undo and return the position.

        Raise IllegalAction.
        """
        last = None
        match entry:
            case TakeBack():
                after, line = self._take_back(entry), self.line[:-2]
            case Undo():
                after, line = self._undo(entry), self.line[: self.line.index(entry.to)]
            case _:
                after, line = self.game.apply_action(self.state, entry, rng), self.line
                last = (self.state, entry)
        self.states.append(after)
        self.line = [*line, self.ply]
        self._last = last
        return after

    def last_turn_of(self, player: Player) -> int | None:
        """Return the ply of the latest turn of a player before the running one, None without it."""
        turns = [at for at in self.line[:-1] if self.game.current_player(self.states[at]) == player]
        return turns[-1] if turns else None

    def _take_back(self, entry: TakeBack) -> Any:
        if self._last is None or entry.to != self.ply - 1:
            raise IllegalAction("You can only take back the last move.")
        return take_back(self.game, *self._last)

    def _undo(self, entry: Undo) -> Any:
        if entry.to not in self.line[:-1]:
            raise IllegalAction("There's nothing to undo.")
        return undo(self.game, self.states, entry.to)


def replay(
    game: Game[Any, Any, Any], players: int, secret: bytes, entries: Iterable[Any]
) -> Iterator[Any]:
    """Yield the position at ply 0, then after each entry; raise IllegalAction at a bad one."""
    course = Course(game, game.initial_state(players, Rng(secret, 0)))
    yield course.state
    for ply, entry in enumerate(entries, start=1):
        yield course.enter(entry, Rng(secret, ply))

"""A table where a test lays the tiles it wants, not those that chance draws."""

import dataclasses

from games.core.errors import IllegalAction
from games.core.language.wording import sentence
from games.core.rng import Rng
from games.tilekingdom.options import Options
from games.tilekingdom.position.model import State
from games.tilekingdom.rules import Tilekingdom

SECRET = bytes(range(32))


class Table:
    """A game in progress; ``play`` reads notation and puts the tile named there into the hand."""

    def __init__(self, players: int = 2, options: Options | None = None) -> None:
        self.game = Tilekingdom(options or Options())
        self.state: State = self.game.initial_state(players, Rng(SECRET, 0))
        self.ply = 0

    def hold(self, kind: str) -> None:
        """Swap the tile in hand for one of this kind from the bag."""
        bag = dict(self.state.bag)
        assert self.state.tile is not None
        bag[self.state.tile] = bag.get(self.state.tile, 0) + 1
        if bag.get(kind, 0):
            bag[kind] -= 1
        bag = {name: count for name, count in bag.items() if count}
        self.state = dataclasses.replace(self.state, tile=kind, bag=bag)

    def play(self, text: str, *, last: bool = False) -> "Table":
        """Play a turn; a last one empties the bag first, so the game ends with it."""
        self.hold(text[0])
        if last:
            self.state = dataclasses.replace(self.state, bag={})
        action = self.game.parse_action(self.state, text)
        self.ply += 1
        self.state = self.game.apply_action(self.state, action, Rng(SECRET, self.ply))
        return self

    def refused(self, text: str) -> str:
        """Return why a turn is refused, once it is sure that nothing changed."""
        self.hold(text[0])
        before = self.game.encode_state(self.state)
        tiles, data = self.state.index.tiles, list(self.state.index.data)
        try:
            action = self.game.parse_action(self.state, text)
            self.game.apply_action(self.state, action, Rng(SECRET, self.ply + 1))
        except IllegalAction as refusal:
            assert self.game.encode_state(self.state) == before
            assert (self.state.index.tiles, self.state.index.data) == (tiles, data)
            return str(refusal)
        raise AssertionError(f"{text} was not refused")

    def told(self) -> list[str]:
        """Return what the last action brought, in words."""
        return [str(sentence(self.game.wording, event)) for event in self.state.events]

    @property
    def scores(self) -> tuple[int, ...]:
        return self.state.scores

    @property
    def supplies(self) -> tuple[int, ...]:
        return self.state.supplies

    def gains(self) -> dict[tuple[int | None, str], int]:
        """Return the points of the last action by player and topic."""
        sums: dict[tuple[int | None, str], int] = {}
        for event in self.state.events:
            if event.points:
                key = (event.player, event.topic)
                sums[key] = sums.get(key, 0) + event.points
        return sums

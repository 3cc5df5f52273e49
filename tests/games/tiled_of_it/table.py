"""A table at which a test puts the cards it wants on the grid and into hands."""

import dataclasses

from games.core.errors import IllegalAction
from games.core.rng import Rng
from games.tiled_of_it.options import Options
from games.tiled_of_it.position.model import Card, State
from games.tiled_of_it.rules import TiledOfIt
from games.words.lists.packing import words_of

SECRET = bytes(range(32))
BLUE, RED, YELLOW = 0, 1, 2


class Table:
    """A game in which all have had their first turn, unless a test says otherwise.

    ``put`` takes cells as (row, column). The dictionary contains exactly the words named.
    """

    def __init__(self, *words: str, players: int = 3, options: Options | None = None) -> None:
        self.game = TiledOfIt(options or Options(), words_of(words))
        state = self.game.initial_state(players, Rng(SECRET, 0))
        self.state: State = dataclasses.replace(state, first=0, turns=players, to_move=0)
        self.players = players

    def fresh(self) -> "Table":
        """Go back to the first round."""
        return self.set(turns=0)

    def set(self, **facts: object) -> "Table":
        """Change facts of the position."""
        self.state = dataclasses.replace(self.state, **facts)
        return self

    def put(self, cells: dict[tuple[int, int], tuple[str, int]]) -> "Table":
        """Put cards of some colours on the grid."""
        grid = list(self.state.grid)
        for (row, col), (text, player) in cells.items():
            grid[row * self.game.options.size + col] = Card(text, player)
        return self.set(grid=tuple(grid))

    def hold(self, player: int, *cards: str) -> "Table":
        """Swap a player's hand."""
        hands, sizes = list(self.state.hands), list(self.state.sizes)
        hands[player], sizes[player] = cards, len(cards)
        return self.set(hands=tuple(hands), sizes=tuple(sizes))

    def play(self, *texts: str) -> "Table":
        """Play turns; the card named is in the hand, or else put there."""
        for text in texts:
            action = self.game.parse_action(self.state, text)
            rng = Rng(SECRET, self.state.turns + 1)
            self.state = self.game.apply_action(self.state, action, rng)
        return self

    def refused(self, text: str) -> str:
        """Return why a turn is refused, having checked that it changed nothing."""
        before = self.game.encode_state(self.state)
        try:
            self.play(text)
        except IllegalAction as refusal:
            assert self.game.encode_state(self.state) == before
            return str(refusal)
        raise AssertionError(f"{text} was not refused")

    def at(self, row: int, col: int) -> Card | None:
        """Return what lies at a cell."""
        return self.state.grid[row * self.game.options.size + col]

    def colours(self) -> dict[str, int]:
        """Return the colour of every card on the grid."""
        return {card.text: card.player for card in self.state.grid if card is not None}

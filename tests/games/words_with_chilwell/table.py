"""A table at which a test gives the players the tiles it wants, instead of those chance draws."""

import dataclasses

from games.core.errors import IllegalAction
from games.core.rng import Rng
from games.words.lists.packing import words_of
from games.words_with_chilwell.options import Options
from games.words_with_chilwell.position.model import State
from games.words_with_chilwell.rules import WordsWithChilwell

SECRET = bytes(range(32))
TRAINING = Options(training=True)
WORDS = (
    "a", "i", "at", "an", "cat", "hands", "banana", "bandana", "abandon", "abandons", "thousand",
    "ace", "tee", "zoo", "nature", "natures", "signature", "signatures", "ten", "net", "tent",
)  # fmt: skip
QUEUE = "etaoinshrdlucmfwypvb"


class Table:
    """A game in progress; ``play`` reads notation."""

    def __init__(self, options: Options | None = None, words: tuple[str, ...] = WORDS) -> None:
        self.game = WordsWithChilwell(options or Options(), words_of(words))
        self.state: State = self.game.initial_state(2, Rng(SECRET, 0))

    def give(self, player: int, hand: str) -> "Table":
        """Swap a player's hand for another of which nothing is known."""
        hands, sizes, known = map(list, (self.state.hands, self.state.sizes, self.state.known))
        hands[player], sizes[player], known[player] = hand, len(hand), ""
        self.state = dataclasses.replace(
            self.state, hands=tuple(hands), sizes=tuple(sizes), known=tuple(known)
        )
        return self

    def set(self, **facts: object) -> "Table":
        """Change facts of the position."""
        self.state = dataclasses.replace(self.state, **facts)
        return self

    def play(self, *texts: str) -> "Table":
        """Play turns."""
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

    def gains(self, player: int) -> list[tuple[str, int]]:
        """Return the points of the last turn for a player, by topic."""
        return [
            (event.topic, event.points)
            for event in self.state.events
            if event.player == player and event.points
        ]

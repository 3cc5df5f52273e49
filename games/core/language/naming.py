"""Who is told a position: a text for a player says "you" of them, and of others their names."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.core.language.text import OVER, Fact, Text, Who


@dataclass(frozen=True, slots=True)
class Reader:
    """The player a text is for, None for a spectator; ``names`` are the players', by seat."""

    player: int | None
    names: Sequence[str] = ()

    def is_told(self, who: int) -> bool:
        """Tell whether a player is the reader."""
        return who == self.player

    def told(self, who: int, you: Text, other: Text, **facts: Fact) -> Text:
        """Return what is said of a player, by whether they read it themselves.

        ``other`` has a place ``{player}`` for the name.
        ``told(who, Text("You have {points}."), Text("{player} has {points}."), points=...)``
        """
        by_name = other.having(player=Who(who), **facts)
        return you.having(**facts).or_to_others(by_name) if self.is_told(who) else by_name

    def turn(self, to_move: int | None) -> Text:
        """Return whose turn it is, or that the game is over."""
        if to_move is None:
            return OVER
        return self.told(to_move, Text("It's your turn."), Text("It's {player}'s turn."))

    def say(self, text: Text) -> str:
        """Return a text with the players' names."""
        return text.in_words(self.names)

"""Who is told a position, and what the players are called in it.

Rules know players by their number. What people read has their names, which whoever knows the people
hands in; without them a player is "player 2", as in the transcripts of tests.
"""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Reader:
    """The player a text is for, None for a spectator, and the names of all players by seat."""

    player: int | None
    names: Sequence[str] = ()

    def is_told(self, who: int) -> bool:
        """Tell whether a player is the reader."""
        return who == self.player

    def name(self, who: int) -> str:
        """Return what a player is called within a sentence: "you", "anna", "player 2"."""
        if self.is_told(who):
            return "you"
        return self.names[who] if self.names else f"player {who + 1}"

    def subject(self, who: int) -> str:
        """Return the same to begin a sentence with; names stay as people write them."""
        if self.names and not self.is_told(who):
            return self.names[who]
        return self.name(who).capitalize()

    def owner(self, who: int) -> str:
        """Return whose something is: "your", "anna's", "player 2's"."""
        return "your" if self.is_told(who) else f"{self.name(who)}'s"

    def has(self, who: int) -> str:
        """Return a player who begins a sentence, and the verb: "You have", "anna has"."""
        return f"{self.subject(who)} {'have' if self.is_told(who) else 'has'}"

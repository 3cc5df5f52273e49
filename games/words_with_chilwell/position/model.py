"""What a position and an action of WordsWithChilwell are made of: values only, no behaviour.

Tiles are small letters, a blank is ``BLANK``; a hand is a text of tiles in the order they came.
"""

import dataclasses

from games.core.game import BaseState


@dataclasses.dataclass(frozen=True, slots=True)
class Spell:
    """A turn: an attempt at a word, and how many tiles to take if it counts (rules 3 and 4).

    No word at all, "", is an attempt that fails.
    """

    word: str
    draw: int


@dataclasses.dataclass(frozen=True, slots=True)
class Stop:
    """A turn without a word that fills the hand so that the game ends (rule 7.3)."""


Action = Spell | Stop


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class State(BaseState):
    """A position. A hand the viewer may not see is None; all else is open to everyone.

    ``known`` are the tiles a player took from the queue and hasn't played: they are surely in that
    hand. What comes after the queue is nowhere yet: it is drawn as it enters.
    """

    turns: int
    hands: tuple[str | None, ...]
    sizes: tuple[int, ...]
    known: tuple[str, ...]
    queue: str
    used: tuple[int, ...]
    scores: tuple[int, ...]

"""What a position and an action of Upwords are made of: values only, no behaviour.

Rows and columns count from 0 at the top left corner; a letter is a tile, ``q`` the tile Qu.
"""

import dataclasses

from games.core.game import BaseState
from games.upwords.position.tiles import Laid, Rows


@dataclasses.dataclass(frozen=True, slots=True)
class Play:
    """Lay tiles: (row, column, letter) each, kept in reading order, however they were laid."""

    tiles: tuple[Laid, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "tiles", tuple(sorted(self.tiles)))


@dataclasses.dataclass(frozen=True, slots=True)
class Exchange:
    """Draw a tile, then give this one back (rule 4.2)."""

    letter: str


@dataclasses.dataclass(frozen=True, slots=True)
class Pass:
    """Do nothing (rule 4.1)."""


@dataclasses.dataclass(frozen=True, slots=True)
class TimeOut:
    """Do nothing because the time is up: the clock's own pass, which ends nothing (rule 6.2)."""


Action = Play | Exchange | Pass | TimeOut


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class State(BaseState):
    """A position.

    ``racks`` are letters in the order of the alphabet, None where they are hidden.
    ``held`` is how many tiles each player has, ``pile`` how many are left to draw. ``bag`` counts
    those left to draw; in an observation it is None, and ``unseen`` counts them together with the
    tiles on hidden racks. ``draws`` are the letters drawn for the first turn, one for each round of
    drawing (rule 1.5), ``last`` the squares on which tiles were laid last.
    """

    board: Rows
    racks: tuple[str | None, ...]
    held: tuple[int, ...]
    pile: int
    bag: dict[str, int] | None
    unseen: dict[str, int] | None = None
    scores: tuple[int, ...]
    draws: tuple[str, ...]
    passes: int = 0  # turns that players passed in a row (rule 5.3)
    idle: int = 0  # turns of players in a row in which no tile was laid (rule 5.4)
    last: tuple[tuple[int, int], ...] = ()

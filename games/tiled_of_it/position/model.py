"""What positions and actions of Tiled Of It are made of: values only, no behaviour.

A card is known by its letters, since each is in the deck once. Cells are counted in rows from the
top and columns from the left, from 0.
"""

import dataclasses
from typing import Literal

from games.core.game import BaseState

Source = Literal["hand", "discard"]


@dataclasses.dataclass(frozen=True, slots=True)
class Place:
    """A turn: put a card from the hand or the discard pile on the grid (rules 3 and 4.2)."""

    card: str
    row: int
    col: int
    source: Source = "hand"


@dataclasses.dataclass(frozen=True, slots=True)
class Discard:
    """A turn: put a card from the hand on the discard pile (rule 4.1)."""

    card: str


Action = Place | Discard


@dataclasses.dataclass(frozen=True, slots=True)
class Card:
    """A card everyone sees, and the player whose colour it has."""

    text: str
    player: int


Grid = tuple[Card | None, ...]  # the visible cards, row by row


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class State(BaseState):
    """A position. A hand that the viewer can't see is None.

    ``deck`` holds the cards that can still be drawn, in alphabetical order: which one comes is
    decided when it is drawn. A viewer who doesn't see all hands finds the hidden cards among these,
    and only ``deck_size`` tells how many are in the deck.

    In an observation ``joined`` tells which neighbouring cells hold a word, the one that starts it
    first: whoever looks at the grid sees where control can flow (rule 5).
    """

    first: int
    turns: int
    grid: Grid
    covered: tuple[str, ...]
    pile: tuple[Card, ...]  # the discarded cards, the top one last
    hands: tuple[tuple[str, ...] | None, ...]
    sizes: tuple[int, ...]
    deck: tuple[str, ...]
    deck_size: int
    scores: tuple[int, ...]
    joined: tuple[tuple[int, int], ...] = ()

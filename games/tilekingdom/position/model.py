"""What a position and an action of Tilekingdom are made of: values only, no behaviour.

x grows east and y grows south from the start tile at (0, 0); a rotation counts quarter turns
clockwise, 0 to 3.
"""

import dataclasses

from games.core.codec import derived
from games.core.game import BaseState
from games.tilekingdom.position.features import Map


@dataclasses.dataclass(frozen=True, slots=True)
class Place:
    """A turn: lay the tile in hand, and perhaps a subject on one of its features (rule 1.2)."""

    x: int
    y: int
    rotation: int
    subject: str | None = None  # a feature key of the tile in hand, such as "r0"


@dataclasses.dataclass(frozen=True, slots=True)
class Placement:
    """A tile on the map; nobody laid the start tile."""

    kind: str
    x: int
    y: int
    rotation: int
    player: int | None


@dataclasses.dataclass(frozen=True, slots=True)
class Subject:
    """A subject that stands on a feature of the tile at (x, y)."""

    player: int
    x: int
    y: int
    feature: str


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class State(BaseState):
    """A position: the facts, and the map's index that is rebuilt from them.

    By default the future is the ``bag``, a count for each kind; in chess mode it is the ``order``,
    with tiles that fitted nowhere in ``removed`` (rules 2.1, 3.6). ``tile`` is in the hand of the
    player to move. When the game is over ``tile`` is None and all subjects have returned.
    """

    placements: tuple[Placement, ...]
    subjects: tuple[Subject, ...]
    supplies: tuple[int, ...]
    scores: tuple[int, ...]
    tile: str | None
    bag: dict[str, int]
    order: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    index: Map = derived(default_factory=Map)  # noqa: RUF009 - declares a field

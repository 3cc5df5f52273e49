"""What a GCG file says of a match, whichever game writes and reads its turns (docs/notation.md)."""

import dataclasses
from collections.abc import Mapping
from typing import Any

from games.core.game import Player


@dataclasses.dataclass(frozen=True, slots=True)
class GcgHead:
    """What stands above the turns; what a file doesn't say is empty, or 0.

    ``players`` are their names, by seat. ``words`` is the checksum of the word list, ``secret`` the
    match's in hexadecimal, ``options`` are JSON.
    """

    players: tuple[str, ...]
    title: str = ""
    match: str = ""
    lexicon: str = ""
    words: str = ""
    game: str = ""
    rules_version: int = 0
    options: Mapping[str, Any] | None = None
    secret: str = ""


@dataclasses.dataclass(frozen=True, slots=True)
class GcgTurn:
    """An entry of the log with what its line says: rack, points, and the total after it."""

    line: int = dataclasses.field(compare=False)
    player: Player
    entry: Any
    rack: str | None
    points: int
    total: int


@dataclasses.dataclass(frozen=True, slots=True)
class GcgMatch:
    """What was read from a file; ``off`` are points off at the end, by seat."""

    head: GcgHead
    turns: tuple[GcgTurn, ...]
    off: tuple[tuple[Player, int], ...] = ()

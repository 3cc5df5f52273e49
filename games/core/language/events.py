"""What actions brought about, as facts; a game's wording has the sentences."""

import dataclasses

from games.core import codec


@dataclasses.dataclass(frozen=True, slots=True)
class Event:
    """Something the last action brought about: feeds the move list, the mail and the animation.

    ``kind`` is a name within the game, ``facts`` small JSON (numbers, texts, lists of them); the
    game's ``wording`` has the sentence. ``topic`` is one of the game's topics and groups points on
    the result page. At every ply the points for all events since the start, its own among them, add
    up to the scores.
    """

    kind: str
    player: int | None = None
    facts: dict[str, codec.JSON] = dataclasses.field(default_factory=dict, hash=False)
    points: int = 0
    topic: str = ""

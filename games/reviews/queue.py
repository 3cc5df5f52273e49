"""Whose review is worked on next, and how long somebody has to wait for theirs.

People take turns: whoever was served least recently is next, for one piece of work, and each has
one review that waits. What nobody asked for comes after all of them, one such review after another.
"""

import dataclasses
import math
from collections.abc import Sequence

from django.db.models import BooleanField, ExpressionWrapper, F, Q
from django.db.models.expressions import OrderBy

PIECE = 5.0  # seconds of work at once

# How reviews that wait are ordered: the first one is next.
_UNASKED = ExpressionWrapper(Q(asked_by__isnull=True), output_field=BooleanField())
ORDER = (OrderBy(_UNASKED), F("worked_at").asc(nulls_first=True), "asked_at", "pk")


@dataclasses.dataclass(frozen=True, slots=True)
class Waiting:
    """A review that waits: the turns still to be judged, and the seconds that each takes."""

    turns: int
    pace: float
    is_asked: bool

    @property
    def pieces(self) -> int:
        """Return in how many pieces the work is done."""
        return math.ceil(self.turns / self._at_once)

    def seconds(self, pieces: float = math.inf) -> float:
        """Return how long so many pieces of the work take, or all of it."""
        return self.pace * min(self.turns, pieces * self._at_once)

    @property
    def _at_once(self) -> int:
        """Return how many turns a piece has: the last one is begun before its time is up."""
        return max(1, math.ceil(PIECE / self.pace)) if self.pace else max(1, self.turns)


def wait(queue: Sequence[Waiting], place: int, *, machines: int = 1) -> tuple[float, int]:
    """Return after how many seconds a review is done, and how many others are worked on till then.

    ``queue`` has all that wait, the next one first, and ``place`` is where in it the review stands.
    Each of the machines works on one review at a time; nobody else comes meanwhile.
    """
    own = queue[place]
    parts = [_meanwhile(one, own, is_ahead=at < place) for at, one in enumerate(queue)]
    parts[place] = own.seconds()
    others = sum(part > 0 for at, part in enumerate(parts) if at != place)
    # A review is on one machine at a time, so more of them don't make its own work any quicker.
    return max(own.seconds(), math.fsum(parts) / machines), others


def _meanwhile(one: Waiting, own: Waiting, *, is_ahead: bool) -> float:
    """Return for how many seconds another review is worked on until one's own is done."""
    if one.is_asked is not own.is_asked:
        return one.seconds() if one.is_asked else 0.0
    return one.seconds(own.pieces if is_ahead else own.pieces - 1)

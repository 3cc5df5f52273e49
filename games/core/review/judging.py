"""How good a turn was, by the chance to win that it gave away.

The limits are those of docs/reviews.md. A loss counts only as far as it's certain: whatever may be
an error of the search is taken off it first.
"""

import dataclasses
import math
from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import Any, Generic, Protocol, TypeVar

from games.core.weighing import Weighed

NOISE = 0.005  # of a chance: less than that is no mistake, whatever the search says
GOOD = 0.03  # up to here a turn is good, though there was a better one
INACCURATE = 0.07  # and up to here inaccurate; beyond that it's a mistake
DOUBT = 2.0  # standard errors that are taken off a loss


class Grade(StrEnum):
    """What a turn was; the clock's own moves have none."""

    NONE = ""
    ONLY = "only"  # there was nothing else to do
    BEST = "best"
    GOOD = "good"
    INACCURATE = "inaccurate"
    MISTAKE = "mistake"


# How much a turn adds to a player's index.
WEIGHT = {Grade.GOOD: 0.2, Grade.INACCURATE: 0.5, Grade.MISTAKE: 1.0}
PER = 10  # turns that an index is counted by
GRADED = (Grade.BEST, Grade.GOOD, Grade.INACCURATE, Grade.MISTAKE)


class Promise(Protocol):
    """What a turn promises: the mover's chance to win, and its error beside other turns."""

    @property
    def chance(self) -> float:
        """Return the mover's chance to win, from 0 to 1."""

    @property
    def error_beside(self) -> float:
        """Return the standard error that counts where it's compared with another turn."""


P = TypeVar("P", bound=Promise)


@dataclasses.dataclass(frozen=True, slots=True)
class Judgement(Generic[P]):
    """A turn beside the best one: the chance it gave away, how sure that is, and what it was."""

    best: P
    played: P
    loss: float
    error: float
    grade: Grade


def judge(choices: Sequence[Weighed[Any]], action: Any) -> Judgement[Weighed[Any]] | None:
    """Return how good an action was among what was weighed, None if it wasn't among it."""
    played = next((one for one in choices if one.action == action), None)
    return None if played is None else judged(choices, played)


def judged(choices: Sequence[P], played: P) -> Judgement[P]:
    """Return how good one of some choices was, the best of which comes first."""
    best = choices[0]
    loss = max(0.0, best.chance - played.chance)
    error = 0.0 if played is best else math.hypot(best.error_beside, played.error_beside)
    grade = Grade.ONLY if len(choices) == 1 else grade_of(loss, error)
    return Judgement(best, played, loss, error, grade)


def grade_of(loss: float, error: float) -> Grade:
    """Return what a turn was that gave away so much of a chance, give or take an error."""
    certain = loss - DOUBT * error
    if certain <= NOISE:
        return Grade.BEST
    if certain <= GOOD:
        return Grade.GOOD
    return Grade.INACCURATE if certain <= INACCURATE else Grade.MISTAKE


def index_of(grades: Iterable[Grade]) -> float:
    """Return a player's index: the weight of what they got wrong in ten turns; 0 is perfect."""
    counted = [grade for grade in grades if grade in GRADED]
    if not counted:
        return 0.0
    return PER * math.fsum(WEIGHT.get(grade, 0.0) for grade in counted) / len(counted)

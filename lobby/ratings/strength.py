"""How strong somebody is, as results tell: a guess with its doubt.

The model is Bradley and Terry's with all pairs of a match compared, in the form of Weng and
Lin (2011), which takes shared places and any number of players. Whoever has a better place never
gains less than an equal, and equals with equal places gain exactly the same.
"""

import dataclasses
from collections.abc import Sequence
from importlib.metadata import version

from openskill.models import BradleyTerryFull

_MODEL = BradleyTerryFull()
MODEL = f"BradleyTerryFull {version('openskill')}"

# Doubt above which a rating says little yet: about a dozen matches of two.
PROVISIONAL = 6.0


@dataclasses.dataclass(frozen=True, slots=True)
class Strength:
    """A guess of strength, ``mu``, and the doubt about it, ``sigma``."""

    mu: float
    sigma: float


def start() -> Strength:
    """Return the strength of somebody who has not played yet: ordinal 0."""
    return Strength(_MODEL.mu, _MODEL.sigma)


def ordinal(strength: Strength) -> float:
    """Return the strength that somebody has almost certainly at least: three doubts below mu."""
    return strength.mu - 3 * strength.sigma


def shown(strength: Strength) -> int:
    """Return the ordinal as people read it: everybody starts at 1000."""
    return round(1000 + 25 * ordinal(strength))


def is_provisional(strength: Strength) -> bool:
    """Whether too few results stand behind a strength to rely on it."""
    return strength.sigma > PROVISIONAL


def rate(
    strengths: Sequence[Strength], places: Sequence[int], only_down: Sequence[bool] = ()
) -> list[Strength]:
    """Return everyone's strength after a match of two or more.

    Places are as in an outcome: 1 is best, shared ones equal, 0 (was not there) behind all. Of
    those marked ``only_down`` a result that would raise them changes nothing.
    """
    last = max(places) + 1
    ranks = [float(place or last) for place in places]
    teams = [[_MODEL.rating(mu=each.mu, sigma=each.sigma)] for each in strengths]
    rated = _MODEL.rate(teams, ranks=ranks)
    found: dict[tuple[Strength, float], Strength] = {}
    for before, rank, (after,) in zip(strengths, ranks, rated, strict=True):
        # Sums of the same numbers in another order differ in their last bit: equals share one.
        found.setdefault((before, rank), Strength(after.mu, after.sigma))
    changed = [found[before, rank] for before, rank in zip(strengths, ranks, strict=True)]
    marks = only_down or [False] * len(changed)
    return [
        before if only_loss and ordinal(after) > ordinal(before) else after
        for before, after, only_loss in zip(strengths, changed, marks, strict=True)
    ]

"""How strong somebody is, as results tell: a guess with its doubt.

A match of several is read as matches of two, each of everybody with everybody, in the form of Weng
and Lin (2011) for Bradley and Terry's model; what they make of somebody is averaged, not added up,
as they all rest on one evening's play. That is the library's ``BradleyTerryPart`` with a window as
wide as the table, but here a pair can be left out. Shared places and any number of players will do.
Whoever has a better place never gains less than an equal, and equals with equal places gain exactly
the same.
"""

import dataclasses
import math
from collections.abc import Collection, Sequence
from importlib.metadata import version
from statistics import fmean

from openskill.models import BradleyTerryPart

_MODEL = BradleyTerryPart()
MODEL = f"BradleyTerryPart by pairs {version('openskill')}"

POINTS = 25  # as people read them, for one unit of strength
# Doubt above which a rating says little yet: about a dozen matches of two.
PROVISIONAL = 6.0
# Results against fewer people only tell how these few stand to each other.
ENOUGH_PEOPLE = 3


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
    return round(1000 + POINTS * ordinal(strength))


def is_provisional(strength: Strength, people: int) -> bool:
    """Whether too few results, or of too few different people, stand behind a strength."""
    return strength.sigma > PROVISIONAL or people < ENOUGH_PEOPLE


def centred(strength: Strength) -> int:
    """Return the guess itself as a number of points: everybody starts at 1000.

    To compare people with each other, as their doubt says nothing of who is the better one.
    """
    return round(1000 + POINTS * (strength.mu - _MODEL.mu))


Pair = tuple[int, int]  # two of a match, by their index, the smaller first


def rate(
    strengths: Sequence[Strength], places: Sequence[int], left_out: Collection[Pair] = ()
) -> list[Strength]:
    """Return everyone's strength after a match of two or more.

    Places are as in an outcome: 1 is best, shared ones equal, 0 (was not there) behind all. A pair
    that is ``left_out`` says nothing of either of the two.
    """
    last = max(places) + 1
    ranks = [float(place or last) for place in places]
    after: list[list[Strength]] = [[] for _ in strengths]
    for one, before in enumerate(strengths):
        for other in range(one + 1, len(strengths)):
            both = (before, strengths[other])
            if (one, other) not in left_out:
                both = _rate_two(*both, ranks[one], ranks[other])
            after[one].append(both[0])
            after[other].append(both[1])
    return [_mean(each) for each in after]


def _rate_two(
    one: Strength, other: Strength, rank: float, other_rank: float
) -> tuple[Strength, Strength]:
    teams = [[_MODEL.rating(mu=each.mu, sigma=each.sigma)] for each in (one, other)]
    (first,), (second,) = _MODEL.rate(teams, ranks=[rank, other_rank])
    return Strength(first.mu, first.sigma), Strength(second.mu, second.sigma)


def _mean(strengths: Sequence[Strength]) -> Strength:
    """Return the mean of guesses and of the squares of their doubts; of a single one, itself.

    ``fmean`` rounds once, so the order of the others makes no difference to anybody.
    """
    squares = [each.sigma * each.sigma for each in strengths]
    return Strength(fmean(each.mu for each in strengths), math.sqrt(fmean(squares)))

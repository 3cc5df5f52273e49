"""When a table will probably be over, from its players' own pace.

What is left of a table is played through many times with chance. A player's turns are drawn from
the player's own recent ones, weighted anew for each run (the Bayesian bootstrap), so that few turns
give a wide answer and many a sharp one. Typical turns are mixed in, as much faster or slower as the
player is than people are; they alone speak for whoever has no turns yet.
"""

import dataclasses
from collections.abc import Sequence
from datetime import datetime, timedelta
from math import exp, inf, log, sqrt
from random import Random
from statistics import fmean, pvariance

RUNS = 400
MOST_TURNS = 50
# From the other's move to the own one: people who take a day or two for a turn.
TYPICAL = tuple(60.0 * minutes for minutes in (48, 112, 190, 293, 441, 681, 1150, 2650))
TYPICAL_LOG = fmean(map(log, TYPICAL))
TYPICAL_VARIANCE = pvariance([log(turn) for turn in TYPICAL])
# All typical turns together weigh as much as so many of the player's own.
TYPICAL_WEIGHTS = [2.0 / len(TYPICAL)] * len(TYPICAL)
# How much the logarithms of people's usual turns vary from person to person.
VARIANCE_OF_PEOPLE = 1.0
# People play faster or slower at one table than at others, by the logarithm's deviation.
DEVIATION_OF_TABLES = 0.25


@dataclasses.dataclass(frozen=True, slots=True)
class Remaining:
    """A player's recent turns, the latest last, and how many more are expected: mean, variance."""

    recent: Sequence[timedelta]
    turns: float
    variance: float


@dataclasses.dataclass(frozen=True, slots=True)
class Forecast:
    """When a table will be over: with 80 of 100 between ``early_at`` and ``late_at``."""

    early_at: datetime
    likely_at: datetime
    late_at: datetime


def forecast(
    players: Sequence[Remaining], *, now: datetime, longest: timedelta | None, rng: Random
) -> Forecast:
    """Return when the table will be over, the same for the same state of the generator.

    No turn lasts longer than ``longest``, if the table has a clock. The players' numbers of turns
    rise and fall together, as those of people who play in turn do.
    """
    most = inf if longest is None else longest.total_seconds()
    people = [_know(player) for player in players]
    lengths = sorted(_play(people, most, rng) for _ in range(RUNS))
    early, likely, late = (timedelta(seconds=lengths[RUNS * tenths // 10]) for tenths in (1, 5, 9))
    return Forecast(now + early, now + likely, now + late)


@dataclasses.dataclass(frozen=True, slots=True)
class _Person:
    """What all runs draw a player's turns from; ``pace`` and its deviation are logarithms.

    ``own`` are the seconds of the recent turns, ``pace`` by how much the player is probably slower
    than people are (normal laws).
    """

    own: list[float]
    pace: float
    pace_deviation: float
    turns: float
    turns_deviation: float


def _know(player: Remaining) -> _Person:
    own = [max(1.0, turn.total_seconds()) for turn in player.recent[-MOST_TURNS:]]
    seen = len(own) / TYPICAL_VARIANCE
    variance = 1 / (1 / VARIANCE_OF_PEOPLE + seen)
    mean = variance * seen * (fmean(map(log, own)) - TYPICAL_LOG) if own else 0.0
    return _Person(own, mean, sqrt(variance), player.turns, sqrt(player.variance))


def _play(people: Sequence[_Person], most: float, rng: Random) -> float:
    """Return how many seconds the rest of the table takes in one run."""
    luck = rng.gauss()
    seconds = 0.0
    for person in people:
        turns = round(person.turns + luck * person.turns_deviation)
        if turns > 0:
            seconds += sum(min(turn, most) for turn in _draw(person, turns, rng))
    return seconds


def _draw(person: _Person, turns: int, rng: Random) -> list[float]:
    """Return the seconds of so many turns of a player."""
    pace = exp(rng.gauss(person.pace, person.pace_deviation))
    draw = rng.random
    weights = [-log(1.0 - draw()) for _ in person.own]  # as ``expovariate``, in a third of the time
    weights += TYPICAL_WEIGHTS
    drawn = rng.choices([*person.own, *(pace * turn for turn in TYPICAL)], weights, k=turns)
    tempo = exp(rng.gauss(0, DEVIATION_OF_TABLES))
    return [tempo * turn for turn in drawn]

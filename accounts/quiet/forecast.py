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
# From the other's move to the own one: people who play by turns of a day or two.
TYPICAL = tuple(60.0 * minutes for minutes in (48, 112, 190, 293, 441, 681, 1150, 2650))
TYPICAL_LOG = fmean(map(log, TYPICAL))
TYPICAL_VARIANCE = pvariance([log(turn) for turn in TYPICAL])
# All typical turns together weigh as much as so many of the player's own.
TYPICAL_WEIGHT = 2.0
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
    lengths = sorted(_play(players, most, rng) for _ in range(RUNS))
    early, likely, late = (timedelta(seconds=lengths[RUNS * tenths // 10]) for tenths in (1, 5, 9))
    return Forecast(now + early, now + likely, now + late)


def _play(players: Sequence[Remaining], most: float, rng: Random) -> float:
    """Return how many seconds the rest of the table takes in one run."""
    luck = rng.gauss()
    seconds = 0.0
    for player in players:
        turns = round(player.turns + luck * sqrt(player.variance))
        if turns > 0:
            seconds += sum(min(turn, most) for turn in _draw(player.recent, turns, rng))
    return seconds


def _draw(recent: Sequence[timedelta], turns: int, rng: Random) -> list[float]:
    """Return the seconds of so many turns of a player of whom these are known."""
    own = [max(1.0, turn.total_seconds()) for turn in recent[-MOST_TURNS:]]
    pace = _draw_pace(own, rng)
    weights = [rng.expovariate(1) for _ in own]
    weights += [TYPICAL_WEIGHT / len(TYPICAL)] * len(TYPICAL)
    drawn = rng.choices([*own, *(pace * turn for turn in TYPICAL)], weights, k=turns)
    tempo = exp(rng.gauss(0, DEVIATION_OF_TABLES))
    return [tempo * turn for turn in drawn]


def _draw_pace(own: Sequence[float], rng: Random) -> float:
    """Return by which factor the player may be slower than people are (normal laws of logs)."""
    seen = len(own) / TYPICAL_VARIANCE
    variance = 1 / (1 / VARIANCE_OF_PEOPLE + seen)
    mean = variance * seen * (fmean(map(log, own)) - TYPICAL_LOG) if own else 0.0
    return exp(rng.gauss(mean, sqrt(variance)))

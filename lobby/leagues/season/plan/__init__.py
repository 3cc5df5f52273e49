"""What a season does next, and what exactly that changes."""

from lobby.leagues.season.effects import apply
from lobby.leagues.season.plan.machine import effects, next_step, upcoming, wakes_at
from lobby.leagues.season.plan.meetings import places_by_score
from lobby.leagues.season.plan.step import Nobody, Step, World

__all__ = [
    "Nobody",
    "Step",
    "World",
    "apply",
    "effects",
    "next_step",
    "places_by_score",
    "upcoming",
    "wakes_at",
]

"""What a season does next, and what exactly that changes."""

from lobby.leagues.plan.applying import apply
from lobby.leagues.plan.machine import effects, next_step, upcoming, wakes_at
from lobby.leagues.plan.meetings import places_by_score
from lobby.leagues.plan.step import Nobody, Step, World

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

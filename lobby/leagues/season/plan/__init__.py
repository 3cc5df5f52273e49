"""Which step of a season is next, and exactly what it changes."""

from lobby.leagues.season.effects import apply
from lobby.leagues.season.plan.machine import next_step, planned, upcoming, wakes_at
from lobby.leagues.season.plan.meetings import places_by_score
from lobby.leagues.season.plan.step import Nobody, Planned, Step, World, after

__all__ = [
    "Nobody",
    "Planned",
    "Step",
    "World",
    "after",
    "apply",
    "next_step",
    "places_by_score",
    "planned",
    "upcoming",
    "wakes_at",
]

"""What a step is, and what only the site can tell while one is worked out."""

import dataclasses
from collections.abc import Mapping
from datetime import datetime
from typing import Protocol

from games.core.language.text import Text
from lobby.leagues.season.effects import apply
from lobby.leagues.season.values import Effect, Key, Season
from lobby.leagues.season.wording.steps import counted, describe


@dataclasses.dataclass(frozen=True, slots=True)
class Step:
    """Something a season does by itself.

    ``key`` names it within its season and is never used twice. ``at`` is when it falls due, ``now``
    when it is carried out; what begins late is counted from then. ``counts`` forecast how many it
    concerns, as far as that is known.
    """

    key: str
    at: datetime
    now: datetime | None = None
    counts: Mapping[str, int] = dataclasses.field(default_factory=dict)

    @property
    def when(self) -> datetime:
        """Return the instant from which new times are counted."""
        return max(self.at, self.now or self.at)

    @property
    def text(self) -> Text:
        """Return what it does, in words."""
        return describe(self.key, self.counts)

    @property
    def kind(self) -> str:
        """Return what kind of step it is: its key up to the colon."""
        return self.key.partition(":")[0]


@dataclasses.dataclass(frozen=True, slots=True)
class Planned:
    """A step with exactly what it changes."""

    step: Step
    effects: tuple[Effect, ...]

    @property
    def key(self) -> str:
        """Return the name of the step within its season."""
        return self.step.key

    @property
    def at(self) -> datetime:
        """Return when it falls due."""
        return self.step.at

    @property
    def counts(self) -> dict[str, int]:
        """Return how many it concerns."""
        return counted(self.effects)

    @property
    def text(self) -> Text:
        """Return what it does, in words."""
        return describe(self.key, self.counts)


def after(season: Season, planned: Planned) -> Season:
    """Return the season once a step is done."""
    return dataclasses.replace(apply(season, planned.effects), done=season.done | {planned.key})


class World(Protocol):
    """What the matches tell; asked only about fixtures whose match is running."""

    def begun(self, key: Key) -> bool:
        """Tell whether anybody has made a turn."""

    def idle(self, key: Key, now: datetime) -> tuple[int, ...]:
        """Return the entrants who could have made their first turn and have not."""

    def score_so_far(self, key: Key) -> tuple[int, ...]:
        """Return the score of each seat, as the match stands."""

    def play_out(self, key: Key) -> tuple[int, ...]:
        """Return a place for each seat, found by play-outs from the season's published seed."""


class Nobody:
    """A world in which no match has been touched: for forecasts of what is not yet running."""

    def begun(self, key: Key) -> bool:
        """Tell that nobody has made a turn."""
        return False

    def idle(self, key: Key, now: datetime) -> tuple[int, ...]:
        """Return nobody."""
        return ()

    def score_so_far(self, key: Key) -> tuple[int, ...]:
        """Return no score; a forecast settles nothing."""
        return ()

    def play_out(self, key: Key) -> tuple[int, ...]:
        """Return no places; a forecast settles nothing."""
        return ()

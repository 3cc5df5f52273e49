"""A season that begins at once, instead of at its planned start: what that does, said beforehand.

Pure: from a season as a value and an instant it answers with effects, as ``rulings`` does.
"""

import dataclasses
from collections.abc import Iterator
from datetime import datetime

from games.core.errors import BadData
from lobby.leagues import plan
from lobby.leagues.plan.opening import ready
from lobby.leagues.season import (
    CheckedIn,
    Effect,
    Phase,
    PhaseChanged,
    Postponed,
    Season,
    Standing,
)

BEGUN = (Phase.PLAYING, Phase.FINISHED, Phase.CANCELLED)


@dataclasses.dataclass(frozen=True, slots=True)
class Foreseen:
    """What happens at once, one after the other: a sentence, and all that it changes."""

    text: str
    effects: tuple[Effect, ...]


def has_been_told(season: Season, now: datetime) -> bool:
    """Tell whether a season is on its way already: nothing more need be done to begin it."""
    return season.phase == Phase.PLAYING or (not season.held and season.starts_at <= now)


def start_now(season: Season, now: datetime) -> list[Effect]:
    """Return that a season begins at once; raise BadData with a sentence if it cannot.

    Whoever has registered is taken to be there, checked in or not; who still asks to join is not
    let in by it. The divisions and the first round follow as the steps that they always are.
    """
    if season.phase in BEGUN:
        raise BadData("This season has begun already.")
    if season.phase == Phase.PLANNED:
        raise BadData("Registration has not opened yet, so there is nobody to play.")
    if season.held:
        raise BadData("The season is on hold. Let it go on first.")
    if season.phase == Phase.DRAWN_UP:
        return [Postponed(season.check_in_at, now)]
    effects = _all_there(season)
    come = len(ready(plan.apply(season, effects)))
    if come < season.rules.least:
        raise BadData(f"The season needs {season.rules.least} players, and {come} can play now.")
    return [*effects, Postponed(min(season.check_in_at, now), now)]


def _all_there(season: Season) -> list[Effect]:
    """Return that check-in is over, and all who are waited for have come."""
    effects: list[Effect] = []
    if season.rules.check_in_days and season.phase == Phase.REGISTRATION:
        effects.append(PhaseChanged(Phase.CHECK_IN))
    awaited = (Standing.REGISTERED, Standing.WAITING)
    those = [each for each in season.entrants if each.standing in awaited]
    return [*effects, *(CheckedIn(each.id) for each in those if not each.checked_in)]


def foresee(season: Season, now: datetime) -> list[Foreseen]:
    """Return what starting a season at once does, up to its first round.

    Raise BadData if it cannot. It is found by the very functions that will do it.
    """
    return list(_foreseen(season, now))


def _foreseen(season: Season, now: datetime) -> Iterator[Foreseen]:
    effects = tuple(start_now(season, now))
    yield Foreseen(_beginning(season, effects), effects)
    season = plan.apply(season, effects)
    while season.phase != Phase.PLAYING:
        step = plan.next_step(season, now, plan.Nobody())
        if step is None:
            return
        effects = plan.effects(season, step, plan.Nobody())
        yield Foreseen(step.text, effects)
        done = season.done | {step.key}
        season = dataclasses.replace(plan.apply(season, effects), done=done)


def _beginning(season: Season, effects: tuple[Effect, ...]) -> str:
    if season.phase == Phase.DRAWN_UP:
        return "Nobody waits for the planned start any more"
    unheard = sum(isinstance(each, CheckedIn) for each in effects)
    words = "Registration is over, and everybody who has a place counts as there"
    if not unheard or not season.rules.check_in_days:
        return words
    return f"{words}: {unheard} {'has' if unheard == 1 else 'have'} not checked in"

"""A season that starts at once instead of on its planned day: what that does, said beforehand.

Pure: from a season as a value and an instant it answers with effects, as ``rulings`` does.
"""

import dataclasses
from collections.abc import Iterator
from datetime import datetime

from games.core.errors import Refusal
from games.core.language.text import Plural, Text
from lobby.leagues.season import plan
from lobby.leagues.season.plan.opening import ready
from lobby.leagues.season.values import (
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

    text: Text
    effects: tuple[Effect, ...]


def has_been_told(season: Season, now: datetime) -> bool:
    """Tell whether a season is on its way already: nothing more need be done to begin it."""
    return season.phase == Phase.PLAYING or (not season.held and season.starts_at <= now)


def start_now(season: Season, now: datetime) -> list[Effect]:
    """Return that a season begins at once; raise Refusal if it cannot.

    Everyone who has registered counts as checked in; whoever still asks to join is not let in by
    it. The divisions and the first round follow as the steps that they always are.
    """
    if season.phase in BEGUN:
        raise Refusal("This season has already started.")
    if season.phase == Phase.PLANNED:
        raise Refusal("Registration hasn't opened yet, so there are no players.")
    if season.held:
        raise Refusal("The season is on hold. Resume it first.")
    if season.phase == Phase.DRAWN_UP:
        return [Postponed(season.check_in_at, now)]
    effects = _all_there(season)
    come = len(ready(plan.apply(season, effects)))
    if come < season.rules.least:
        raise Refusal(
            "The season needs {least} players, but only {come} can play now.",
            least=season.rules.least,
            come=come,
        )
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

    Raise Refusal if it cannot. It is found by the very functions that will do it.
    """
    return list(_foreseen(season, now))


def _foreseen(season: Season, now: datetime) -> Iterator[Foreseen]:
    effects = tuple(start_now(season, now))
    yield Foreseen(_beginning(season, effects), effects)
    season = plan.apply(season, effects)
    while season.phase != Phase.PLAYING:
        planned = plan.next_step(season, now, plan.Nobody())
        if planned is None:
            return
        yield Foreseen(planned.text, planned.effects)
        season = plan.after(season, planned)


def _beginning(season: Season, effects: tuple[Effect, ...]) -> Text:
    if season.phase == Phase.DRAWN_UP:
        return Text("The season starts without waiting for its planned date")
    unheard = sum(isinstance(each, CheckedIn) for each in effects)
    if not unheard or not season.rules.check_in_days:
        return Text("Registration ends, and everyone with a place counts as checked in")
    return Plural(
        "Registration ends, and everyone with a place counts as checked in,"
        " including the {n} player who hasn't checked in",
        "Registration ends, and everyone with a place counts as checked in,"
        " including the {n} players who haven't checked in",
        n=unheard,
    )

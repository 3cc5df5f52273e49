"""Before the first round: registration, check-in, and the divisions."""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

from lobby.leagues.season.pairing import divisions
from lobby.leagues.season.plan.meetings import later
from lobby.leagues.season.plan.step import Step
from lobby.leagues.season.values import (
    Effect,
    Entrant,
    EntrantChanged,
    Phase,
    PhaseChanged,
    Placed,
    Postponed,
    Season,
    Standing,
    Told,
)

DRAWN_UP_AHEAD = timedelta(hours=3)  # time for everyone to look at the divisions
POSTPONEMENTS = 3
POSTPONED_DAYS = 7
LATE = timedelta(hours=12)


def opening_steps(season: Season) -> list[Step]:
    """Return the steps before the first round that are possible as things stand."""
    match season.phase:
        case Phase.PLANNED:
            return [Step("registration", season.registration_at)]
        case Phase.REGISTRATION if season.rules.check_in_days:
            return [check_in(season)]
        case Phase.REGISTRATION | Phase.CHECK_IN:
            return [*_check_in_reminders(season), _drawing_up(season)]
        case Phase.DRAWN_UP:
            return [Step("round:1", season.starts_at)]
        case _:
            return []


def check_in(season: Season) -> Step:
    """Return the opening of check-in, early enough though the rules have changed meanwhile."""
    days_before = later(season, season.starts_at, -season.rules.check_in_days)
    at = min(season.check_in_at, days_before)
    return Step(f"check_in:{season.starts_at:%Y%m%d}", at)


def drawn_up_at(season: Season) -> datetime:
    """Return when check-in ends and the divisions are drawn up."""
    return max(season.registration_at, season.starts_at - DRAWN_UP_AHEAD)


def _drawing_up(season: Season) -> Step:
    at = drawn_up_at(season)
    if len(ready(season)) >= season.rules.least:
        return Step("draw_up", at)
    if postponements(season) < POSTPONEMENTS:
        return Step(f"postpone:{season.starts_at:%Y%m%d}", at)
    return Step("cancel", at)


def _check_in_reminders(season: Season) -> Iterator[Step]:
    """Yield a reminder to check in, half-way through check-in."""
    key = f"remind_check_in:{season.starts_at:%Y%m%d}"
    if season.phase == Phase.CHECK_IN and key not in season.done and _unheard(season):
        yield Step(key, season.check_in_at + (drawn_up_at(season) - season.check_in_at) / 2)


def _unheard(season: Season) -> tuple[int, ...]:
    those = [each for each in season.entrants if not each.checked_in]
    return ids_of(those, Standing.REGISTERED, Standing.WAITING)


def postponements(season: Season) -> int:
    """Return how often the start was put off for want of players."""
    return sum(key.startswith("postpone:") for key in season.done)


def ready(season: Season) -> list[Entrant]:
    """Return who would play if the divisions were drawn now, first come first served.

    Players on the waiting list take the places of those who have not checked in.
    """
    rules = season.rules
    there = [
        each
        for each in sorted(season.entrants, key=lambda each: (each.joined_at, each.id))
        if each.checked_in or not rules.check_in_days
    ]
    registered = [each for each in there if each.standing == Standing.REGISTERED]
    waiting = [each for each in there if each.standing == Standing.WAITING]
    both = registered + waiting
    return both[: max(rules.most, len(registered))] if rules.most else both


def ids_of(entrants: Sequence[Entrant], *standings: Standing) -> tuple[int, ...]:
    """Return the ids of all with this standing."""
    return tuple(each.id for each in entrants if each.standing in standings)


def opening_effects(season: Season, step: Step) -> list[Effect]:
    """Return what a step before the first round changes."""
    match step.kind:
        case "registration":  # the league tells those who played before
            return [PhaseChanged(Phase.REGISTRATION), Told("registration", ())]
        case "check_in":
            return open_check_in(season, step)
        case "remind_check_in":
            return [Told("check_in_reminder", _unheard(season))]
        case "draw_up":
            return draw_up(season)
        case "postpone":
            return postpone(season, step.when)
        case "cancel":
            return cancel(season, step.when)
        case _:
            raise ValueError(f"a season knows no step {step.key!r}")


def open_check_in(season: Season, step: Step) -> list[Effect]:
    """Return the opening of check-in; if it comes late, the start is put off as much."""
    there = ids_of(season.entrants, Standing.REGISTERED, Standing.WAITING)
    effects: list[Effect] = [PhaseChanged(Phase.CHECK_IN), Told("check_in", there)]
    if step.when - season.check_in_at < LATE:
        return effects
    starts_at = later(season, step.when, season.rules.check_in_days)
    if starts_at <= season.starts_at:
        return effects
    return [*effects, Postponed(step.when, starts_at)]


def draw_up(season: Season) -> list[Effect]:
    """Return the divisions: who plays in which, and who did not check in."""
    those = ready(season)
    playing = {each.id for each in those}
    levels = divisions.draw_up(those, season.rules)
    effects: list[Effect] = [PhaseChanged(Phase.DRAWN_UP)]
    for level, ids in enumerate(levels, start=1):
        for seed, one in enumerate(ids, start=1):
            effects += [Placed(one, level, seed), EntrantChanged(one, Standing.PLAYING)]
    absent = [one for one in ids_of(season.entrants, Standing.REGISTERED) if one not in playing]
    effects += [EntrantChanged(one, Standing.ABSENT) for one in absent]
    told = tuple(one for ids in levels for one in ids)
    return [*effects, Told("drawn_up", told), *([Told("absent", tuple(absent))] if absent else [])]


def postpone(season: Season, when: datetime) -> list[Effect]:
    """Return the start a week later, registration being open again until then."""
    starts_at = later(season, max(season.starts_at, when), POSTPONED_DAYS)
    check_in_at = later(season, starts_at, -season.rules.check_in_days)
    told = ids_of(season.entrants, Standing.REGISTERED, Standing.WAITING)
    return [
        PhaseChanged(Phase.REGISTRATION),
        Postponed(check_in_at, starts_at),
        Told("postponed", told),
    ]


def cancel(season: Season, when: datetime) -> list[Effect]:
    """Return the end of a season for which too few have come, time and again."""
    told = ids_of(season.entrants, Standing.REGISTERED, Standing.WAITING)
    return [PhaseChanged(Phase.CANCELLED, when), Told("cancelled", told)]

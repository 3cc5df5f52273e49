"""Which step of a season is next, what it will do, and what is planned ahead."""

import dataclasses
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

from lobby.leagues.season.effects import apply
from lobby.leagues.season.field import WAITING, is_at_once, is_settled, rounds
from lobby.leagues.season.plan import closing, opening
from lobby.leagues.season.plan.meetings import later, running
from lobby.leagues.season.plan.rounds import begin_round
from lobby.leagues.season.plan.step import Nobody, Planned, Step, World
from lobby.leagues.season.values import CheckedIn, Effect, Phase, Season
from lobby.leagues.season.wording.steps import ROUNDS

AT_ONCE = ("play_off", "finish")  # due as soon as they are possible
PHASES = (Phase.PLANNED, Phase.REGISTRATION, Phase.CHECK_IN, Phase.DRAWN_UP, Phase.PLAYING)


def next_step(season: Season, now: datetime, world: World) -> Planned | None:
    """Return the step that is due first, as planned; None if none is due, or all is held."""
    if season.held:
        return None
    due = [each for each in possible(season) if each.at <= now]
    if not due:
        return None
    first = min(due, key=lambda each: (each.at, each.key))
    at = now if first.kind in AT_ONCE else first.at
    return planned(season, dataclasses.replace(first, at=at, now=now), world)


def wakes_at(season: Season) -> datetime | None:
    """Return when time alone makes a step due next; None if there is none, or all is held.

    An instant before the season's own stands for "at once".
    """
    return None if season.held else min((each.at for each in possible(season)), default=None)


def possible(season: Season) -> list[Step]:
    """Return the steps that need nothing but their instant, as things stand."""
    if season.phase == Phase.FINISHED:
        return list(closing.afterwards_steps(season))
    if season.phase != Phase.PLAYING:
        return [*opening.opening_steps(season), *closing.withdrawal_steps(season)]
    return [
        *closing.withdrawal_steps(season),
        *closing.time_steps(season),
        *closing.reminder_steps(season),
        *_round_steps(season),
        *closing.final_steps(season),
    ]


def _round_steps(season: Season) -> Iterator[Step]:
    """Yield the start of the next round: at the end of the last, when what it needs is known."""
    if season.round_ends_at is None or season.rounds >= rounds(season):
        return
    if season.rules.format not in WAITING or is_settled(season):
        yield Step(f"round:{season.rounds + 1}", season.round_ends_at)


def planned(season: Season, step: Step, world: World) -> Planned:
    """Return a step with exactly what it changes."""
    return Planned(step, tuple(_effects(season, step, world)))


def _effects(season: Season, step: Step, world: World) -> Sequence[Effect]:
    match step.kind:
        case "round":
            return begin_round(season, _number(step), step.when)
        case "remind":
            return closing.remind(season, step, world)
        case "time":
            return closing.settle(season, step, world)
        case "withdraw":
            return closing.withdraw(season, _number(step), step.when)
        case "play_off":
            return closing.play_off(season, step.when)
        case "finish":
            return closing.finish(season, step.when)
        case "next_season":
            return closing.next_season(season, step.when)
        case _:
            return opening.opening_effects(season, step)


def _number(step: Step) -> int:
    return int(step.key.partition(":")[2])


def upcoming(season: Season) -> tuple[Step, ...]:
    """Return what is planned ahead, each with its instant, as if nobody came or went.

    The steps that are possible now say exactly what they will do as things stand; later ones say
    what they are for.
    """
    if season.held:
        return ()
    steps = [each for each in possible(season) if each.kind not in AT_ONCE]
    exact = {each.key: _with_numbers(season, each) for each in steps}
    for each in steps:
        if each.kind in ("postpone", "cancel"):  # the calendar is that of after it
            season = apply(season, planned(season, each, Nobody()).effects)
    ahead = {each.key: each for each in _calendar(season)}
    last = (*AT_ONCE, "round") if season.rules.format in WAITING else AT_ONCE  # of one instant
    steps = [*(ahead | exact).values()]
    return tuple(sorted(steps, key=lambda each: (each.at, each.kind in last, each.key)))


def _with_numbers(season: Season, step: Step) -> Step:
    if step.kind in ("time", "remind"):  # what the matches will have come to nobody knows
        due = [each for each in running(season) if step.kind == "remind" or each.due_at == step.at]
        return dataclasses.replace(step, counts={"running": len(due)})
    return dataclasses.replace(step, counts=planned(season, step, Nobody()).counts)


def _calendar(season: Season) -> Iterator[Step]:
    """Yield the steps of the season's calendar that are still to come."""
    if season.phase not in PHASES:
        return
    passed = PHASES.index(season.phase)
    steps = [Step("registration", season.registration_at)]
    if season.rules.check_in_days:
        steps.append(opening.check_in(season))
    steps.append(Step("draw_up", opening.drawn_up_at(season)))
    steps = steps[passed:] if passed < len(PHASES) - 2 else []
    yield from steps
    yield from _rounds_ahead(season)


def _rounds_ahead(season: Season) -> Iterator[Step]:
    """Yield the rounds to come and the end, forecast for the divisions as they would be now."""
    drawn = season
    if season.phase in (Phase.PLANNED, Phase.REGISTRATION, Phase.CHECK_IN):
        drawn = apply(season, [CheckedIn(each.id) for each in season.entrants])
        drawn = apply(drawn, opening.draw_up(drawn))
    rules = season.rules
    whole = rounds(drawn)
    begun = season.rounds
    at = season.starts_at if season.round_ends_at is None else season.round_ends_at
    if is_at_once(season):
        if not begun:
            yield Step("round:1", at, counts={ROUNDS: whole})
            at = later(season, at, rules.season_days)
    else:
        for number in range(begun + 1, whole + 1):
            yield Step(f"round:{number}", at)
            at = later(season, at, rules.round_days)
    yield Step("finish", at)
    if rules.repeats:
        yield Step("next_season", at + timedelta(hours=rules.undo_hours))

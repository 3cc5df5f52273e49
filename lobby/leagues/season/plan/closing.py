"""While and after rounds are played: reminders, time over, places given up, the end."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import combinations

from lobby.leagues.season import dates
from lobby.leagues.season.effects import apply
from lobby.leagues.season.field import is_at_once, is_robin, is_settled, rounds
from lobby.leagues.season.plan.meetings import (
    ending,
    forfeited,
    later,
    next_number,
    open_or_forfeit,
    places_by_score,
    running,
)
from lobby.leagues.season.plan.step import Step, World
from lobby.leagues.season.rules import LastResort, Unfinished, Withdrawal
from lobby.leagues.season.standings import standings
from lobby.leagues.season.values import (
    Effect,
    EntrantChanged,
    Extended,
    FinalPlace,
    Fixture,
    FixtureStatus,
    How,
    NextSeason,
    Outcome,
    Paired,
    Phase,
    PhaseChanged,
    Purpose,
    Season,
    Standing,
    Told,
    Voided,
)

SUBSTITUTE_DAYS = timedelta(days=2)
HALF = "half"
LAST = "last"


# --- Reminders ------------------------------------------------------------------------------------


def reminder_steps(season: Season) -> Iterator[Step]:
    """Yield the reminders of the round: half-way, and a day before its end."""
    ends_at = season.round_ends_at
    if ends_at is None or not any(running(season)):
        return
    rules = season.rules
    days = rules.season_days if is_at_once(season) else rules.round_days
    moments = {HALF: ends_at - timedelta(days=days) / 2} if days > 1 else {}
    if days > 2:
        moments[LAST] = ends_at - timedelta(days=1)
    for name, at in moments.items():
        key = f"remind:{season.rounds}.{name}"
        if key not in season.done:
            yield Step(key, at)


def remind(season: Season, step: Step, world: World) -> list[Effect]:
    """Return whom we remind of their first turn; nobody once the round is over."""
    if season.round_ends_at is None or step.when >= season.round_ends_at:
        return []
    told = {one for each in running(season) for one in world.idle(each.key, step.when)}
    return [Told("reminder", tuple(sorted(told)), str(season.rounds))] if told else []


# --- Time is over ---------------------------------------------------------------------------------


def time_steps(season: Season) -> Iterator[Step]:
    """Yield the end of the time of the matches whose time is over first."""
    due = [each.due_at for each in running(season) if each.due_at]
    if due:
        yield Step(f"time:{min(due):%Y%m%dT%H%M%S}", min(due))


def settle(season: Season, step: Step, world: World) -> list[Effect]:
    """Return what happens to matches whose time is over, by the rule the league chose."""
    effects: list[Effect] = []
    for fixture in running(season):
        if fixture.due_at is None or fixture.due_at > step.at:
            continue
        over = _time_over(season, fixture, step.when, world)
        if any(isinstance(each, Paired) for each in over):  # the next has another number
            season = apply(season, over)
        effects += over
    return effects


def _time_over(season: Season, fixture: Fixture, now: datetime, world: World) -> list[Effect]:
    """Return more time, or the end: for not turning up, by score, or by play-outs."""
    extends = season.rules.unfinished == Unfinished.EXTEND
    if not fixture.extended and (extends or _is_our_fault(fixture, world, now)):
        due_at = later(season, now, season.rules.extension_days)
        return [
            Extended(fixture.key, due_at),
            Told("extended", fixture.seats, "{}.{}.{}".format(*fixture.key)),
        ]
    outcome = unplayed(fixture, world, now) or _as_it_stands(season, fixture, world)
    told = Told("decided", fixture.seats, "{}.{}.{}".format(*fixture.key))
    return [*ending(season, fixture, outcome, now), told]


def _is_our_fault(fixture: Fixture, world: World, now: datetime) -> bool:
    """Tell whether nobody could make a turn, because the match could not be begun."""
    return not world.begun(fixture.key) and not world.idle(fixture.key, now)


def unplayed(fixture: Fixture, world: World, now: datetime) -> Outcome | None:
    """Return the outcome of a match that nobody has begun: whoever had to begin loses it.

    None if somebody has made a turn. Where nobody could have made one, nobody loses.
    """
    if world.begun(fixture.key):
        return None
    idle = world.idle(fixture.key, now)
    return Outcome(tuple(0 if each in idle else 1 for each in fixture.seats), How.NO_SHOW)


def _as_it_stands(season: Season, fixture: Fixture, world: World) -> Outcome:
    if season.rules.unfinished == Unfinished.PLAY_OUTS:
        return Outcome(world.play_out(fixture.key), How.PLAY_OUTS)
    scores = world.score_so_far(fixture.key)
    return Outcome(places_by_score(scores), How.SCORE, scores)


# --- Places given up ------------------------------------------------------------------------------


def withdrawal_steps(season: Season) -> Iterator[Step]:
    """Yield the end of the time in which a substitute can be found for each place being left."""
    for each in season.entrants:
        if each.standing == Standing.LEAVING and each.left_at is not None:
            yield Step(f"withdraw:{each.id}", each.left_at + SUBSTITUTE_DAYS)


def withdraw(season: Season, entrant: int, now: datetime) -> list[Effect]:
    """Return what happens to a place that nobody takes over, and to its matches.

    In a round robin the league's rule says whether what was played counts. In the other formats it
    always does, for others were paired by it.
    """
    gone = season.entrant(entrant)
    effects: list[Effect] = [EntrantChanged(entrant, Standing.WITHDRAWN, gone.left_at or now)]
    meetings = [each for each in season.fixtures if entrant in each.seats]
    annulled = is_robin(season) and _annuls(season, meetings)
    for fixture in meetings:
        if annulled and fixture.purpose == Purpose.ROUND:
            effects += [Voided(fixture.key)] if fixture.status != FixtureStatus.VOID else []
        else:
            effects += _given_up(season, fixture, entrant, now)
    told = {one for each in meetings for one in each.seats if each.status != FixtureStatus.VOID}
    about = str(entrant)
    return [*effects, Told("withdrawn", tuple(sorted(told | {entrant})), about)]


def _annuls(season: Season, meetings: list[Fixture]) -> bool:
    played = sum(each.status == FixtureStatus.OVER for each in meetings)
    match season.rules.withdrawal:
        case Withdrawal.ANNUL:
            return True
        case Withdrawal.HALF:
            return 2 * played < len(meetings)
        case _:
            return False


def _given_up(season: Season, fixture: Fixture, entrant: int, now: datetime) -> list[Effect]:
    """Return the end of a meeting one of whose places is given up, if it is not over.

    A table of more than two goes on: as its match does if it runs, else without the one.
    """
    if fixture.status not in (FixtureStatus.PLANNED, FixtureStatus.RUNNING):
        return []
    if len(fixture.seats) == 2:
        return ending(season, fixture, forfeited(season, fixture, entrant), now)
    if fixture.status == FixtureStatus.RUNNING:
        return []
    rest = tuple(each for each in fixture.seats if each != entrant)
    number = next_number(season, fixture.level, fixture.round)
    smaller = Fixture((fixture.level, fixture.round, number), rest, purpose=fixture.purpose)
    effects: list[Effect] = [Voided(fixture.key), Paired(smaller)]
    due_at = max(season.round_ends_at or now, later(season, now, season.rules.extension_days))
    return effects + open_or_forfeit(season, smaller, when=now, due_at=due_at)


# --- The end --------------------------------------------------------------------------------------


def final_steps(season: Season) -> Iterator[Step]:
    """Yield the play-offs or the end, as soon as every match of the last round is over."""
    if season.rounds < rounds(season) or not is_settled(season):
        return
    if "play_off" not in season.done and any(_undecided(season)):
        yield Step("play_off", season.starts_at)
    else:
        yield Step("finish", season.starts_at)


def _undecided(season: Season) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield (level, those who are equal in everything) where the season's rules want a play-off."""
    if season.rules.last != LastResort.PLAY_OFF:
        return
    if any(each.purpose == Purpose.PLAY_OFF for each in season.fixtures):
        return
    for level in season.levels:
        for group in standings.decides(season, level):
            yield level, group


def play_off(season: Season, when: datetime) -> list[Effect]:
    """Return the play-offs: each against each, all at once."""
    due_at = later(season, when, season.rules.round_days)
    number = season.rounds + 1
    effects: list[Effect] = []
    told: list[int] = []
    boards: dict[int, int] = {}
    for level, group in _undecided(season):
        told += group
        for seats in combinations(group, 2):
            boards[level] = boards.get(level, 0) + 1
            fixture = Fixture((level, number, boards[level]), seats, purpose=Purpose.PLAY_OFF)
            effects.append(Paired(fixture))
            effects += open_or_forfeit(season, fixture, when=when, due_at=due_at)
    return [*effects, Told("play_off", tuple(told))]


def finish(season: Season, when: datetime) -> list[Effect]:
    """Return the places, where promotion and relegation lead, and the end of the season."""
    effects: list[Effect] = [
        EntrantChanged(each.id, Standing.WITHDRAWN, each.left_at)
        for each in season.entrants
        if each.standing == Standing.LEAVING
    ]
    season = apply(season, effects)
    for level in season.levels:
        rows = standings.table(season, level)
        up, down = standings.lines(season, level)
        there = [row.entrant for row in rows if not row.left]
        promoted = set(there[:up])
        relegated = set(there[len(there) - down :])
        if down:
            relegated |= {row.entrant for row in rows if row.left}
        for row in rows:
            step = (row.entrant in relegated) - (row.entrant in promoted)
            effects.append(FinalPlace(row.entrant, row.place, level + step))
    told = tuple(each.id for each in season.entrants if each.standing == Standing.PLAYING)
    return [*effects, PhaseChanged(Phase.FINISHED, when), Told("finished", told)]


def afterwards_steps(season: Season) -> Iterator[Step]:
    """Yield the planning of the next season, once nothing of this one can be undone."""
    if season.rules.repeats and season.ended_at and "next_season" not in season.done:
        undo = timedelta(hours=season.rules.undo_hours)
        yield Step("next_season", season.ended_at + undo)


def next_season(season: Season, when: datetime) -> list[Effect]:
    """Return the next season with its dates: after the break, and time enough to register."""
    rules = season.rules
    ended_at = season.ended_at or when
    rested = later(season, ended_at, rules.break_days)
    begun = dates.not_before(when, hour=rules.start_hour, zone=season.zone)
    starts_at = max(rested, later(season, begun, dates.days_ahead(rules)))
    registration_at, check_in_at = dates.lead_up(starts_at, rules, season.zone)
    return [NextSeason(season.number + 1, registration_at, check_in_at, starts_at)]

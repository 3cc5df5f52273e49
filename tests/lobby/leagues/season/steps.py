"""Seasons brought as far as a test wants them, step by step."""

from datetime import UTC, datetime, timedelta

from lobby.leagues.season import dates, plan
from lobby.leagues.season.rules import Rules, Schedule
from lobby.leagues.season.values import (
    CheckedIn,
    Ended,
    EntrantChanged,
    FixtureStatus,
    How,
    Outcome,
    Phase,
    Season,
    Standing,
)
from tests.lobby.leagues.season import seasons

START = datetime(2026, 10, 8, 16, tzinfo=UTC)  # six in the evening in Berlin
DAY = timedelta(days=1)


class World:
    """Matches as a test wants them: by key, who does nothing, what the score is."""

    def __init__(self, *, idle=(), scores=None, begun=True):
        self._idle, self._scores, self._begun = idle, scores or {}, begun

    def begun(self, key):
        return self._begun

    def idle(self, key, now):
        return self._idle

    def score_so_far(self, key):
        return self._scores[key]

    def play_out(self, key):
        return plan.places_by_score(self._scores[key])


def planned(size=8, **rules):
    """Return a season before its registration, with so many people in it."""
    people = [
        seasons.entrant(number, standing=Standing.REGISTERED, level=None)
        for number in range(1, size + 1)
    ]
    rules = Rules(**({"division_ideal": 8} | rules))
    registration_at, check_in_at = dates.lead_up(START, rules, "Europe/Berlin")
    return Season(
        number=3,
        rules=rules,
        zone="Europe/Berlin",
        registration_at=registration_at,
        check_in_at=check_in_at,
        starts_at=START,
        seed="seed",
        entrants=tuple(people),
    )


def go(season, until, world=None, *, all_there=True):
    """Carry out what falls due up to an instant; return the season and the steps."""
    steps = []
    while (at := plan.wakes_at(season)) is not None and at <= until:
        step = plan.next_step(season, max(at, season.registration_at), world or World())
        season = plan.after(season, step)
        steps.append(step)
        if all_there and season.phase == Phase.CHECK_IN:
            season = plan.apply(season, [CheckedIn(each.id) for each in season.entrants])
    return season, steps


def playing(size=8, **rules):
    return go(planned(size, **rules), START)[0]


def end(season, *keys, places=(1, 2)):
    outcome = Outcome(places, How.PLAYED, (9, 5))
    return plan.apply(season, [Ended(key, outcome) for key in keys])


def running(season):
    return [each for each in season.fixtures if each.status == FixtureStatus.RUNNING]


def keys_of(steps):
    return [each.key for each in steps]


def time_over(season, world):
    """Return what happens at the end of the time of the first round's matches."""
    due_at = running(season)[0].due_at
    step = next(each for each in [plan.Step(f"time:{due_at:%Y%m%dT%H%M%S}", due_at, now=due_at)])
    return plan.planned(season, step, world).effects


def leaving(season, entrant=1):
    at = START + DAY
    return plan.apply(season, [EntrantChanged(entrant, Standing.LEAVING, at)]), at


def finished(size=4, **rules):
    season = playing(size, schedule=Schedule.AT_ONCE, **rules)
    for fixture in running(season):
        better = fixture.seats[0] < fixture.seats[1]
        season = end(season, fixture.key, places=(1, 2) if better else (2, 1))
    return season

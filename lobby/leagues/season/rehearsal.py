"""A rehearsal: a season played through on a copy, with a made-up clock and made-up results.

It runs on the very functions that run the season, so its timetable is what will happen. Only who
wins, who is late and who leaves is drawn from the season's seed.
"""

import dataclasses
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

from games.core.language.text import Text
from games.core.rng import Rng
from lobby.leagues.season import plan
from lobby.leagues.season.actions import players as events
from lobby.leagues.season.plan.meetings import ending, running
from lobby.leagues.season.values import (
    CheckedIn,
    Effect,
    Entrant,
    Fixture,
    How,
    Key,
    Outcome,
    Phase,
    Season,
    Standing,
)

ENDED = (Phase.FINISHED, Phase.CANCELLED)
MOST_STEPS = 5000


@dataclasses.dataclass(frozen=True, slots=True)
class Line:
    """A line of the timetable: when, what happens, and exactly what that changes."""

    at: datetime
    text: Text
    effects: tuple[Effect, ...]


def rehearse(
    season: Season,
    *,
    newcomers: int | None = None,
    leavers: int = 0,
    late: int = 10,
    now: datetime | None = None,
) -> list[Line]:
    """Return the timetable of a season from where it stands to its end and the next one's dates.

    ``newcomers`` are made up and join those who are there; without a number there are as many as
    fill a division. ``leavers`` give up their places, and a substitute takes over every second
    one. ``late`` of a hundred matches don't finish in time. It begins ``now``, or when registration
    opens.
    """
    season = dataclasses.replace(_with_newcomers(season, newcomers), held=False)
    return list(_Play(season, leavers, late, now or season.registration_at).lines())


def _with_newcomers(season: Season, newcomers: int | None) -> Season:
    if season.phase not in events.BEFORE:
        return season
    there = [each for each in season.entrants if each.standing == Standing.REGISTERED]
    if newcomers is None:
        wanted = max(season.rules.least, season.rules.division_ideal)
        newcomers = max(0, wanted - len(there))
    made_up = tuple(
        Entrant(id=-number, joined_at=season.registration_at, standing=Standing.REGISTERED)
        for number in range(1, newcomers + 1)
    )
    return dataclasses.replace(season, entrants=season.entrants + made_up)


class _Matches:
    """A world in which every match was begun; what nobody has finished is decided by lot."""

    def __init__(self, season: Season) -> None:
        self.season = season
        self.fixtures = {each.key: each for each in season.fixtures}

    def begun(self, key: Key) -> bool:
        return True

    def idle(self, key: Key, now: datetime) -> tuple[int, ...]:
        fixture = self.fixtures[key]
        return fixture.seats[:1] if self._chance(f"idle {key}").below(10) == 0 else ()

    def score_so_far(self, key: Key) -> tuple[int, ...]:
        return self.scores(self.fixtures[key])

    def play_out(self, key: Key) -> tuple[int, ...]:
        return plan.places_by_score(self.score_so_far(key))

    def scores(self, fixture: Fixture) -> tuple[int, ...]:
        chance = self._chance(f"score {fixture.key}")
        return tuple(50 + chance.below(200) for _ in fixture.seats)

    def _chance(self, label: str) -> Rng:
        return Rng(self.season.seed.encode(), 0, f"rehearsal {label}")


class _Play:
    """A season while it is played through."""

    def __init__(self, season: Season, leavers: int, late: int, now: datetime) -> None:
        self.season = season
        self.now = now
        self.leavers = leavers
        self.late = late
        self.left: dict[int, datetime] = {}

    def lines(self) -> Iterator[Line]:
        for _ in range(MOST_STEPS):
            wakes_at = plan.wakes_at(self.season)
            if wakes_at is None:
                return
            yield from self._people(wakes_at)
            self._finish_matches(plan.wakes_at(self.season) or wakes_at)
            yield from self._step(plan.wakes_at(self.season) or wakes_at)

    def _step(self, at: datetime) -> Iterator[Line]:
        self.now = max(self.now, at)
        world = _Matches(self.season)
        planned = plan.next_step(self.season, self.now, world)
        if planned is None:
            return
        self.season = plan.after(self.season, planned)
        yield Line(self.now, planned.text, planned.effects)

    def _apply(self, effects: Sequence[Effect]) -> None:
        self.season = plan.apply(self.season, effects)

    def _people(self, until: datetime) -> Iterator[Line]:
        """Check in whoever is asked to; let some leave, and others take their places."""
        if self.season.phase == Phase.CHECK_IN:
            asked = (Standing.REGISTERED, Standing.WAITING)
            those = [each for each in self.season.entrants if each.standing in asked]
            self._apply([CheckedIn(each.id) for each in those if not each.checked_in])
        if self.season.phase != Phase.PLAYING:
            return
        if len(self.left) < self.leavers:
            yield from self._leave(until)
        yield from self._stand_in(plan.wakes_at(self.season) or until)

    def _leave(self, until: datetime) -> Iterator[Line]:
        there = [
            each
            for each in self.season.entrants
            if each.standing == Standing.PLAYING and events.has_more_to_play(self.season, each)
        ]
        if len(there) < 2 or self.now >= until:
            return
        drawn = Rng(self.season.seed.encode(), len(self.left), "rehearsal leaves").choice(there)
        at = self.now + (until - self.now) / 2
        effects = tuple(events.leave(self.season, drawn.id, at))
        self._apply(effects)
        self.left[drawn.id] = at
        yield Line(at, Text("A player leaves the season"), effects)

    def _stand_in(self, until: datetime) -> Iterator[Line]:
        for number, (entrant, left_at) in enumerate(self.left.items()):
            at = max(self.now, left_at + timedelta(days=1))
            leaving = self.season.entrant(entrant).standing == Standing.LEAVING
            if leaving and number % 2 == 0 and at < until:
                effects = tuple(events.stand_in(self.season, entrant, at))
                self._apply(effects)
                yield Line(at, Text("A substitute takes over the place"), effects)

    def _finish_matches(self, until: datetime) -> None:
        """End the matches that are over before an instant, all but the late ones."""
        world = _Matches(self.season)
        season, effects = self.season, list[Effect]()
        for fixture in running(self.season):
            ends_at = self._ends_at(fixture)
            if ends_at is None or ends_at > until:
                continue
            scores = world.scores(fixture)
            outcome = Outcome(plan.places_by_score(scores), How.PLAYED, scores)
            ended = ending(season, fixture, outcome, ends_at)
            if len(ended) > 1:  # a replay, which takes a number
                season = plan.apply(season, ended)
            effects += ended
            self.now = max(self.now, ends_at)
        self._apply(effects)

    def _ends_at(self, fixture: Fixture) -> datetime | None:
        """Return when a match ends by itself, None if the clock has to end it."""
        chance = Rng(self.season.seed.encode(), 0, f"rehearsal ends {fixture.key}")
        if chance.below(100) < self.late or fixture.opened_at is None or fixture.due_at is None:
            return None
        return fixture.opened_at + (fixture.due_at - fixture.opened_at) * chance.below(90) / 100

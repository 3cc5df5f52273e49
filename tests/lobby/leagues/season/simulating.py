"""Seasons played through at random: people register, play, are late, leave and substitute.

Everything happens through the doors the site uses: steps by ``plan``, the rest by ``events``.
"""

import dataclasses
import random
from datetime import UTC, datetime, timedelta

from games.core.errors import Refusal
from lobby.leagues.season import plan
from lobby.leagues.season.actions import organisers as rulings
from lobby.leagues.season.actions import players as events
from lobby.leagues.season.field import rounds, rounds_of
from lobby.leagues.season.rules import (
    Format,
    LastResort,
    Movement,
    Rules,
    Schedule,
    Unfinished,
    Withdrawal,
)
from lobby.leagues.season.values import (
    Entrant,
    FixtureStatus,
    How,
    NextSeason,
    Outcome,
    Phase,
    Season,
    Standing,
)

OPENS_AT = datetime(2026, 10, 1, 16, tzinfo=UTC)
ENDED = (Phase.FINISHED, Phase.CANCELLED)
ZONES = ("UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Pacific/Auckland")
TIE_BREAKS = ({}, {}, {"tie_1": "", "tie_2": "", "tie_3": ""}, {"tie_1": "buchholz"})


def rules_for(chance: random.Random, format: Format) -> Rules:
    """Return rules of a format, all else drawn."""
    at_once = format in (Format.ROUND_ROBIN, Format.DOUBLE_ROUND_ROBIN, Format.TABLES)
    ideal = chance.randint(4, 16)
    return Rules(
        format=format,
        table_size=chance.randint(3, 5),
        rounds=chance.randint(1, 9),
        schedule=chance.choice(list(Schedule)) if at_once else Schedule.ROUNDS,
        round_days=chance.choice((1, 2, 7, 14)),
        check_in_days=chance.choice((0, 2)),
        start_hour=chance.randint(0, 23),
        least=2,
        excuses=2,
        substitutes=chance.random() < 0.8,
        withdrawal=chance.choice(list(Withdrawal)),
        unfinished=chance.choice(list(Unfinished)),
        extension_days=chance.choice((1, 3)),
        division_ideal=ideal,
        division_most=max(ideal, chance.randint(8, 20)),
        movement=chance.choice(list(Movement)),
        last=chance.choice(list(LastResort)),
        **chance.choice(TIE_BREAKS),
    )


@dataclasses.dataclass
class Matches:
    """A world by chance: some matches nobody has begun, the rest stands somehow."""

    season: Season
    seed: int

    def _chance(self, key):
        return random.Random(f"{self.seed} {key}")

    def begun(self, key):
        return self._chance(key).random() < 0.8

    def idle(self, key, now):
        seats = self.season.fixture(key).seats
        draw = self._chance(key).random()
        return () if draw < 0.7 else seats[:1] if draw < 0.95 else seats

    def score_so_far(self, key):
        chance = self._chance(f"score {key}")
        return tuple(chance.randint(0, 3) for _ in self.season.fixture(key).seats)

    def play_out(self, key):
        return plan.places_by_score(self.score_so_far(key))


class Simulation:
    """A season on its way, with all that was done to it."""

    def __init__(self, seed: int, format: Format, size: int, *, drop_outs: float = 0.15) -> None:
        self.seed = seed
        self.chance = random.Random(f"{seed} {format} {size}")
        rules = rules_for(self.chance, format)
        starts_at = OPENS_AT + timedelta(days=7)
        self.season = Season(
            number=1,
            rules=rules,
            zone=self.chance.choice(ZONES),
            registration_at=OPENS_AT,
            check_in_at=starts_at - timedelta(days=rules.check_in_days),
            starts_at=starts_at,
            seed=f"seed {seed}",
        )
        self.size = size
        self.drop_outs = drop_outs
        self.now = OPENS_AT
        self.leaves_at: dict[int, datetime] = {}
        self.drawn = False
        self.steps: list[plan.Planned] = []
        self.effects = []

    def apply(self, effects) -> None:
        self.effects += effects
        self.season = plan.apply(self.season, effects)

    def run(self) -> None:
        """Carry out all that is due now, as the job does."""
        while step := plan.next_step(self.season, self.now, self.world()):
            self.step(step)

    def world(self) -> Matches:
        return Matches(self.season, self.seed)

    def step(self, step: plan.Planned) -> None:
        assert step.at <= self.now
        assert step.key not in self.season.done
        assert step == plan.planned(self.season, step.step, self.world())
        self.effects += step.effects
        self.season = plan.after(self.season, step)
        self.steps.append(step)

    def play(self) -> "Simulation":
        """Play it to its end."""
        for _ in range(3000):
            self.run()
            if self.season.phase == Phase.FINISHED and plan.wakes_at(self.season) is None:
                return self
            if self.season.phase == Phase.CANCELLED:
                return self
            self.pass_time()
            self.act()
        raise AssertionError("the season does not end")

    def pass_time(self) -> None:
        """Go on to the next step, or a part of the way, or sometimes beyond it."""
        wakes_at = plan.wakes_at(self.season)
        assert wakes_at is not None
        assert wakes_at > self.now
        rest = wakes_at - self.now
        part = self.chance.choice((0.3, 0.6, 1.0, 1.0))
        late = timedelta(hours=self.chance.choice((0, 0, 0, 1, 30, 30, 240)))
        self.now += rest * part + (late if part == 1.0 else timedelta())

    def act(self) -> None:
        """Let people do what they do in this phase."""
        if self.season.phase in (Phase.REGISTRATION, Phase.CHECK_IN):
            self._register()
        if self.season.phase == Phase.CHECK_IN:
            self._check_in()
        if self.season.phase in events.DURING:
            self._decide_who_leaves()
            self._leave()
            self._stand_in()
            self._excuse()
            self._rule()
        if self.season.phase == Phase.PLAYING:
            self._claim()
            self._end_matches()

    def _register(self) -> None:
        known = len(self.season.entrants)
        fresh = [
            Entrant(
                id=number,
                joined_at=self.now,
                standing=events.register(self.season),
                rating=self.chance.randint(0, 40) / 2,
                last=self.chance.choice((None, 1, 1, 2, 3)),
                moved=self.chance.choice((-1, 0, 0, 1)),
                pause=self.chance.choice((1, 1, 2, 5)),
            )
            for number in range(known + 1, self.size + 1)
        ]
        entrants = self.season.entrants + tuple(fresh)
        self.season = dataclasses.replace(self.season, entrants=entrants)

    def _check_in(self) -> None:
        for each in self.season.entrants:
            if each.standing == Standing.REGISTERED and self.chance.random() < 0.97:
                self.apply(events.check_in(self.season, each.id))

    def _decide_who_leaves(self) -> None:
        """Draw who will drop out, and when: any time between the draw and the last round."""
        if self.leaves_at or self.drawn:
            return
        self.drawn = True
        rules = self.season.rules
        at_once = rules.schedule == Schedule.AT_ONCE
        days = rules.season_days if at_once else rules.round_days * rounds(self.season)
        for each in self.season.entrants:
            if each.standing == Standing.PLAYING and self.chance.random() < self.drop_outs:
                self.leaves_at[each.id] = self.now + timedelta(days=days * self.chance.random())

    def _leave(self) -> None:
        for entrant_id, at in list(self.leaves_at.items()):
            entrant = self.season.entrant(entrant_id)
            if at > self.now or entrant.standing != Standing.PLAYING:
                continue
            del self.leaves_at[entrant_id]
            if events.has_more_to_play(self.season, entrant):
                self.apply(events.leave(self.season, entrant_id, self.now))

    def _stand_in(self) -> None:
        for each in self.season.entrants:
            if each.standing == Standing.LEAVING and self.chance.random() < 0.3:
                self.apply(events.stand_in(self.season, each.id, self.now))

    def _excuse(self) -> None:
        for each in self.season.entrants:
            if self.chance.random() > 0.03 or each.level is None:
                continue
            last = max(1, rounds_of(self.season, each.level))
            try:
                number = self.chance.randint(1, last)
                self.apply(events.excuse(self.season, each.id, number, self.now))
            except Refusal:
                continue

    def _rule(self) -> None:
        """Let a referee settle a match now and then, or give time, or throw somebody out."""
        for fixture in self.running():
            draw = self.chance.random()
            if draw < 0.02:
                places = plan.places_by_score([self.chance.randint(0, 1) for _ in fixture.seats])
                self.apply(rulings.settle(self.season, fixture.key, places, self.now))
            elif draw < 0.04:
                days = self.chance.randint(1, 3)
                self.apply(rulings.give_time(self.season, [fixture.key], days))
        if self.drop_outs and self.chance.random() < 0.01:
            there = [each for each in self.season.entrants if each.standing == Standing.PLAYING]
            if there:
                gone = self.chance.choice(there)
                self.apply(events.remove(self.season, gone.id, self.now))

    def _claim(self) -> None:
        for fixture in self.running():
            if self.chance.random() < 0.05:
                claimant = self.chance.choice(fixture.seats)
                try:
                    self.apply(
                        events.claim_no_show(
                            self.season, claimant, fixture.key, self.now, self.world()
                        )
                    )
                except Refusal:
                    continue

    def _end_matches(self) -> None:
        for fixture in self.running():
            if self.chance.random() < 0.5:
                scores = tuple(self.chance.randint(0, 9) for _ in fixture.seats)
                outcome = Outcome(plan.places_by_score(scores), How.PLAYED, scores)
                self.apply(events.result(self.season, fixture.key, outcome, self.now))
                assert events.result(self.season, fixture.key, outcome, self.now) == []

    def running(self):
        return [each for each in self.season.fixtures if each.status == FixtureStatus.RUNNING]

    @property
    def next_seasons(self) -> list[NextSeason]:
        return [each for each in self.effects if isinstance(each, NextSeason)]

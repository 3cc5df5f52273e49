"""Whole seasons by chance: whatever people do, every season ends, and as it should."""

import dataclasses
from collections import Counter
from itertools import combinations

import networkx as nx
import pytest

from lobby.leagues.season import plan
from lobby.leagues.season.field import field, rounds_of
from lobby.leagues.season.pairing import divisions
from lobby.leagues.season.rules import Format
from lobby.leagues.season.standings import standings
from lobby.leagues.season.values import (
    Entrant,
    FinalPlace,
    FixtureStatus,
    How,
    Phase,
    Purpose,
    Standing,
)
from tests.lobby.leagues.season.simulating import Simulation
from tests.size import runs

SEASONS = runs(200, quick=3)  # of each format
LEAST, MOST = 2, 60
SIZES = [LEAST + (seed * 37) % (MOST - LEAST + 1) for seed in range(SEASONS)]
ROBINS = {Format.ROUND_ROBIN: 1, Format.DOUBLE_ROUND_ROBIN: 2}


@pytest.mark.parametrize("format", list(Format))
def test_every_season_ends_as_it_should(format):
    for seed, size in enumerate(SIZES):
        simulation = Simulation(seed, format, size).play()
        try:
            check(simulation)
        except AssertionError as error:
            error.add_note(f"seed {seed}, {size} players, {simulation.season.rules}")
            raise


@pytest.mark.parametrize("format", list(Format))
def test_without_drop_outs_nobody_is_short_of_a_match(format):
    for seed, size in enumerate(SIZES[: max(3, SEASONS // 4)], start=1000):
        season = Simulation(seed, format, size, drop_outs=0).play().season
        assert FixtureStatus.VOID not in {each.status for each in season.fixtures}
        for level in season.levels:
            check_seats_are_fair(season, level)


def check(simulation):
    season = simulation.season
    assert (
        season.phase == Phase.FINISHED
        or sum(each.standing == Standing.REGISTERED for each in season.entrants) < 2
        or not season.fixtures
    )
    if season.phase == Phase.CANCELLED:
        return
    check_is_settled(season)
    for level in season.levels:
        check_meetings(season, level)
        check_places(season, level)
    assert len(simulation.next_seasons) == 1
    assert simulation.next_seasons[0].registration_at > season.ended_at
    assert plan.next_step(season, simulation.now, simulation.world()) is None


def check_is_settled(season):
    """Every pairing is played, and only those of abandoned places count for nobody."""
    gone = {each.id for each in season.entrants if each.standing == Standing.WITHDRAWN}
    for fixture in season.fixtures:
        assert fixture.status in (FixtureStatus.OVER, FixtureStatus.VOID)
        assert len(fixture.seats) == len(set(fixture.seats))
        if fixture.status == FixtureStatus.VOID:
            assert gone.intersection(fixture.seats)
        else:
            assert len(fixture.outcome.places) == len(fixture.seats)


def check_meetings(season, level):
    kind = Format(season.rules.format)
    if kind in ROBINS:
        check_everyone_has_met_everyone(season, level, ROBINS[kind])
    elif kind == Format.KNOCKOUT:
        check_only_winners_go_on(season, level)
    else:
        check_everyone_is_in_each_round(season, level)
    if kind == Format.SWISS:
        check_repeats_were_forced(season, level)


def of_rounds(season, level, status=FixtureStatus.OVER):
    return [
        each
        for each in season.fixtures
        if each.level == level and each.status == status and each.purpose != Purpose.PLAY_OFF
    ]


def check_everyone_has_met_everyone(season, level, times):
    here = [each for each in field(season, level) if season.entrant(each).standing == "playing"]
    met = Counter(frozenset(each.seats) for each in of_rounds(season, level))
    for pair in combinations(here, 2):
        assert met[frozenset(pair)] == times


def check_everyone_is_in_each_round(season, level):
    here = [each for each in field(season, level) if season.entrant(each).standing == "playing"]
    for number in range(1, rounds_of(season, level) + 1):
        seats = Counter(
            one for each in of_rounds(season, level) if each.round == number for one in each.seats
        )
        assert all(seats[each] == 1 for each in here)
        assert set(seats.values()) <= {1}


def check_only_winners_go_on(season, level):
    fixtures = of_rounds(season, level)
    for number in range(2, rounds_of(season, level) + 1):
        before = [each for each in fixtures if each.round == number - 1]
        beaten = {
            one
            for each in before
            if each.outcome.places.count(1) == 1 and each.purpose != Purpose.THIRD
            for one, place in zip(each.seats, each.outcome.places, strict=True)
            if place != 1
        }
        now = [each for each in fixtures if each.round == number and each.purpose != Purpose.THIRD]
        thirds = {frozenset(e.seats) for e in fixtures if e.purpose == Purpose.THIRD}
        there = {one for e in now if frozenset(e.seats) not in thirds for one in e.seats}
        assert not there & beaten
    rows = standings.table(season, level)
    assert (
        [row.place for row in rows].count(1) == 1
        or len(field(season, level)) < 2
        or any(row.left for row in rows)
        or any(each.outcome.how == How.NO_SHOW for each in fixtures)
    )


def check_repeats_were_forced(season, level):
    fixtures = of_rounds(season, level)
    for number in range(2, rounds_of(season, level) + 1):
        now = [each for each in fixtures if each.round == number]
        met = {frozenset(e.seats) for e in fixtures if e.round < number and len(e.seats) == 2}
        rested = {e.seats[0] for e in fixtures if e.round < number and e.outcome.how == How.BYE}
        there = [each for e in now if e.outcome.how != How.EXCUSED for each in e.seats]
        repeats = any(frozenset(e.seats) in met for e in now) or any(
            e.outcome.how == How.BYE and e.seats[0] in rested for e in now
        )
        if repeats:
            assert not can_be_paired_anew(there, met, rested)


def can_be_paired_anew(there, met, rested):
    graph = nx.Graph()
    graph.add_nodes_from(there)
    graph.add_edges_from(pair for pair in combinations(there, 2) if frozenset(pair) not in met)
    if len(there) % 2:
        graph.add_edges_from((each, "bye") for each in there if each not in rested)
    return nx.is_perfect_matching(graph, nx.max_weight_matching(graph, True))


def check_seats_are_fair(season, level):
    """Nobody has the first seat more than once more or less often than is fair."""
    kind = Format(season.rules.format)
    if kind in (Format.KNOCKOUT, Format.TABLES):
        return
    games, firsts = Counter(), Counter()
    for fixture in of_rounds(season, level):
        if len(fixture.seats) == 2:
            games.update(fixture.seats)
            firsts[fixture.seats[0]] += 1
    bound = {Format.ROUND_ROBIN: 1, Format.DOUBLE_ROUND_ROBIN: 0, Format.SWISS: 2}[kind]
    for each in field(season, level):
        assert abs(2 * firsts[each] - games[each]) <= bound


def check_places(season, level):
    """What was stored at the end is what the raw results give."""
    rows = standings.table(season, level)
    assert len(rows) == len(season.division(level))
    for row in rows:
        entrant = season.entrant(row.entrant)
        better = [each for each in rows if each.place < row.place]
        assert row.place == len(better) + 1
        assert entrant.place == row.place
        assert abs(entrant.next_level - level) <= 1
        assert 1 <= entrant.next_level <= len(season.levels)
        assert row.points == points_by_hand(season, row.entrant)


def points_by_hand(season, entrant):
    if season.rules.format == Format.TABLES:
        return next(
            row.points
            for row in standings.table(season, season.entrant(entrant).level)
            if row.entrant == entrant
        )
    rules, points = season.rules, 0
    for fixture in season.fixtures:
        if entrant not in fixture.seats or fixture.status == FixtureStatus.VOID:
            continue
        if fixture.purpose == Purpose.PLAY_OFF:
            continue
        own = fixture.outcome.places[fixture.seats.index(entrant)]
        if fixture.outcome.how in (How.BYE, How.EXCUSED):
            points += rules.win if fixture.outcome.how == How.BYE else rules.draw
        elif own == 1:
            points += rules.win if fixture.outcome.places.count(1) == 1 else rules.draw
        elif own:
            points += rules.loss if fixture.outcome.places.count(own) == 1 else rules.draw
    return points


# --- Twice, and with crashes ----------------------------------------------------------------------


@pytest.mark.parametrize("format", list(Format))
def test_a_crash_between_any_two_steps_leaves_the_rest_to_the_next_run(format):
    """Steps one by one, each by another process, do what one run does."""

    class Crashing(Simulation):
        def run(self):
            before = self.season
            super().run()
            whole, self.season = self.season, before
            taken = [each for each in self.steps if each.key not in before.done]
            for expected in taken:
                step = plan.next_step(self.season, self.now, self.world())
                assert step == expected
                self.steps.remove(expected)
                self.step(step)
            assert self.season == whole
            assert plan.next_step(self.season, self.now, self.world()) is None

    for seed in range(2000, 2000 + runs(3, quick=1)):
        simulation = Crashing(seed, format, 9 + seed % 7).play()
        assert simulation.season.phase in (Phase.FINISHED, Phase.CANCELLED)


def test_everyone_who_was_placed_hears_of_the_places():
    season = Simulation(3, Format.SWISS, 20).play()
    placed = [each.entrant for each in season.effects if isinstance(each, FinalPlace)]
    drawn = [each.id for each in season.season.entrants if each.level is not None]
    assert sorted(placed) == sorted(drawn)


def test_a_held_season_waits():
    simulation = Simulation(4, Format.ROUND_ROBIN, 8)
    held = dataclasses.replace(simulation.season, held=True)
    assert plan.next_step(held, simulation.now, simulation.world()) is None
    assert plan.wakes_at(held) is None
    assert plan.upcoming(held) == ()


# --- Season after season --------------------------------------------------------------------------


def test_whoever_is_promoted_or_relegated_plays_there_next_time():
    simulation = Simulation(11, Format.ROUND_ROBIN, 24, drop_outs=0)
    eights = {"division_least": 8, "division_ideal": 8, "division_most": 8}
    rules = dataclasses.replace(
        simulation.season.rules, check_in_days=0, movement="sixth", **eights
    )
    simulation.season = dataclasses.replace(simulation.season, rules=rules)
    season = simulation.play().season
    assert [len(season.division(level)) for level in season.levels] == [8, 8, 8]
    entrants = tuple(
        Entrant(
            id=each.id,
            joined_at=each.joined_at,
            rating=each.rating,
            last=each.next_level,
            last_place=each.place,
            moved=each.level - each.next_level,
            pause=1,
        )
        for each in season.entrants
    )
    levels = divisions.draw_up(entrants, rules)
    assert [sorted(each) for each in levels] == [
        sorted(each.id for each in season.entrants if each.next_level == level)
        for level in season.levels
    ]
    moved = Counter(each.level - each.next_level for each in season.entrants)
    assert moved == {0: 16, 1: 4, -1: 4}

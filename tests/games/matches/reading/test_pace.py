"""Forecasts hold what they promise for people whom they have never been tuned to."""

from datetime import timedelta
from math import exp, log, sqrt
from random import Random

import pytest

from games.matches.reading.pace import Remaining, forecast
from tests.accounts.rest.rules.cases import june

NOW = june(1)
LONGEST = timedelta(days=3)


def look(players, *, seed=1, longest=LONGEST):
    return forecast(players, now=NOW, longest=longest, rng=Random(seed))


def steady(hours, count=40):
    return [timedelta(hours=hours)] * count


# --- Cases ----------------------------------------------------------------------------------------


def test_the_same_generator_gives_the_same_forecast():
    players = [Remaining(steady(5), 10, 4), Remaining([], 10, 4)]
    assert look(players) == look(players)
    assert look(players) != look(players, seed=2)


def test_a_table_without_turns_left_is_over_now():
    over = look([Remaining(steady(5), 0, 0), Remaining([], 0, 0)])
    assert (over.early_at, over.likely_at, over.late_at) == (NOW, NOW, NOW)


def test_people_of_known_pace_are_done_when_it_says():
    answer = look([Remaining(steady(6), 10, 0), Remaining(steady(12), 10, 0)])
    days = [
        (at - NOW) / timedelta(days=1) for at in (answer.early_at, answer.likely_at, answer.late_at)
    ]
    assert days[0] < days[1] < days[2]
    assert 6 < days[0] < 7.5 < days[2] < 11


def test_the_slower_the_later_and_the_less_is_known_the_wider():
    quick, slow, new = (look([Remaining(r, 20, 0)]) for r in (steady(3), steady(20), []))
    assert quick.late_at < slow.early_at
    assert new.late_at - new.early_at > 2 * (quick.late_at - quick.early_at)


def test_a_few_turns_already_tell_the_quick_from_the_slow():
    quick, slow = (look([Remaining(r, 20, 0)]) for r in (steady(1, 3), steady(40, 3)))
    assert quick.likely_at < look([Remaining([], 20, 0)]).likely_at < slow.likely_at


def test_no_turn_lasts_longer_than_the_clock_lets_it():
    answer = look([Remaining(steady(500), 10, 0)], longest=timedelta(hours=24))
    assert answer.late_at <= NOW + timedelta(days=10)
    assert look([Remaining(steady(500), 10, 0)], longest=None).likely_at > NOW + timedelta(days=100)


def test_turns_of_no_time_at_all_are_no_trouble():
    assert look([Remaining([timedelta(0)] * 40, 10, 9)]).early_at < NOW + timedelta(hours=1)


# --- Three hundred tables -------------------------------------------------------------------------
# Four sorts of people, none of them made as the forecast makes its own.


def even(rng):
    """Yield turns of one usual length, a few far longer."""
    usual, spread = log(3600 * rng.choice((2, 4, 6, 9, 14))), rng.uniform(0.8, 1.5)
    while True:
        yield exp(rng.gauss(usual, spread))


def moody(rng):
    """Yield turns of people who have slow and quick weeks."""
    usual, mood = log(3600 * rng.choice((2, 4, 6, 9, 14))), 0.0
    while True:
        mood = 0.8 * mood + rng.gauss(0, 0.3)
        yield exp(rng.gauss(usual + mood, 1.0))


def nightly(rng):
    """Yield turns of people who look in some times a day and sleep from 23 to 7."""
    looks, clock = rng.uniform(1, 8), rng.uniform(0, 24)
    while True:
        clock += rng.uniform(0, 12)
        began = clock
        clock += rng.expovariate(looks / 16)
        while not 7 <= clock % 24 < 23:
            clock += rng.expovariate(looks / 16)
        yield 3600 * (clock - began) + 60


def twofold(rng):
    """Yield turns made at once or not before the next evening."""
    at_once, later = rng.uniform(0.2, 0.8), rng.uniform(8, 30)
    while True:
        if rng.random() < at_once:
            yield rng.uniform(60, 1200)
        else:
            yield 3600 * later * rng.uniform(0.6, 1.4)


def draw_table(rng, known_turns):
    """Return who plays, as far as it is known, and how long the rest of the table really takes."""
    mean = rng.uniform(3, 30)
    luck, length, players = rng.gauss(), timedelta(0), []
    for _ in range(rng.randint(2, 4)):
        turns = rng.choice((even, moody, nightly, twofold))(Random(rng.random()))
        known = [
            min(timedelta(seconds=next(turns)), LONGEST) for _ in range(rng.choice(known_turns))
        ]
        count = max(0, round(mean + luck * sqrt(mean)))
        length += sum(
            (min(timedelta(seconds=next(turns)), LONGEST) for _ in range(count)), timedelta(0)
        )
        players.append(Remaining(known, mean, mean))
    return players, length


@pytest.mark.thorough
@pytest.mark.parametrize("known_turns", [(0, 3, 8, 20, 50), (0,)])
def test_80_of_100_tables_are_over_within_the_interval(known_turns):
    rng = Random("tables")
    early = late = 0
    for table in range(300):
        players, length = draw_table(rng, known_turns)
        answer = look(players, seed=table)
        early += NOW + length < answer.early_at
        late += NOW + length > answer.late_at
    within = 300 - early - late
    assert 0.7 * 300 <= within <= 0.9 * 300
    assert max(early, late) <= 0.2 * 300

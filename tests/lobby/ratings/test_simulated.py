"""Ratings of people whose strength is known here: they are sure enough, and as a whole stay."""

import dataclasses
import math
import random
from collections.abc import Callable, Collection, Sequence

import pytest

from games.core.clock import Pace, TimeControl
from games.matches.reading import Finished, Sitter
from lobby.ratings.acts import helped_pairs
from lobby.ratings.strength import Pair, Strength, ordinal, rate, start
from tests.factories import NOW
from tests.size import runs

NOISE = 25 / 6  # of a single match, in the library's units
LeftOut = Callable[[random.Random, Sequence[int]], Collection[Pair]]


def nothing(_rng: random.Random, _places: Sequence[int]) -> Collection[Pair]:
    return ()


def played(
    size: int, *, people: int, matches: int, left_out: LeftOut = nothing
) -> list[tuple[float, Strength]]:
    """Return the true strength of each person, and what so many matches each make of it."""
    rng = random.Random(size)
    true = [rng.gauss(start().mu, start().sigma) for _ in range(people)]
    found = [start()] * people
    for _ in range(matches):
        order = rng.sample(range(people), people)
        for first in range(0, people - size + 1, size):
            table = order[first : first + size]
            shown = [rng.gauss(true[each], NOISE) for each in table]
            places = [1 + sum(other > own for other in shown) for own in shown]
            after = rate([found[each] for each in table], places, left_out(rng, places))
            for each, strength in zip(table, after, strict=True):
                found[each] = strength
    return list(zip(true, found, strict=True))


@pytest.mark.parametrize("size", range(2, 7))
def test_ratings_are_as_sure_as_they_say_however_many_play(size: int) -> None:
    people = played(size, people=runs(400, quick=100), matches=20)
    squares = [((one.mu - true) / one.sigma) ** 2 for true, one in people]
    assert 0.4 < math.sqrt(sum(squares) / len(squares)) < 1.2
    assert [true for true, one in people if true < ordinal(one)] == []


def helped(share: float) -> LeftOut:
    """Return a rule by which the computer moves for some people, in this share of all seats."""
    sitter = Sitter(
        user=0, match=1, place=1, score=0, is_guest=False, covers=False, was_helped=False
    )
    finished = Finished(
        match=1, duel=None, game="upwords", options={}, pace="live", finished_at=NOW,
        control=TimeControl(Pace.LIVE, 60), was_played=True, was_finished=True, was_moved=True,
        was_short=False,
        was_scored=True, arranged=False, sitters=(),
    )  # fmt: skip

    def left_out(rng: random.Random, places: Sequence[int]) -> Collection[Pair]:
        sitters = [
            dataclasses.replace(sitter, user=user, place=place, was_helped=rng.random() < share)
            for user, place in enumerate(places)
        ]
        return helped_pairs(dataclasses.replace(finished, sitters=tuple(sitters)))

    return left_out


@pytest.mark.parametrize("share", [0.05, 0.15])
@pytest.mark.parametrize("size", [2, 4])
def test_ratings_as_a_whole_neither_rise_nor_sink_by_help(size: int, share: float) -> None:
    size_of_site = runs(240, quick=40)
    people = played(size, people=size_of_site, matches=120, left_out=helped(share))
    mean = sum(one.mu for _, one in people) / len(people)
    assert abs(25 * (mean - start().mu)) < 5  # points

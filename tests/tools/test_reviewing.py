"""How reliable reviews are: they find blunders, and leave good turns alone."""

import pytest

from games.core.review.judging import Grade
from games.counting_tiles.bots import futures
from tests.size import runs
from tools.reviewing.measuring import (
    WRONG,
    Deviation,
    Task,
    accounts,
    blunder,
    deviations,
    perfect,
    played,
    ratio,
    speed,
    tell_luck,
)

GAME = "words_with_chilwell"  # the shortest
LOOKS = 1000
MATCHES = runs(200, quick=4)


def tasks(*levels: str, matches: int = MATCHES) -> list[Task]:
    return [Task(GAME, number, levels or ("medium", "medium"), LOOKS) for number in range(matches)]


def test_a_match_is_the_same_each_time() -> None:
    (task,) = tasks(matches=1)
    first, second = played(task), played(task)
    assert [one.action for one in first.choices] == [one.action for one in second.choices]
    assert (first.seed, first.result) == (second.seed, second.result)


@pytest.mark.thorough
def test_blunders_are_found() -> None:
    grades = [grade for grade in map(blunder, tasks()) if grade is not None]
    assert len(grades) > MATCHES / 2
    assert sum(grade in WRONG for grade in grades) >= 0.95 * len(grades)


@pytest.mark.thorough
def test_the_reviewers_own_turns_are_hardly_ever_called_mistakes() -> None:
    grades = [perfect(task) for task in tasks()]
    assert sum(grade is Grade.MISTAKE for grade in grades) <= 0.02 * len(grades)


# Matches, and looks at each turn: fewer than a review's, so that it takes a minute or two.
UNSURE = {
    "tilekingdom": (6, 2000),
    "upwords": (4, 300),
    "words_with_chilwell": (10, 5000),
    "tiled_of_it": (4, 900),
    "counting_tiles": (10, 100),
}


@pytest.mark.thorough
@pytest.mark.parametrize("slug", UNSURE)
def test_chances_and_losses_vary_as_far_as_their_errors_say(
    slug: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(futures, "WEAKNESS", 0.0)  # of Counting Tiles, which no other seed shows
    matches, looks = UNSURE[slug]
    pairs = [deviations(Task(slug, at, ("medium", "medium"), looks)) for at in range(matches)]
    found = [pair for pair in pairs if pair is not None]
    assert len(found) >= matches / 2
    for rows in zip(*found, strict=True):
        assert 0.7 < ratio(rows) < 1.4


def test_a_ratio_is_that_of_all_positions_together() -> None:
    assert ratio([Deviation(0.0004, 0.0001), Deviation(0.0, 0.0003)]) == pytest.approx(1.0)
    assert ratio([Deviation(0.0004, 0.0001)]) == pytest.approx(2.0)


def test_a_turn_is_weighed_with_several_seeds() -> None:
    found = deviations(Task("tilekingdom", 0, ("easy", "easy"), 200))
    assert found is not None
    chance, loss = found
    assert 0 < loss.told < 2 * chance.told  # they share a part of it
    assert chance.found > 0


@pytest.mark.thorough
def test_luck_of_a_secret_played_from_both_seats_belongs_to_the_same_player() -> None:
    first, second = (accounts(task) for task in tasks("medium", "easy", matches=2))
    for found in (first, second):
        assert sum(one.luck for one in found) == pytest.approx(0, abs=1e-3)
        assert {one.result for one in found} <= {0.0, 0.5, 1.0}
    assert tell_luck_lines()[-1].endswith("in 0 of them the parts don't add up to the result.")


def tell_luck_lines() -> list[str]:
    return list(tell_luck(tasks("medium", "easy", matches=2), processes=1))


@pytest.mark.slow
def test_a_review_takes_time_by_the_turn() -> None:
    seconds, turns, puzzles = speed(tasks(matches=1)[0])
    assert seconds > 0
    assert turns == len(played(tasks(matches=1)[0]).choices)
    assert 0 <= puzzles <= 3

"""How reliable reviews are: they find blunders, and leave good turns alone."""

import pytest

from games.core.review.judging import Grade
from tests.size import runs
from tools.reviewing.measuring import (
    WRONG,
    Task,
    accounts,
    blunder,
    perfect,
    played,
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

"""A lesson on the smallest game there is."""

import pytest

from games.core.errors import IllegalAction
from games.core.lessons import Lesson, Sample, Step, attempt, begin, gained, solution
from tests.games.core.nim import Action, Nim, Options, Pass, State, Take


def leaves_three(_before: State, action: Action, after: State) -> str:
    if isinstance(action, Pass):
        return "Take something for once."
    return "" if after.heap == 3 else f"That leaves {after.heap}."


STEP = Step(
    title="Leave three",
    text="Whoever has to take from three loses.",
    task="Leave three.",
    position=State(to_move=0, heap=5, taken=(0, 1)),
    goal=leaves_three,
    solution="2",
    praise="Well done.",
)
LESSON = Lesson(
    options=Options(), steps=(STEP,), farewell="That is all.", sample=Sample(STEP.position)
)
GAME = Nim(LESSON.options)


def test_a_turn_that_reaches_the_goal_lacks_nothing() -> None:
    after, missed = attempt(GAME, STEP, Take(2))
    assert (after.heap, after.taken, after.to_move, missed) == (3, (2, 1), 1, "")


def test_a_legal_turn_that_misses_it_shows_what_it_lacks() -> None:
    assert attempt(GAME, STEP, Take(1))[1] == "That leaves 4."
    assert attempt(GAME, STEP, Pass())[1] == "Take something for once."


def test_the_rules_refuse_what_they_always_refuse() -> None:
    with pytest.raises(IllegalAction, match="You cannot do that"):
        attempt(GAME, STEP, Take(3))


def test_trying_leaves_the_position_as_it_was() -> None:
    before = begin(GAME, STEP)
    attempt(GAME, STEP, Take(2))
    assert begin(GAME, STEP) == before == STEP.position


def test_the_solution_is_written_in_the_game_s_notation() -> None:
    assert solution(GAME, STEP) == Take(2)


def test_points_of_the_last_turn_by_player_and_topic() -> None:
    after, _ = attempt(GAME, STEP, Take(2))
    assert (gained(after, 0), gained(after, 1), gained(after, 0, "road")) == (2, 0, 0)

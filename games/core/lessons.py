"""Lessons: a game taught in a few turns, each a real position played by the real rules.

A step is one position and one thing to do in it. Its goal looks at a legal turn and says what the
turn lacks; a turn that lacks nothing ends the step. Nothing is kept between steps.
"""

import dataclasses
from collections.abc import Callable
from typing import Any, Generic, TypeVar

from games.core.game import BaseState, Game, Player
from games.core.language.text import Text
from games.core.rng import SECRET_BYTES, Rng

S = TypeVar("S", bound=BaseState)
A = TypeVar("A")

# (position before, turn, position after) -> what the turn lacks, None if it reaches the goal.
Goal = Callable[[S, A, S], Text | None]

FEWEST_STEPS, MOST_STEPS = 5, 8
PLY = 1  # every position of a lesson counts as that of this ply
SECRET = bytes(SECRET_BYTES)  # what is drawn is the same for everyone


@dataclasses.dataclass(frozen=True, slots=True)
class Step(Generic[S, A]):
    """One thing to learn: what is so, what to do now, and what it has brought.

    ``position`` holds facts, for the game to restore; its player to move is the learner.
    ``solution`` is a turn in the game's notation that reaches the goal.
    """

    title: Text
    text: Text
    task: Text
    position: S
    goal: Goal[S, A]
    solution: str
    praise: Text


@dataclasses.dataclass(frozen=True, slots=True)
class Sample(Generic[S]):
    """A position in mid-game that shows what a game looks like, as a ``player`` sees it.

    Of its picture only a ``part`` is shown: left, top, width and height, where the whole is 1.
    """

    position: S
    player: Player | None = None
    part: tuple[float, float, float, float] = (0, 0, 1, 1)


@dataclasses.dataclass(frozen=True, slots=True)
class Lesson(Generic[S, A]):
    """A game's lesson. A word game names in ``words`` all that its steps rely on.

    ``farewell`` says what else a newcomer should know before a first game; ``sample`` shows those
    who haven't chosen yet what they'd play.
    """

    options: Any
    steps: tuple[Step[S, A], ...]
    farewell: Text
    sample: Sample[S]
    words: tuple[str, ...] = ()


def begin(game: Game[Any, S, A], step: Step[S, A]) -> S:
    """Return the position of a step, ready to be played."""
    return game.restore(step.position)


def attempt(game: Game[Any, S, A], step: Step[S, A], action: A) -> tuple[S, Text | None]:
    """Return the position after a turn and what it lacks, None if it reaches the goal.

    Raise IllegalAction if the rules do not allow it.
    """
    before = begin(game, step)
    after = game.apply_action(before, action, Rng(SECRET, PLY + 1))
    return after, step.goal(before, action, after)


def solution(game: Game[Any, S, A], step: Step[S, A]) -> A:
    """Return the turn that shows how a step is done."""
    return game.parse_action(begin(game, step), step.solution)


def gained(state: BaseState, player: Player, *topics: str) -> int:
    """Return the points the last turn brought a player, for these topics or for all."""
    return sum(
        event.points
        for event in state.events
        if event.player == player and (not topics or event.topic in topics)
    )

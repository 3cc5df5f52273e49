"""How good a turn is that somebody tries in a position of which the best turns are known."""

import dataclasses
from collections.abc import Callable, Sequence
from typing import Any

from games.core.extras.protocols import AnyGame
from games.core.review.judging import Grade, judge, judged
from games.core.review.report import Choice, Idea, idea_of
from games.core.weighing import Weighed

LESS = 4  # a turn that nobody has weighed yet gets a fraction of the looks

# weigh(also) -> the choices of a position, best first, and each of ``also`` among them.
Weigh = Callable[[tuple[Any, ...]], Sequence[Weighed[Any]]]


@dataclasses.dataclass(frozen=True, slots=True)
class Tried:
    """What a try gives away of the chance to win, how sure that is, and what it was.

    ``idea`` is the try itself, None if not even a search finds it worth a look.
    """

    loss: float
    error: float
    grade: Grade
    idea: Idea | None


def tried(game: AnyGame, choice: Choice, ideas: Sequence[Idea], weigh: Weigh) -> Tried:
    """Return how good ``choice.action``, which is legal, is beside ideas, the best of them first.

    One that isn't among them is weighed once, beside the best.
    """
    for idea in ideas:
        if game.decode_action(idea.action) == choice.action:
            known = judged(ideas, idea)
            return Tried(known.loss, known.error, known.grade, idea)
    best = game.decode_action(ideas[0].action)
    one = judge(weigh((best, choice.action)), choice.action)
    if one is None:
        return Tried(1.0, 0.0, Grade.MISTAKE, None)
    return Tried(one.loss, one.error, one.grade, idea_of(game, choice, one.played))

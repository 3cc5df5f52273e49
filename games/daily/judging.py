"""What a try is worth: 100 points for the best turn, fewer by the chance to win it gives away."""

import dataclasses
import math
from typing import Any

from games.core.bots import Budget
from games.core.extras.protocols import AnyGame
from games.core.review.judging import DOUBT, NOISE, Grade, grade_of, judge
from games.core.review.report import Choice, Idea, Turn, idea_of
from games.core.rng import Rng
from games.core.weighing import Judge

FULL = 100
NOTHING = 0.20  # of a chance: who gives that away gets no points
LESS = 4  # a turn that wasn't weighed before gets a fraction of the looks
DIGITS = 4


def points_of(loss: float, error: float) -> int:
    """Return the points for a turn that gives away so much of a chance, give or take an error.

    What may be an error of the search costs nothing.
    """
    certain = loss - DOUBT * error
    if certain <= NOISE:
        return FULL
    return max(0, round(FULL * (1 - certain / NOTHING)))


def judged(rules: AnyGame, by: Judge, choice: Choice, turn: Turn, *, seed: str, looks: int) -> Turn:
    """Return a position's turn with ``choice.action`` as what was played.

    One that isn't among the ideas is weighed once, beside the best.
    """
    for idea in turn.ideas:
        if rules.decode_action(idea.action) == choice.action:
            return _played(turn, idea, *_loss(turn, idea))
    best = rules.decode_action(turn.ideas[0].action)
    view = rules.observation(choice.state, choice.player)
    rng = Rng(bytes.fromhex(seed), choice.ply, "review")
    budget = Budget.of_looks(max(1, looks // LESS))
    found = by.weigh(rules, view, choice.player, rng, budget, (best, choice.action))
    one = judge(found, choice.action)
    if one is None:
        return _played(turn, None, 1.0, 0.0)
    return _played(turn, idea_of(rules, choice, one.played), one.loss, one.error)


def _loss(turn: Turn, idea: Idea) -> tuple[float, float]:
    best = turn.ideas[0]
    error = 0.0 if idea is best else math.hypot(best.error, idea.error)
    return max(0.0, best.chance - idea.chance), error


def _played(turn: Turn, idea: Idea | None, loss: float, error: float) -> Turn:
    grade = Grade.ONLY if len(turn.ideas) == 1 else grade_of(loss, error)
    facts: dict[str, Any] = {"loss": round(loss, DIGITS), "error": round(error, DIGITS)}
    return dataclasses.replace(turn, played=idea, grade=grade, **facts)


def points_for(turn: Turn) -> int:
    """Return the points for a turn as judged."""
    return points_of(turn.loss, turn.error)

"""What a try is worth: 100 points for the best turn, fewer by the chance to win it gives away."""

import dataclasses
from collections.abc import Sequence
from typing import Any

from games.core.bots import Budget
from games.core.extras.protocols import AnyGame
from games.core.review.judging import DOUBT, NOISE
from games.core.review.report import DIGITS, Choice, Turn
from games.core.review.trying import LESS, tried
from games.core.rng import Rng
from games.core.weighing import Judge, Weighed

FULL = 100
NOTHING = 0.20  # of a chance: who gives that away gets no points


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

    def weigh(also: tuple[Any, ...]) -> Sequence[Weighed[Any]]:
        view = rules.observation(choice.state, choice.player)
        rng = Rng(bytes.fromhex(seed), choice.ply, "review")
        budget = Budget.of_looks(max(1, looks // LESS))
        return by.weigh(rules, view, choice.player, rng, budget, also)

    found = tried(rules, choice, turn.ideas, weigh)
    facts: dict[str, Any] = {
        "loss": round(found.loss, DIGITS),
        "error": round(found.error, DIGITS),
    }
    return dataclasses.replace(turn, played=found.idea, grade=found.grade, **facts)


def points_for(turn: Turn) -> int:
    """Return the points for a turn as judged."""
    return points_of(turn.loss, turn.error)

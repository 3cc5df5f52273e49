"""What a try is worth: 100 points for the best turn, fewer by the chance to win it gives away."""

import dataclasses
from collections.abc import Sequence
from typing import Any

from games.core.review.judging import DOUBT, NOISE
from games.core.review.report import DIGITS, Choice, Turn
from games.core.review.trying import LESS, tried
from games.core.weighing import Weighed
from games.daily.binding import Posed
from games.thinking.question import Ask, Question

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


def judged(posed: Posed, choice: Choice, *, looks: int, words: int | None, ask: Ask) -> Turn:
    """Return a position's turn with ``choice.action``, which is legal, as what was played.

    One that isn't among the ideas is asked about, beside the best: raise what ``ask`` does.
    """
    rules = posed.rules

    def weigh(also: tuple[Any, ...]) -> Sequence[Weighed[Any]]:
        return ask(
            Question(
                rules=rules,
                words=words,
                view=rules.observation(choice.state, choice.player),
                player=choice.player,
                seed=posed.seed,
                ply=choice.ply,
                stream="review",
                looks=looks // LESS,
                also=also,
            )
        )

    found = tried(rules, choice, posed.turn.ideas, weigh)
    return dataclasses.replace(
        posed.turn,
        played=found.idea,
        grade=found.grade,
        loss=round(found.loss, DIGITS),
        error=round(found.error, DIGITS),
    )


def points_for(turn: Turn) -> int:
    """Return the points for a turn as judged."""
    return points_of(turn.loss, turn.error)

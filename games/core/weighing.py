"""What turns promise: every game can weigh the choices of whoever is to move, by what they see.

Computer players take the best, reviews compare it with what was played, hints and puzzles show it.
"""

import dataclasses
import math
from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

from games.core.game import Player

A = TypeVar("A")

LOGISTIC = math.sqrt(3) / math.pi  # the scale of a logistic curve, by its standard deviation


@dataclasses.dataclass(frozen=True, slots=True)
class Weighed(Generic[A]):
    """An action and what it promises, to the player to move and to everyone.

    ``chances`` are those to win, by seat, from 0 to 1; a shared win counts in parts, so they add up
    to 1. Alone, it's the chance to reach what a strong player does half the time. ``points`` are
    those expected in the end, by seat. ``error`` is the standard error of the mover's chance.
    Turns that are weighed together share much of it, for instance by the tiles that were drawn;
    ``apart`` is that of what sets this one apart from them, where it's known.
    """

    action: A
    player: Player
    chances: tuple[float, ...]
    points: tuple[float, ...]
    error: float = 0.0
    apart: float | None = None

    @property
    def chance(self) -> float:
        """Return the mover's own chance to win, from 0 to 1."""
        return self.chances[self.player]

    @property
    def error_beside(self) -> float:
        """Return the error that counts where it's compared with turns weighed along with it."""
        return self.error if self.apart is None else self.apart


# weigh(game, view, player, rng, budget, also=()) -> choices, best first. It looks closely at those
# that seem best and at each action of ``also``, which are legal. The same view, rng and count of
# looks at the budget bring the same answer.
Weigh = Callable[..., list[Weighed[Any]]]


@dataclasses.dataclass(frozen=True, slots=True)
class Judge:
    """How a game weighs turns, and how many looks at the budget a review spends on one."""

    weigh: Weigh
    looks: int


def chances_to_win(
    points: Sequence[float], spread: float, *, par: float = 0.0
) -> tuple[float, ...]:
    """Return each player's chance to end with most, from what they can expect, by a logistic curve.

    ``spread`` is the standard deviation of a lead of one over another. A player alone has to beat
    ``par``. Without any spread the game is decided, and equals share the win.
    """
    if spread <= 0:
        return shares_of(points) if len(points) > 1 else (float(points[0] >= par),)
    scale = spread * LOGISTIC
    if len(points) == 1:
        return (1 / (1 + math.exp(max(-700.0, min(700.0, (par - points[0]) / scale)))),)
    most = max(points)
    parts = [math.exp((own - most) / scale) for own in points]
    total = math.fsum(parts)
    return tuple(part / total for part in parts)


def shares_of(points: Sequence[float]) -> tuple[float, ...]:
    """Return how the win is shared by points that are final: whoever has most, equals in parts."""
    most = max(points)
    winners = [own == most for own in points]
    return tuple(won / sum(winners) for won in winners)


def preference(
    player: Player, chances: Sequence[float], points: Sequence[float]
) -> tuple[float, ...]:
    """Return by what a player prefers one outcome to another; the greatest is the best.

    First comes their chance to win, then their lead over the best of the others. What's left equal
    falls to whoever is next, in the order of turns. So where all is known, every turn has one best
    answer, however many play (max^n: Luckhardt and Irani, 1986).
    """
    others = [value for seat, value in enumerate(points) if seat != player]
    lead = points[player] - max(others, default=0.0)
    return (
        chances[player], lead,
        *points[player:], *points[:player], *chances[player:], *chances[:player],
    )  # fmt: skip

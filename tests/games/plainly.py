"""The end of a game by trying every legal action: slow, and nothing of what computers play by."""

from collections.abc import Callable, Hashable, Sequence
from typing import Any

from games.core.rng import Rng

End = tuple[tuple[float, ...], tuple[float, ...]]  # everyone's part of the win and their points


class TooMany(Exception):
    """There are more positions than a test has time for."""


class Plainly:
    """Follows a position to each of its ends.

    Each player takes what's best for their own chance to win, then for their lead, then for
    whoever follows in the order of turns. ``key`` tells positions apart. ``draws`` gives what can
    follow an action, each with its weight; by default nothing is left to chance.
    """

    def __init__(
        self,
        game: Any,
        key: Callable[[Any], Hashable],
        *,
        most: int,
        draws: Callable[[Any, Any, Any], list[tuple[int, Any]]] | None = None,
    ) -> None:
        self.game, self.key, self.most, self.draws = game, key, most, draws or follows
        self.ends: dict[Hashable, End] = {}

    def after(self, state: Any) -> dict[Any, End]:
        """Return what comes of each legal action; may raise TooMany."""
        return {
            action: mean(
                [
                    (weight, self._end(after))
                    for weight, after in self.draws(self.game, state, action)
                ]
            )
            for action in self.game.legal_actions(state)
        }

    def _end(self, state: Any) -> End:
        if state.to_move is None:
            return shares(state.scores), state.scores
        key = self.key(state)
        if key not in self.ends:
            if len(self.ends) >= self.most:
                raise TooMany
            self.ends[key] = max(
                self.after(state).values(), key=lambda end: liking(end, state.to_move)
            )
        return self.ends[key]


def follows(game: Any, state: Any, action: Any) -> list[tuple[int, Any]]:
    return [(1, game.apply_action(state, action, Rng(bytes(32), 0)))]


def mean(ends: Sequence[tuple[int, End]]) -> End:
    """Return the mean of ends by their weights, the only end as it is."""
    if len(ends) == 1:
        return ends[0][1]
    total = sum(weight for weight, _ in ends)
    chances, points = (
        tuple(
            sum(weight * end[part][seat] for weight, end in ends) / total
            for seat in range(len(ends[0][1][part]))
        )
        for part in (0, 1)
    )
    return chances, points


def liking(end: End, player: int) -> tuple[float, ...]:
    """Return by what a player compares ends, the greatest is the best."""
    chances, points = end
    turns = points[player:] + points[:player]
    return chances[player], lead(points, player), *turns


def lead(points: Sequence[float], player: int) -> float:
    """Return how far a player is ahead of the best of the others."""
    return points[player] - max(own for seat, own in enumerate(points) if seat != player)


def shares(points: tuple[int, ...]) -> tuple[float, ...]:
    """Return everyone's part of the win."""
    best = max(points)
    return tuple((own == best) / points.count(best) for own in points)

"""Count positions by brute force: numbers that any other implementation can confirm."""

from typing import Any

from games.core.game import Game
from games.core.rng import Rng


def perft(game: Game[Any, Any, Any], state: Any, secret: bytes, ply: int, depth: int) -> int:
    """Return the number of action sequences of length ``depth`` from a position at ``ply``."""
    if depth == 0 or game.is_terminal(state):
        return 1
    if depth == 1:
        return sum(1 for _ in game.legal_actions(state))
    return sum(
        perft(
            game, game.apply_action(state, action, Rng(secret, ply + 1)), secret, ply + 1, depth - 1
        )
        for action in game.legal_actions(state)
    )

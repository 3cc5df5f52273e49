"""A match is its secret and its actions: play them again and get the same positions."""

from collections.abc import Iterable, Iterator
from typing import Any

from games.core.game import Game
from games.core.rng import Rng


def replay(
    game: Game[Any, Any, Any], players: int, secret: bytes, actions: Iterable[Any]
) -> Iterator[Any]:
    """Yield the position at ply 0, then after each action; raise IllegalAction at a bad one."""
    state = game.initial_state(players, Rng(secret, 0))
    yield state
    for ply, action in enumerate(actions, start=1):
        state = game.apply_action(state, action, Rng(secret, ply))
        yield state


def final_state(
    game: Game[Any, Any, Any], players: int, secret: bytes, actions: Iterable[Any]
) -> Any:
    """Return the position after all the actions."""
    state = None
    for state in replay(game, players, secret, actions):  # noqa: B007 - the last one is wanted
        pass
    return state

"""Positions and plays to measure the search by: always the same, from middle-level games."""

import itertools
from collections.abc import Iterator

from games.core.bots import Budget
from games.core.rng import Rng
from games.upwords.position.model import State
from games.upwords.rules import Upwords
from games.upwords.turns.generation import Found, fitting, hand_of
from tools.greedy import greedy

FIRST, LAST = 8, 20  # turns between which a game is in its middle


def middle_positions(game: Upwords, count: int) -> list[State]:
    """Return so many positions with a full rack, from the middle of games for two."""
    return list(itertools.islice(_positions(game), count))


def _positions(game: Upwords) -> Iterator[State]:
    for number in itertools.count(1):
        secret = number.to_bytes(32, "big")
        state = game.initial_state(2, Rng(secret, 0))
        for ply in range(1, LAST + 1):
            player = state.to_move
            if player is None:
                break
            if ply >= FIRST and state.held[player] == game.options.rack:
                yield state
            rng = Rng(secret, ply, "bot")
            action = greedy.choose(game, state, player, rng, Budget(1.0, lambda: 0.0))
            state = game.apply_action(state, action, Rng(secret, ply))


def scored_plays(game: Upwords, state: State) -> list[Found]:
    """Return all plays of the player to move with their points, nothing prepared before."""
    fitting.cache_clear()
    hand_of.cache_clear()
    player = state.to_move
    rack = None if player is None else state.racks[player]
    return list(game.survey(state).plays(rack)) if rack else []

"""Another position, or another turn, that must look the same to someone.

A game with hidden information says in ``tests/games/<slug>/hidden.py`` what it hides:

* ``dealt_otherwise(game, state, player, rng)`` returns the position with all that the player (None:
  a spectator) may not see replaced by something else that could be there as well; where nothing is
  hidden from them, the position itself.
* ``alike(game, state, action)``, where actions hide something too, returns those which nobody but
  the player to move can tell from this one. Without it every action is known to all.
"""

import dataclasses
import importlib


def deal_otherwise(game, state, player, rng):
    """Return the position with everything hidden from a player dealt again."""
    if not game.info.hidden_information:
        return state
    return _hidden(game).dealt_otherwise(game, state, player, rng)


def alike(game, state, action):
    """Return the actions that others cannot tell from this one, itself among them."""
    return _hidden(game).alike(game, state, action) if has_secret_turns(game) else [action]


def has_secret_turns(game):
    """Tell whether there are actions that others cannot tell apart."""
    return game.info.hidden_information and hasattr(_hidden(game), "alike")


def _hidden(game):
    return importlib.import_module(f"tests.games.{game.info.slug}.hidden")


def without_events(state):
    return dataclasses.replace(state, events=())

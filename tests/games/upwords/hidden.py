"""What is hidden in Upwords, otherwise: the racks one does not see, and the tiles in the bag."""

import dataclasses

from games.upwords.position.bag import arranged, give_back
from games.upwords.position.model import Exchange


def dealt_otherwise(game, state, player, rng):
    """Return the position with all that a player (None: a spectator) does not see dealt anew."""
    if state.to_move is None:
        return state
    others = [seat for seat in range(len(state.racks)) if seat != player]
    pool = [letter for letter, count in state.bag.items() for _ in range(count)]
    pool += [letter for seat in others for letter in state.racks[seat]]
    rng.shuffle(pool)
    racks = list(state.racks)
    for seat in others:
        racks[seat] = arranged("".join(pool[: state.held[seat]]))
        del pool[: state.held[seat]]
    return dataclasses.replace(state, racks=tuple(racks), bag=give_back({}, "".join(pool)))


def alike(game, state, action):
    """Return the actions that others cannot tell from this one: which tile was given back."""
    if not isinstance(action, Exchange):
        return [action]
    return [Exchange(letter) for letter in sorted(set(state.racks[state.to_move]))]

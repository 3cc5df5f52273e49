"""What is hidden in WordsWithChilwell, otherwise: tiles of a hand nobody has seen taken."""

import dataclasses

from games.words_with_chilwell.position.tiles import SUPPLIES


def dealt_otherwise(game, state, player, rng):
    """Return the position with other tiles where a player (None: a spectator) may not look."""
    if state.to_move is None or game.options.open_hands:
        return state
    hands = list(state.hands)
    for seat, known in enumerate(state.known):
        if seat != player:
            unseen = state.sizes[seat] - len(known)
            hands[seat] = known + SUPPLIES[game.options.supply].draw(rng, unseen)
    return dataclasses.replace(state, hands=tuple(hands))

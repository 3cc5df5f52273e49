"""What is hidden in Tiled Of It, otherwise: the hands one does not see, and the deck."""

import dataclasses


def dealt_otherwise(game, state, player, rng):
    """Return the position with the cards a player (None: a spectator) does not see dealt anew."""
    if state.to_move is None:
        return state
    unseen = [*state.deck]
    for seat, hand in enumerate(state.hands):
        unseen += hand if seat != player else ()
    unseen.sort()
    rng.shuffle(unseen)
    hands = []
    for seat, hand in enumerate(state.hands):
        count = 0 if seat == player else len(hand)
        hands.append(hand if seat == player else tuple(unseen[:count]))
        del unseen[:count]
    return dataclasses.replace(state, hands=tuple(hands), deck=tuple(sorted(unseen)))

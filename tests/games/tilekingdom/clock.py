"""What the clock does in Tilekingdom when time runs out, and how a test sees that it did."""

WORDS = "the tile is laid in a random place where it fits, without a subject"


def did(game, before, action, after):
    player, laid = before.to_move, after.placements[-1]
    return (
        (laid.kind, laid.player) == (before.tile, player)
        and action.subject is None
        and action in list(game.legal_actions(before))
    )


def left(state):
    return (sum(state.bag.values()) + len(state.order),)

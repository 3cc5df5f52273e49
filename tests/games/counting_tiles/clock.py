"""What the clock does in Counting Tiles when time runs out, and how a test sees that it did."""

WORDS = "a random tile falls"


def did(game, before, action, after):
    fell = [event.kind for event in after.events].count("fell")
    return (fell, after.drops, after.tile is None or after.tile) == (
        1,
        before.drops + 1,
        after.to_move is None or before.tile,
    )


def left(state):
    return (state.grid.count(None),)

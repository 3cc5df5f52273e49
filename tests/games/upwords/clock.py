"""What the clock does in Upwords when time runs out, and how a test sees that it did."""

WORDS = "the turn is passed, and that pass doesn't count towards the end of the game"


def did(game, before, action, after):
    kept = (before.board, before.racks, before.scores, before.idle)
    passed = [(event.kind, event.player) for event in after.events] == [("passed", before.to_move)]
    return passed and (after.board, after.racks, after.scores, after.idle) == kept


def left(state):
    return state.pile + min(state.held), -state.passes, -state.idle

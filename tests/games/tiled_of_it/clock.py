"""What the clock does in Tiled Of It when time runs out, and how a test sees that it did."""

from games.tiled_of_it.position.model import Discard

WORDS = "a random card is discarded; on a first turn, it goes onto a random empty cell"


def did(game, before, action, after):
    if action.card not in before.hands[before.to_move]:
        return False
    if before.turns >= len(before.scores):
        return isinstance(action, Discard) and after.pile[-1].text == action.card
    cell = action.row * game.options.size + action.col
    return before.grid[cell] is None and after.grid[cell].text == action.card


def left(state):
    return (state.deck_size + sum(state.sizes),)

"""What the clock does in WordsWithChilwell when time runs out, and how a test sees that it did."""

from games.core.rng import Rng
from games.words_with_chilwell.position.model import Spell

WORDS = "it counts as a turn without a word"
SECRET = bytes(32)


def did(game, before, action, after):
    by_hand = game.apply_action(before, Spell("", game.options.extra), Rng(SECRET, 1))
    return game.apply_action(before, action, Rng(SECRET, 1)) == by_hand


def left(state):
    return -max(state.used), -max(state.sizes)

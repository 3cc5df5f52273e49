"""How many turns are left, by the tiles still to be laid."""

from games.core.extras.outlook import Turns, shared
from games.upwords.position.model import State

# While there is a bag: turns for each tile in it, for each tile on a rack, and a few more.
BAG, RACK, BESIDES = 0.36, 0.29, 6.0
# Afterwards, for each tile on a rack; some are never laid.
LAST_TILES = 0.53
# The variance: for the players, squared, and for each tile in the bag; afterwards for each player
# and tile on a rack.
SEATS_SPREAD, BAG_SPREAD, LAST_SPREAD = 1.0, 0.1, 0.08
PEOPLE = 0.035  # the deviation between people in the turns they take for a tile


def turns_left(state: State) -> Turns:
    """Return how many more turns each player will take, and the variance of that.

    Fitted to 240 games of the easy and medium computer players with two to four seats. In 240
    others, 90 of 100 forecasts were right within 1.28 deviations, as people differ more than these
    do, and all were 0.1 turns too long on average. tools.fitting.outlook fits the numbers anew.
    """
    players, held = len(state.scores), sum(state.held)
    if state.pile:
        turns = BAG * state.pile + RACK * held + BESIDES
        variance = SEATS_SPREAD * players * players + BAG_SPREAD * state.pile
        variance += (PEOPLE * state.pile) ** 2
    else:
        turns = LAST_TILES * held
        variance = LAST_SPREAD * players * held
    return shared(turns, variance, players=players, first=state.to_move)

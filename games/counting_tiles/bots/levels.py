"""Three computer players: one with rules of thumb, one that judges rows, one that looks ahead."""

from games.core.bots import Budget, bot
from games.core.game import Player
from games.core.rng import Rng
from games.counting_tiles.bots.search import weigh
from games.counting_tiles.bots.sketch import Sketch, ranked
from games.counting_tiles.position.model import COLUMNS, Action, Combine, Move, Place, State
from games.counting_tiles.rules import CountingTiles
from games.counting_tiles.turns.legality import actions

FEW = 8  # of what seems best any will do
USUAL = 5  # what an open cell should miss
COMPLETE, WRONG = 100.0, 20.0  # how it seems to fill a row rightly or not


@bot(seconds=0.25)
def easy(game: CountingTiles, view: State, player: Player, rng: Rng, budget: Budget) -> Action:
    """Put tiles where they seem to fit, and combine where a row has too much."""
    found = [
        (_seems(view, action), action)
        for action in actions(view, game.options)
        if isinstance(action, Place | Combine)
    ]
    found.sort(key=lambda pair: -pair[0])
    return found[0][1] if found[0][0] == COMPLETE else rng.choice(found[:FEW])[1]


def _seems(view: State, action: Place | Combine) -> float:
    """Return how well an action seems to fit: by what the open cells of its row then miss."""
    row = action.cell // COLUMNS
    tiles = view.grid[row * COLUMNS : (row + 1) * COLUMNS]
    missing = view.targets[row] - sum(tile.value for tile in tiles if tile is not None)
    free = tiles.count(None)
    if isinstance(action, Combine):
        tile, other = view.grid[action.cell], view.grid[action.onto]
        if tile is not None and other is not None:
            missing += tile.value - tile.value // other.value
    else:
        missing -= view.tile or 0
        free -= 1
    if free == 0:
        return COMPLETE if missing == 0 else -WRONG - abs(missing)
    return -abs(missing / free - USUAL)


@bot(seconds=0.25)
def medium(game: CountingTiles, view: State, player: Player, rng: Rng, budget: Budget) -> Action:
    """Judge each row by its chances and do what is best at once, but leave bonuses alone."""
    found = ranked(game, view, Sketch(view, pairs=False))
    return next(action for _, action in found if isinstance(action, Place | Move | Combine))


@bot(seconds=0.25)
def hard(game: CountingTiles, view: State, player: Player, rng: Rng, budget: Budget) -> Action:
    """See what can be combined later, and what the next tile may bring."""
    return weigh(game, view, player, rng, budget)[0].action

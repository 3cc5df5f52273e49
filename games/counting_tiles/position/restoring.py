"""From stored facts to a position to play on: refuses what contradicts itself."""

from games.core.codec import BadData
from games.counting_tiles.options import Options
from games.counting_tiles.position.bag import MOST, VALUES
from games.counting_tiles.position.model import (
    BONUSES,
    CELLS,
    COLUMNS,
    HIGHEST,
    LOWEST,
    PLAYER,
    ROWS,
    WILD,
    State,
)
from games.counting_tiles.position.tempo import interval

LARGEST = max(VALUES)


def checked(state: State, options: Options) -> State:
    """Return the position; raise BadData naming what is wrong with it."""
    if state.to_move not in (None, PLAYER):
        raise BadData("to_move: there is one player")
    if (state.tile is None) != (state.to_move is None):
        raise BadData("tile: there is one in hand until the game is over")
    _check_board(state)
    _check_bag(state)
    _check_counts(state, options)
    return state


def _check_board(state: State) -> None:
    if len(state.grid) != CELLS or len(state.targets) != ROWS:
        raise BadData(f"grid, targets: there must be {CELLS} cells and {ROWS} rows")
    if not all(LOWEST <= target <= HIGHEST for target in state.targets):
        raise BadData(f"targets: they lie between {LOWEST} and {HIGHEST}")
    for tile in state.grid:
        if tile is not None and not (1 <= tile.value <= LARGEST and 0 <= tile.combined <= LARGEST):
            raise BadData("grid: there is no such tile")
    if state.to_move is not None and None not in state.grid:
        raise BadData("to_move: the board is full")
    for row, target in enumerate(state.targets):
        tiles = state.grid[row * COLUMNS : (row + 1) * COLUMNS]
        if None not in tiles and sum(tile.value for tile in tiles if tile) == target:
            raise BadData("grid: a complete row was not cleared")


def _check_bag(state: State) -> None:
    if not all(0 < count <= MOST.get(value, 0) for value, count in state.bag.items()):
        raise BadData("bag: there are no such tiles")
    if state.tile is not None and state.tile not in VALUES:
        raise BadData("tile: there is no such tile")


def _check_counts(state: State, options: Options) -> None:
    if len(state.bonuses) != len(BONUSES) or "used" in state.bonuses[:WILD]:
        raise BadData("bonuses: there are four, and only the last can be used up")
    counts = (
        state.rows, state.saved, state.placed, state.moved, state.combined, state.draws,
        state.drops, state.since,
    )  # fmt: skip
    if min(counts) < 0 or max(counts) >= 10**9:
        raise BadData("rows, placed, moved: counts can't be below 0")
    if state.score != state.rows * options.row_points + state.saved:
        raise BadData("score: not what rows and combined tiles bring")
    due = interval(options, state.rows) if options.drops == "counted" else 1
    if state.since >= due and state.to_move is not None:
        raise BadData("since: a random tile is due")
    if state.to_move is not None and options.limit and state.drops >= options.limit:
        raise BadData("drops: the last random tile has fallen")

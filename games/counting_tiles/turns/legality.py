"""What a player can do in a position, and why they can't do something: rules 2 and 4."""

from collections.abc import Iterator

from games.core.errors import IllegalAction
from games.counting_tiles.options import Options
from games.counting_tiles.position.model import (
    BONUSES,
    CELLS,
    CHANGE,
    COLUMNS,
    DISCARD,
    REMOVE,
    ROWS,
    WILD,
    Action,
    Change,
    Combine,
    Discard,
    Drop,
    Grid,
    Move,
    Place,
    Remove,
    State,
    Tile,
    Wild,
    cell_text,
)


def _beside(cell: int) -> tuple[int, ...]:
    row, col = divmod(cell, COLUMNS)
    near = ((row - 1, col), (row, col - 1), (row, col + 1), (row + 1, col))
    return tuple(r * COLUMNS + c for r, c in near if r in range(ROWS) and c in range(COLUMNS))


def _in_line(cell: int) -> tuple[int, ...]:
    row, col = divmod(cell, COLUMNS)
    return tuple(
        other
        for other in range(CELLS)
        if other != cell and (other // COLUMNS == row or other % COLUMNS == col)
    )


BESIDE = tuple(map(_beside, range(CELLS)))
IN_LINE = tuple(map(_in_line, range(CELLS)))


def open_cells(grid: Grid) -> list[int]:
    """Return the cells without a tile."""
    return [cell for cell, tile in enumerate(grid) if tile is None]


def can_move(tile: Tile) -> bool:
    """Tell whether a tile has been neither moved nor combined (rule 2.3)."""
    return tile.origin != "moved" and not tile.combined


def divides(other: int, value: int) -> bool:
    """Tell whether a tile of a value can be combined with another (rule 2.5)."""
    return 1 < other < value and value % other == 0


def reach(cell: int, options: Options) -> tuple[int, ...]:
    """Return the cells to which a tile could move if they were open (rule 2.2)."""
    return BESIDE[cell] if options.steps == "one" else IN_LINE[cell]


def moves(grid: Grid, options: Options) -> Iterator[tuple[int, list[int]]]:
    """Yield each tile that can move, and where to."""
    for cell, tile in enumerate(grid):
        if tile is not None and can_move(tile):
            places = [to for to in reach(cell, options) if grid[to] is None]
            if places:
                yield cell, places


def combinations(grid: Grid) -> Iterator[tuple[int, list[int]]]:
    """Yield each tile that can be combined, and onto which others."""
    values = [0 if tile is None else tile.value for tile in grid]
    for cell, value in enumerate(values):
        onto = value and [near for near in BESIDE[cell] if divides(values[near], value)]
        if onto:
            yield cell, onto


def actions(state: State, options: Options) -> Iterator[Action]:
    """Yield everything the player can do."""
    if state.to_move is None:
        return
    free = open_cells(state.grid)
    yield from map(Place, free)
    for cell, places in moves(state.grid, options):
        yield from (Move(cell, to) for to in places)
    for cell, others in combinations(state.grid):
        yield from (Combine(cell, onto) for onto in others)
    ready = [standing == "unlocked" for standing in state.bonuses]
    if ready[DISCARD]:
        yield Discard()
    if ready[REMOVE]:
        yield from (Remove(cell) for cell, tile in enumerate(state.grid) if tile is not None)
    if ready[CHANGE]:
        yield from (Change(cell) for cell, tile in enumerate(state.grid) if tile is not None)
    if ready[WILD]:
        yield from map(Wild, free)


def check(state: State, action: Action, options: Options) -> None:
    """Raise IllegalAction if the player can't do that."""
    match action:
        case Place(cell):
            _expect_open(state.grid, cell)
        case Move(cell, to):
            _check_move(state.grid, cell, to, options)
        case Combine(cell, onto):
            _check_combination(state.grid, cell, onto)
        case Discard():
            _expect_unlocked(state, DISCARD)
        case Remove(cell):
            _expect_unlocked(state, REMOVE)
            _tile_at(state.grid, cell)
        case Change(cell):
            _expect_unlocked(state, CHANGE)
            _tile_at(state.grid, cell)
        case Wild(cell):
            _expect_unlocked(state, WILD)
            _expect_open(state.grid, cell)
        case Drop():
            pass


def _expect_cell(cell: int) -> None:
    if cell not in range(CELLS):
        raise IllegalAction(
            "The board has {rows} rows of {columns} cells.", rows=ROWS, columns=COLUMNS
        )


def _expect_open(grid: Grid, cell: int) -> None:
    _expect_cell(cell)
    if grid[cell] is not None:
        raise IllegalAction("There's already a tile at {cell}.", cell=cell_text(cell))


def _tile_at(grid: Grid, cell: int) -> Tile:
    _expect_cell(cell)
    tile = grid[cell]
    if tile is None:
        raise IllegalAction("There's no tile at {cell}.", cell=cell_text(cell))
    return tile


def _expect_unlocked(state: State, bonus: int) -> None:
    standing = state.bonuses[bonus]
    if standing == "used":
        raise IllegalAction("{bonus}: you can only use it once a game.", bonus=BONUSES[bonus])
    if standing == "locked":
        raise IllegalAction(
            "{bonus}: not unlocked yet. Complete a row first.", bonus=BONUSES[bonus]
        )


def _check_move(grid: Grid, cell: int, to: int, options: Options) -> None:
    tile = _tile_at(grid, cell)
    _expect_open(grid, to)
    if not can_move(tile):
        if tile.combined:
            raise IllegalAction(
                "You've already combined the tile at {cell}, so you can't move it.",
                cell=cell_text(cell),
            )
        raise IllegalAction(
            "You've already moved the tile at {cell}, so you can't move it again.",
            cell=cell_text(cell),
        )
    if to not in IN_LINE[cell]:
        raise IllegalAction("You can only move a tile along its row or column.")
    if to not in reach(cell, options):
        raise IllegalAction("At this table tiles move one cell at a time.")


def _check_combination(grid: Grid, cell: int, onto: int) -> None:
    tile, other = _tile_at(grid, cell), _tile_at(grid, onto)
    if onto not in BESIDE[cell]:
        raise IllegalAction(
            "You can only combine a tile with one directly beside, above or below it."
        )
    if other.value == 1:
        raise IllegalAction("You can't combine a tile with a 1.")
    if other.value == tile.value:
        raise IllegalAction("You can't combine two tiles of the same value.")
    if not divides(other.value, tile.value):
        raise IllegalAction(
            "You can't divide {value} exactly by {other}.", value=tile.value, other=other.value
        )

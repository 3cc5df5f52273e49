"""A position in words, for screen readers, mails and everyone who does not see the picture."""

from games.core.naming import Reader
from games.counting_tiles.legality import BONUSES, can_move
from games.counting_tiles.model import COLUMNS, Grid, State, Tile
from games.counting_tiles.notation import cell_text
from games.counting_tiles.options import Options
from games.counting_tiles.tempo import interval


def describe(state: State, reader: Reader, options: Options) -> str:
    """Return the position in words, as it is told to a reader."""
    whose = "Your" if reader.player is not None else _stranger(reader)
    parts = [_tempo(state, options), f"{whose} points: {state.score}, from {_rows(state.rows)}"]
    if state.saved:
        parts[-1] += f" and {state.saved} saved"
    parts[-1] += "."
    if state.tile is not None:
        parts.append(f"Tile in hand: {state.tile}.")
    parts += [_row(state.grid, row, target) for row, target in enumerate(state.targets)]
    ready = [
        name
        for name, standing in zip(BONUSES, state.bonuses, strict=True)
        if standing == "unlocked"
    ]
    parts.append(f"Bonuses to use: {', '.join(ready).lower() if ready else 'none'}.")
    return " ".join(parts)


def _stranger(reader: Reader) -> str:
    return f"{reader.subject(0)}'s" if reader.names else "The player's"


def _rows(count: int) -> str:
    return f"{count or 'no'} completed row{'' if count == 1 else 's'}"


def _tempo(state: State, options: Options) -> str:
    if state.to_move is None:
        return "The game is over."
    every = interval(options, state.rows)
    if options.drops == "timed":
        return f"A random tile falls every {every} seconds."
    left = every - state.since
    return f"A random tile falls after {left} more action{'' if left == 1 else 's'}."


def _row(grid: Grid, row: int, target: int) -> str:
    """Return what lies in a row, what is missing, and which cells are open."""
    cells = range(row * COLUMNS, (row + 1) * COLUMNS)
    tiles = [(cell, grid[cell]) for cell in cells]
    told = [f"{_tile(tile)} at {cell_text(cell)}" for cell, tile in tiles if tile is not None]
    missing = target - sum(tile.value for _, tile in tiles if tile is not None)
    text = f"{missing} missing" if missing >= 0 else f"{-missing} too many"
    if not told:
        return f"Row {row + 1}, {text}: empty."
    free = [cell_text(cell) for cell, tile in tiles if tile is None]
    rest = f"; open {', '.join(free)}" if free else "; full"
    return f"Row {row + 1}, {text}: {', '.join(told)}{rest}."


def _tile(tile: Tile) -> str:
    return str(tile.value) if can_move(tile) else f"fixed {tile.value}"

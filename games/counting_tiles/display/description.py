"""A position in words, for screen readers, mails and everyone who doesn't see the picture."""

from collections.abc import Iterator

from games.core.language.naming import Reader
from games.core.language.text import OVER, Fact, Plural, Text, points
from games.counting_tiles.options import Options
from games.counting_tiles.position.model import (
    BONUSES,
    COLUMNS,
    PLAYER,
    Grid,
    State,
    Tile,
    cell_text,
)
from games.counting_tiles.position.tempo import interval
from games.counting_tiles.turns.legality import can_move


def describe(state: State, reader: Reader, options: Options) -> Iterator[Text]:
    """Yield a position sentence by sentence, as it is told to a reader."""
    yield _tempo(state, options)
    yield _points(state, reader)
    if state.tile is not None:
        yield Text("Tile in hand: {tile}.", tile=state.tile)
    for row, target in enumerate(state.targets):
        yield _row(state.grid, row, target)
    yield _bonuses(state)


def _tempo(state: State, options: Options) -> Text:
    if state.to_move is None:
        return OVER
    every = interval(options, state.rows)
    if options.drops == "timed":
        return Plural(
            "A random tile falls every {n} second.",
            "A random tile falls every {n} seconds.",
            n=every,
        )
    return Plural(
        "A random tile falls after {n} more action.",
        "A random tile falls after {n} more actions.",
        n=every - state.since,
    )


def _points(state: State, reader: Reader) -> Text:
    rows = Plural("{n} completed row", "{n} completed rows", n=state.rows)
    if state.saved:
        return reader.told(
            PLAYER,
            Text("You have {points}, with {rows} and {saved} for combining tiles."),
            Text("{player} has {points}, with {rows} and {saved} for combining tiles."),
            points=points(state.score),
            rows=rows,
            saved=points(state.saved),
        )
    return reader.told(
        PLAYER,
        Text("You have {points}, with {rows}."),
        Text("{player} has {points}, with {rows}."),
        points=points(state.score),
        rows=rows,
    )


def _row(grid: Grid, row: int, target: int) -> Text:
    """Return what a row needs, what lies in it, and which cells are open."""
    cells = range(row * COLUMNS, (row + 1) * COLUMNS)
    tiles = [(cell, grid[cell]) for cell in cells]
    lying = tuple(_tile(tile, cell) for cell, tile in tiles if tile is not None)
    needed = target - sum(tile.value for _, tile in tiles if tile is not None)
    if not lying:
        return Text("Row {row} is empty and needs {sum}.", row=row + 1, sum=needed)
    facts: dict[str, Fact] = {"row": row + 1, "sum": abs(needed), "tiles": lying}
    free = tuple(cell_text(cell) for cell, tile in tiles if tile is None)
    if free and needed >= 0:
        return Text("Row {row} needs {sum}: {tiles}. Open: {cells}.", cells=free, **facts)
    if free:
        return Text("Row {row} is {sum} too high: {tiles}. Open: {cells}.", cells=free, **facts)
    if needed >= 0:
        return Text("Row {row} is full, but it's {sum} too low: {tiles}.", **facts)
    return Text("Row {row} is full, but it's {sum} too high: {tiles}.", **facts)


def _tile(tile: Tile, cell: int) -> Text:
    where = cell_text(cell)
    if can_move(tile):
        return Text("{value} at {cell}", value=tile.value, cell=where)
    return Text("fixed {value} at {cell}", value=tile.value, cell=where)


def _bonuses(state: State) -> Text:
    ready = tuple(
        bonus
        for bonus, standing in zip(BONUSES, state.bonuses, strict=True)
        if standing == "unlocked"
    )
    if not ready:
        return Text("No bonuses are ready.")
    return Text("Bonuses ready: {bonuses}.", bonuses=ready)

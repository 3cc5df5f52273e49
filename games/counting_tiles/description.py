"""A position in words, for screen readers, mails and everyone who does not see the picture."""

from collections.abc import Iterator

from games.core.naming import Reader
from games.core.text import Fact, Plural, Text, Who
from games.counting_tiles.legality import BONUSES, can_move
from games.counting_tiles.model import COLUMNS, Grid, State, Tile
from games.counting_tiles.notation import cell_text
from games.counting_tiles.options import Options
from games.counting_tiles.tempo import interval


def describe(state: State, reader: Reader, options: Options) -> tuple[Text, ...]:
    """Return the position sentence by sentence, as it is told to a reader."""
    return tuple(_told(state, reader, options))


def _told(state: State, reader: Reader, options: Options) -> Iterator[Text]:
    yield _tempo(state, options)
    yield _points(state, reader)
    if state.tile is not None:
        yield Text("Tile in hand: {tile}.", tile=state.tile)
    for row, target in enumerate(state.targets):
        yield _row(state.grid, row, target)
    ready = tuple(
        bonus
        for bonus, standing in zip(BONUSES, state.bonuses, strict=True)
        if standing == "unlocked"
    )
    yield Text("Bonuses to use: {bonuses}.", bonuses=ready) if ready else Text("No bonus to use.")


def _points(state: State, reader: Reader) -> Text:
    rows = Plural("{n} completed row", "{n} completed rows", n=state.rows)
    facts: dict[str, Fact] = {"points": state.score, "rows": rows}
    if state.saved and reader.player is not None:
        return Text(
            "Your points: {points}, from {rows} and {saved} saved.", saved=state.saved, **facts
        )
    if state.saved:
        return Text(
            "{player}'s points: {points}, from {rows} and {saved} saved.",
            player=Who(0),
            saved=state.saved,
            **facts,
        )
    if reader.player is not None:
        return Text("Your points: {points}, from {rows}.", **facts)
    return Text("{player}'s points: {points}, from {rows}.", player=Who(0), **facts)


def _tempo(state: State, options: Options) -> Text:
    if state.to_move is None:
        return Text("The game is over.")
    every = interval(options, state.rows)
    if options.drops == "timed":
        return Text("A random tile falls every {seconds} seconds.", seconds=every)
    return Plural(
        "A random tile falls after {n} more action.",
        "A random tile falls after {n} more actions.",
        n=every - state.since,
    )


def _row(grid: Grid, row: int, target: int) -> Text:
    """Return what lies in a row, what is missing, and which cells are open."""
    cells = range(row * COLUMNS, (row + 1) * COLUMNS)
    tiles = [(cell, grid[cell]) for cell in cells]
    told = tuple(_tile(tile, cell) for cell, tile in tiles if tile is not None)
    missing = target - sum(tile.value for _, tile in tiles if tile is not None)
    sum_ = (
        Text("{points} missing", points=missing)
        if missing >= 0
        else Text("{points} too many", points=-missing)
    )
    free = tuple(cell_text(cell) for cell, tile in tiles if tile is None)
    facts: dict[str, Fact] = {"row": row + 1, "sum": sum_, "tiles": told}
    if not told:
        return Text("Row {row}, {sum}: empty.", row=row + 1, sum=sum_)
    if not free:
        return Text("Row {row}, {sum}: {tiles}; full.", **facts)
    return Text("Row {row}, {sum}: {tiles}; open {cells}.", cells=free, **facts)


def _tile(tile: Tile, cell: int) -> Text:
    where = cell_text(cell)
    if can_move(tile):
        return Text("{value} at {cell}", value=tile.value, cell=where)
    return Text("fixed {value} at {cell}", value=tile.value, cell=where)

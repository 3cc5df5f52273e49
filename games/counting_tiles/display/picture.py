"""A position as one stand-alone SVG, for mails, previews and the history.

Colours tell how a tile came to be, and a mark says the same to those who don't see them: a corner
for a random tile, a bar for a moved one, a dot for each time it was combined. The larger its value,
the deeper a tile's colour and the thicker the tile. What a row needs stands on a goal that fills.
"""

from games.core.drawing import lettering
from games.core.drawing.canvas import FAINT, PANEL, axes, canvas
from games.core.drawing.cutting import Box
from games.core.drawing.small import small, view
from games.core.language.text import Plural, Text
from games.counting_tiles.options import Options
from games.counting_tiles.position.model import BONUSES, COLUMNS, LETTERS, ROWS, State, Tile
from games.counting_tiles.position.tempo import interval

INK = "#2b2621"
LINE = "#d8cbb0"
DONE = "#02715f"
OVER = "#b04400"
FILLED = "#b5dcbd"
TOO_MUCH = "#f0c3d3"
ORIGINS = {  # from the lightest tile to the heaviest
    "random": ("#ffb9a0", "#df5634"),
    "placed": ("#faf1cf", "#dba53a"),
    "moved": ("#c9eef7", "#45aed1"),
}
HEAVIEST = 20  # a tile of a larger value looks no heavier
COMBINED = ("#00a2e8", "#0195d4", "#0184bd", "#0171a1", "#015b81")
WHITE_FROM = 4  # tiles that were combined this often have white digits
CELL = 60
STEP = CELL + 6
MARGIN = 20
EDGE = 36  # left of the board and above it, where the names of columns and rows stand
SIDE = 210  # width of the column beside the board


def draw(state: State, options: Options) -> str:
    """Return the board with what each row needs, the tile in hand, the bonuses and the score."""
    side = EDGE + (COLUMNS + 1) * STEP + MARGIN
    width = side + SIDE + MARGIN
    height = EDGE + ROWS * STEP - 6 + MARGIN
    parts = [
        _cell(tile, EDGE + at % COLUMNS * STEP, EDGE + at // COLUMNS * STEP)
        for at, tile in enumerate(state.grid)
    ]
    parts.append(axes(LETTERS, ROWS, lambda place: EDGE + place * STEP + CELL / 2, EDGE / 2, 14))
    parts += [_missing(state, row) for row in range(ROWS)]
    parts.append(_score(state, side))
    parts.append(_hand(state, options, side))
    parts += [
        _bonus(name, standing, side, MARGIN + 220 + 54 * place)
        for place, (name, standing) in enumerate(zip(BONUSES, state.bonuses, strict=True))
    ]
    return canvas(width, height, *parts)


def miniature(state: State) -> str:
    """Return the board alone, with what each row needs."""
    cells = (
        _cell(tile, EDGE + at % COLUMNS * STEP, EDGE + at // COLUMNS * STEP) if tile else _free(at)
        for at, tile in enumerate(state.grid)
    )
    seen = [cell(0, 0), cell(ROWS - 1, COLUMNS)]
    return small(
        view(seen, ROWS * STEP + 6), *cells, *(_missing(state, row) for row in range(ROWS))
    )


def _free(at: int) -> str:
    """Return a cell without a tile, through which the page is seen."""
    x, y = EDGE + at % COLUMNS * STEP, EDGE + at // COLUMNS * STEP
    box = f'x="{x + 1}" y="{y + 1}" width="{CELL - 2}" height="{CELL - 2}" rx="9"'
    return f'<rect {box} fill="#8a8371" fill-opacity="0.12" stroke="#8a8371" stroke-width="1.5"/>'


def _cell(tile: Tile | None, x: float, y: float) -> str:
    box = f'x="{x:g}" y="{y:g}" width="{CELL}" height="{CELL}" rx="9"'
    if tile is None:
        return f'<rect {box} fill="{PANEL}" stroke="{LINE}" stroke-width="1.5"/>'
    ink = "#fff" if tile.combined >= WHITE_FROM else INK
    fill = colour_of(tile)
    side = 3 + 5 * _heft(tile)
    face = f'x="{x:g}" y="{y:g}" width="{CELL}" height="{CELL - side:g}" rx="9" fill="{fill}"'
    number = lettering.write_centred(str(tile.value), x + CELL / 2, y + CELL / 2 - 3, 24, ink)
    return (
        f'<rect {box} fill="{fill}"/><rect {box} fill="{INK}" fill-opacity="0.3"/><rect {face}/>'
        f"{number}{_mark(tile, x, y, ink, side)}"
    )


def colour_of(tile: Tile) -> str:
    """Return the colour of a tile, the darker the more often it was combined."""
    if tile.combined:
        return COMBINED[min(tile.combined, len(COMBINED)) - 1]
    return _mixed(*ORIGINS[tile.origin], _heft(tile))


def _heft(tile: Tile) -> float:
    """Return how heavy a tile looks, from 0 to 1."""
    return min(tile.value, HEAVIEST) / HEAVIEST


def _mixed(pale: str, deep: str, part: float) -> str:
    """Return the colour that is so far on the way from one to another."""
    pairs = ((int(pale[at : at + 2], 16), int(deep[at : at + 2], 16)) for at in (1, 3, 5))
    return "#" + "".join(f"{round(one + (other - one) * part):02x}" for one, other in pairs)


def _mark(tile: Tile, x: float, y: float, ink: str, side: float) -> str:
    """Return the mark that tells the same as the colour, above the side that is seen of a tile."""
    foot = y + CELL - side
    if tile.combined:
        first = x + CELL / 2 - 4 * (tile.combined - 1)
        return "".join(
            f'<circle cx="{first + 8 * number:g}" cy="{foot - 5:g}" r="2.5" fill="{ink}"/>'
            for number in range(tile.combined)
        )
    if tile.origin == "moved":
        place = f'x="{x + CELL / 2 - 9:g}" y="{foot - 7:g}"'
        return f'<rect {place} width="18" height="3" rx="1.5" fill="{ink}"/>'
    if tile.origin == "random":
        return f'<path d="M{x + 8:g} {y + 8:g}h9l-9 9z" fill="{ink}"/>'
    return ""


def _missing(state: State, row: int) -> str:
    """Return the cell at the end of a row: what it needs, and its target below."""
    tiles = state.grid[row * COLUMNS : (row + 1) * COLUMNS]
    missing = state.targets[row] - sum(tile.value for tile in tiles if tile is not None)
    colour = OVER if missing < 0 else DONE if missing == 0 else INK
    x, y = EDGE + COLUMNS * STEP + STEP / 2, EDGE + row * STEP
    part = min(1.0, 1 - missing / state.targets[row])
    box = f'x="{x - CELL / 2:g}" width="{CELL}" rx="9"'
    goal = (
        f'<rect {box} y="{y:g}" height="{CELL}" fill="{PANEL}" stroke="{LINE}" stroke-width="1.5"/>'
        f'<rect {box} y="{y + CELL * (1 - part):g}" height="{CELL * part:g}"'
        f' fill="{TOO_MUCH if missing < 0 else FILLED}"/>'
    )
    needed = lettering.write_centred(str(missing), x, y + CELL / 2 - 6, 20, colour)
    return (
        goal + needed + lettering.write_centred(str(state.targets[row]), x, y + CELL - 10, 9, INK)
    )


def _score(state: State, x: float) -> str:
    return (
        _words(Text("Score"), x, MARGIN, 11, FAINT)
        + lettering.write(str(state.score), x, MARGIN + 20, 26, INK)
        + _words(Plural("{n} row", "{n} rows", n=state.rows), x, MARGIN + 56, 12, FAINT)
    )


def _hand(state: State, options: Options, x: float) -> str:
    """Return the tile in hand and how soon a random one falls, or that the game is over."""
    y = MARGIN + 92
    if state.tile is None:
        return _words(Text("The end"), x, y + 20, 18, INK)
    beside = CELL + 14
    return (
        _cell(Tile(state.tile, "placed"), x, y)
        + _words(Text("In hand"), x + beside, y + CELL / 2 - 5, 11, FAINT, SIDE - beside)
        + _words(Text("Random tile"), x, y + CELL + 16, 11, FAINT)
        + _words(_tempo(state, options), x, y + CELL + 34, 12, INK)
    )


def _tempo(state: State, options: Options) -> Text:
    every = interval(options, state.rows)
    if options.drops == "timed":
        return Plural("every {n} second", "every {n} seconds", n=every)
    return Plural("after {n} action", "after {n} actions", n=every - state.since)


def _words(
    text: Text, x: float, y: float, size: float, colour: str, room: float = float(SIDE)
) -> str:
    """Return a text in the reader's language, smaller than ``size`` if it gets too long."""
    words = str(text)
    return lettering.write(words, x, y, lettering.fitting(words, size, room), colour)


def _bonus(name: Text, standing: str, x: float, y: float) -> str:
    """Return a bonus in a frame: bold while it's ready, struck out once it's gone for good."""
    ready = standing == "unlocked"
    frame = f'stroke="{INK if ready else LINE}" stroke-width="{2.5 if ready else 1.5}"'
    fill = PANEL if ready else "none"
    ink = INK if ready else FAINT
    text = str(name)
    size = lettering.fitting(text, 12, SIDE - 24)
    drawn = lettering.write(text, x + 12, y + 22 - size / 2, size, ink)
    if standing == "used":
        end = x + 12 + lettering.width(text, size)
        drawn += f'<path d="M{x + 8:g} {y + 22:g}H{end + 4:g}" stroke="{OVER}" stroke-width="3"/>'
    box = f'x="{x:g}" y="{y:g}" width="{SIDE}" height="44" rx="9"'
    return f'<rect {box} fill="{fill}" {frame}/>{drawn}'


def cell(row: int, column: int) -> Box:
    """Return where a cell is in the picture; after the last column is what the row needs."""
    return Box(EDGE + column * STEP, EDGE + row * STEP, CELL, CELL)

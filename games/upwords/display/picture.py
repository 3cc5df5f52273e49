"""The position as one stand-alone SVG, for mails, previews and the history.

Text would need a font wherever the picture becomes pixels, so all letters are drawn. The board is
the one of the pages (static/games/upwords/tray): walnut, baize, and tiles that pile up. A stack
shows its height twice: tile on tile, and as a number.
"""

import math

from games.core.drawing.canvas import PANEL, PAPER, axes, canvas
from games.core.drawing.cutting import Box
from games.core.drawing.lettering import write, write_centred
from games.core.drawing.seats import COLOURS, badge
from games.core.drawing.small import small, view
from games.upwords.position.model import State
from games.upwords.position.tiles import centre, tile_name

INK = "#2e2013"
WOOD = "#6b4429"
RIM = "#8d6242"
GRAIN = "#4f301b"
NAMES = "#fbead0"
BAIZE = "#33594b"
SQUARE = "#5a8471"
MIDDLE = "#6d9680"
BRASS = "#f0d79a"
SIDES = ("#c9b184", "#e0cda4")
FACES = ("#f7edd8", "#faf2e1", "#fdf7ea", "#fffbf2", "#ffffff")  # the higher, the brighter
NEW = "#ffd76b"
TAB = "#4a3420"

CELL = 64
TILE = 52
THICK = 5.0  # how far each tile stands above the one below,
LEAN = 1.2  # and how far it leans to the left
TALLEST = 26  # how far the tiles of a stack rise together
MARGIN = 34  # for the names of columns and rows
BAND = 76  # height of the strip with scores and, below it, the rack


def draw(state: State, player: int | None) -> str:
    """Return the board with its stacks, the last tiles marked, the scores and the player's rack."""
    size = len(state.board)
    rack = None if player is None else state.racks[player]
    width = 2 * MARGIN + CELL * size
    foot = width
    height = foot + BAND + (BAND if rack else 0)
    return canvas(
        width,
        height,
        f"{_frame(size)}{_stacks(state)}",
        f'<rect y="{foot}" width="{width}" height="{height - foot}" fill="{PANEL}"/>',
        f"{_scores(state, player, foot, width)}{_rack(rack or '', foot + BAND, width)}",
    )


def miniature(state: State) -> str:
    """Return the part of the board that has tiles on it, at least six rows of ten."""
    size = len(state.board)
    rows = enumerate(state.board)
    laid = [(row, column) for row, line in rows for column, stack in enumerate(line) if stack]
    seen = [square(*place).grown(CELL / 2) for place in laid or centre(size)]
    side = 2 * MARGIN + CELL * size
    return small(view(seen, 6 * CELL, Box(0, 0, side, side)), _frame(size), _stacks(state))


def _frame(size: int) -> str:
    """Return the empty board with the names of its columns and rows."""
    side = CELL * size
    whole = side + 2 * MARGIN
    middle = centre(size)
    squares = "".join(
        f'<rect x="{_at(column) + 1.5}" y="{_at(row) + 1.5}" width="{CELL - 3}" height="{CELL - 3}"'
        f' rx="5" fill="{MIDDLE if (row, column) in middle else SQUARE}"/>'
        for row in range(size)
        for column in range(size)
    )
    letters = "".join(chr(ord("A") + place) for place in range(size))
    names = axes(letters, size, lambda place: _at(place) + CELL / 2, MARGIN / 2, 13, NAMES)
    return (
        f'<rect x="2" y="2" width="{whole - 4}" height="{whole - 4}" rx="12"'
        f' fill="{WOOD}" stroke="{RIM}" stroke-width="2"/>{_grain(whole)}'
        f'<rect x="{MARGIN - 3}" y="{MARGIN - 3}" width="{side + 6}" height="{side + 6}" rx="6"'
        f' fill="{BAIZE}" stroke="{BRASS}" stroke-width="1.5"/>{squares}{_pressed(size)}'
        f"{_star(MARGIN + side / 2)}{names}"
    )


def _grain(side: float) -> str:
    """Return the grain of the frame's four boards, and the corners where they meet."""
    third = side / 3
    lines = "".join(
        f"M8 {off:g}c{third:g} 3 {third:g} -3 {side - 16:g} 0"
        f"M{off:g} {MARGIN}c3 {third:g} -3 {third:g} 0 {side - 2 * MARGIN:g}"
        for part in (0.2, 0.5, 0.82)
        for off in (MARGIN * part, side - MARGIN * part)
    )
    corners = "".join(
        f"M{3 if x else side - 3:g} {3 if y else side - 3:g}"
        f"L{MARGIN if x else side - MARGIN:g} {MARGIN if y else side - MARGIN:g}"
        for x in (True, False)
        for y in (True, False)
    )
    return f'<path d="{lines}{corners}" fill="none" stroke="{GRAIN}" stroke-width="1.4"/>'


def _pressed(size: int) -> str:
    """Return the edges of the squares, pressed into the cloth: dark where no light falls."""
    far = CELL - 3
    corners = [(_at(column) + 1.5, _at(row) + 1.5) for row in range(size) for column in range(size)]
    dark = "".join(f"M{x + 1} {y + far - 4}V{y + 5}q0 -4 4 -4H{x + far - 4}" for x, y in corners)
    light = "".join(f"M{x + 4} {y + far - 1}h{far - 9}q4 0 4 -4V{y + 4}" for x, y in corners)
    return (
        f'<path d="{dark}" fill="none" stroke="#000" stroke-opacity="0.3" stroke-width="2"/>'
        f'<path d="{light}" fill="none" stroke="#fff" stroke-opacity="0.13" stroke-width="2"/>'
    )


def _star(middle: float) -> str:
    """Return the brass star over the squares on which the game begins."""
    points = []
    for point in range(16):
        far = 56 if point % 4 == 0 else 13 if point % 2 else 32
        turn = point * math.pi / 8
        points.append(f"{middle + far * math.sin(turn):.1f} {middle - far * math.cos(turn):.1f}")
    return (
        f'<circle cx="{middle:g}" cy="{middle:g}" r="44" fill="none" stroke="{BRASS}"'
        f' stroke-width="2"/><path d="M{"L".join(points)}Z" fill="{BRASS}" fill-opacity="0.6"'
        f' stroke="{BRASS}" stroke-width="1.5"/>'
    )


def _at(place: int) -> int:
    return MARGIN + CELL * place


def _stacks(state: State) -> str:
    """Return all stacks, the lower rows over the upper ones, as seen from the front."""
    return "".join(
        _stack(stack, _at(column), _at(row), new=(row, column) in state.last)
        for row, squares in enumerate(state.board)
        for column, stack in enumerate(squares)
        if stack
    )


def _stack(stack: str, x: float, y: float, *, new: bool) -> str:
    """Return a stack on the square at (x, y): its shadow, a side for each tile, and the top."""
    levels = len(stack)
    thick = min(THICK, TALLEST / levels)
    left, top = x + CELL - 3 - TILE, y + CELL - 2 - TILE
    shadow = (
        f'<rect x="{left + 1 + levels:g}" y="{top + 1 + 0.8 * levels:g}" width="{TILE}"'
        f' height="{TILE}" rx="7" fill="#04100c" fill-opacity="0.34"/>'
    )
    sides = "".join(
        _tile(left - LEAN * level, top - thick * level, SIDES[level % 2]) for level in range(levels)
    )
    left, top = left - LEAN * levels, top - thick * levels
    colour = NEW if new else FACES[min(levels, len(FACES)) - 1]
    count = _height(levels, left + TILE, top) if levels > 1 else ""
    return f"{shadow}{sides}{_tile(left, top, colour)}{_face(stack[-1], left, top, levels)}{count}"


def _tile(left: float, top: float, colour: str) -> str:
    return (
        f'<rect x="{left:g}" y="{top:g}" width="{TILE}" height="{TILE}" rx="7" fill="{colour}"'
        f' stroke="{INK}" stroke-width="1"/>'
    )


def _face(letter: str, left: float, top: float, levels: int = 1) -> str:
    """Return what is on a face, which leaves the corner to the number of a stack."""
    name = tile_name(letter)
    size = 21 if len(name) > 1 else 28
    aside, below = (-3, 4) if levels > 1 else (0, 0)
    return write_centred(name, left + TILE / 2 + aside, top + TILE / 2 + below, size, INK, pen=1.7)


def _height(levels: int, right: float, top: float) -> str:
    return (
        f'<path d="M{right - 20:g} {top:g}h13a7 7 0 0 1 7 7v11h-14a6 6 0 0 1 -6 -6z" fill="{TAB}"/>'
        f"{write_centred(str(levels), right - 9.5, top + 9, 11, '#fff')}"
    )


def _scores(state: State, player: int | None, top: float, width: float) -> str:
    """Return each player's mark and points, the player to move underlined, the viewer boxed."""
    seats = len(state.scores)
    step = min(150.0, (width - 2 * MARGIN) / seats)
    parts = []
    for seat, score in enumerate(state.scores):
        x = MARGIN + step * seat
        if seat == player:
            parts.append(
                f'<rect x="{x - 6:g}" y="{top + 10:g}" width="{step - 8:g}" height="{BAND - 20}"'
                f' rx="8" fill="{PAPER}"/>'
            )
        parts.append(badge(seat, x + 16, top + BAND / 2, 15))
        parts.append(write(str(score), x + 42, top + BAND / 2 - 12, 24, INK))
        if state.to_move == seat:
            parts.append(
                f'<path d="M{x:g} {top + BAND - 13:g}h{step - 20:g}" stroke="{COLOURS[seat]}"'
                f' stroke-width="4" stroke-linecap="round"/>'
            )
    return "".join(parts)


def _rack(rack: str, top: float, width: float) -> str:
    left = (width - (TILE + 6) * len(rack) + 6) / 2
    return "".join(
        _tile(x + LEAN, top + 4 + THICK, SIDES[0])
        + _tile(x, top + 4, FACES[0])
        + _face(letter, x, top + 4)
        for place, letter in enumerate(rack)
        for x in [left + (TILE + 6) * place]
    )


def square(row: int, column: int) -> Box:
    """Return where a square of the board is in the picture."""
    return Box(_at(column), _at(row), CELL, CELL)

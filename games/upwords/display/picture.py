"""The position as one stand-alone SVG, for mails, previews and the history.

Text would need a font wherever the picture becomes pixels, so all letters are drawn. A stack shows
its height twice: tile under tile, and as a number.
"""

from games.core.drawing.canvas import FAINT, PANEL, PAPER, axes, canvas
from games.core.drawing.lettering import write, write_centred
from games.core.drawing.seats import COLOURS, badge
from games.upwords.position.model import State
from games.upwords.position.tiles import centre, tile_name

INK = "#3a2718"
BOARD = "#2f4a5e"
SQUARE = "#e3ddcb"
MIDDLE = "#cfc3a0"
IVORY = "#fffaf0"
EDGE = "#a8946c"
NEW = "#f9d77a"

CELL = 64
TILE = 56
LIFT = 3  # how far each tile of a stack lies above the one below
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


def _frame(size: int) -> str:
    """Return the empty board with the names of its columns and rows."""
    side = CELL * size
    middle = centre(size)
    squares = "".join(
        f'<rect x="{_at(column) + 2}" y="{_at(row) + 2}" width="{CELL - 4}" height="{CELL - 4}"'
        f' rx="5" fill="{MIDDLE if (row, column) in middle else SQUARE}"/>'
        for row in range(size)
        for column in range(size)
    )
    letters = "".join(chr(ord("A") + place) for place in range(size))
    names = axes(letters, size, lambda place: _at(place) + CELL / 2, MARGIN / 2, 13)
    return (
        f'<rect x="{MARGIN - 4}" y="{MARGIN - 4}" width="{side + 8}" height="{side + 8}" rx="9"'
        f' fill="{BOARD}"/>{squares}{names}'
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
    levels = len(stack)
    left = x + (CELL - TILE) / 2
    top = y + CELL - TILE - 2
    below = "".join(
        _tile(left, top - LIFT * level, EDGE if level % 2 else "#c4b28a")
        for level in range(levels - 1)
    )
    top -= LIFT * (levels - 1)
    count = write(str(levels), left + TILE - 13, top + 5, 12, FAINT) if levels > 1 else ""
    return below + _tile(left, top, NEW if new else IVORY) + _face(stack[-1], left, top) + count


def _tile(left: float, top: float, colour: str) -> str:
    return (
        f'<rect x="{left:g}" y="{top:g}" width="{TILE}" height="{TILE}" rx="7" fill="{colour}"'
        f' stroke="{INK}" stroke-width="1.4"/>'
    )


def _face(letter: str, left: float, top: float) -> str:
    name = tile_name(letter)
    size = 22 if len(name) > 1 else 29
    return write_centred(name, left + TILE / 2, top + TILE / 2 + 1, size, INK, pen=1.6)


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
        _tile(x, top + 4, IVORY) + _face(letter, x, top + 4)
        for place, letter in enumerate(rack)
        for x in [left + (TILE + 6) * place]
    )

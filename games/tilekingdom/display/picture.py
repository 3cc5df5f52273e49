"""The position as one stand-alone SVG, for mails, previews and the history.

Text would need a font wherever the picture becomes pixels, so its few numbers are drawn.
"""

from games.core.drawing import lettering, seats
from games.core.drawing.canvas import FAINT, PANEL, PAPER
from games.core.drawing.cutting import Box
from games.core.drawing.small import small, view
from games.tilekingdom.display import scenery
from games.tilekingdom.display.art import stock, symbol, symbol_id, turn
from games.tilekingdom.display.designs import DESIGNS
from games.tilekingdom.position.model import Placement, State, Subject
from games.tilekingdom.turns.replying import fitting

ROOM = 8  # between the outermost tiles, or places for one, and the frame
LONGEST = 88  # that the numbers of a place can be
LEAST = 1 / 40  # of the picture's width: how high they are at least, to be read when it is small
BAND = 64  # height of the strip with scores and the tile in hand, in units of the picture
ROLES = {"c": "city", "r": "road", "m": "mosque", "f": "desert"}


def _tile(placement: Placement) -> str:
    where = f'x="{100 * placement.x}" y="{100 * placement.y}" width="100" height="100"'
    return f'<use href="#{symbol_id(placement.kind, placement.rotation)}" {where}/>'


def _subject(subject: Subject, placement: Placement) -> str:
    x, y = turn(DESIGNS[placement.kind].anchors[subject.feature], placement.rotation)
    where = f"translate({100 * subject.x + x - 14:g} {100 * subject.y + y - 15:g}) scale(1.17)"
    shape = scenery.figure(ROLES[subject.feature[0]], subject.player)
    return f'<g transform="{where}" color="{seats.COLOURS[subject.player]}">{shape}</g>'


def _outline(placement: Placement) -> str:
    x, y = 100 * placement.x, 100 * placement.y
    colour = scenery.INK if placement.player is None else seats.COLOURS[placement.player]
    box = f'x="{x + 2}" y="{y + 2}" width="96" height="96" rx="3" fill="none"'
    return (
        f'<rect {box} stroke="#fff" stroke-width="7"/>'
        f'<rect {box} stroke="{colour}" stroke-width="4"/>'
    )


def _score(state: State, player: int, x: float, y: float, *, own: bool) -> str:
    """Return a player's mark and points; the player to move is underlined."""
    box = f'<rect x="{x - 6}" y="{y - 4}" width="88" height="52" rx="8" fill="{PAPER}"/>'
    mark = seats.badge(player, x + 14, y + 20, 14)
    line = f'<path d="M{x} {y + 42}H{x + 76}" stroke="{seats.COLOURS[player]}" stroke-width="4"/>'
    number = lettering.write(str(state.scores[player]), x + 36, y + 10, 20, scenery.INK)
    return (box if own else "") + mark + number + (line if state.to_move == player else "")


def _map(state: State) -> str:
    at = {(placement.x, placement.y): placement for placement in state.placements}
    tiles = "".join(map(_tile, state.placements))
    subjects = "".join(_subject(subject, at[subject.x, subject.y]) for subject in state.subjects)
    return tiles + _outline(state.placements[-1]) + subjects


def _places(places: set[tuple[int, int]], width: float) -> str:
    """Return places where the tile in hand fits, each with its numbers as in notation."""
    most = max(26.0, LEAST * width)
    return "".join(_place(x, y, most) for x, y in sorted(places))


def _place(x: int, y: int, most: float) -> str:
    box = f'x="{100 * x + 3}" y="{100 * y + 3}" width="94" height="94" rx="6" fill="none"'
    lines = [f"{x},{y}"]
    if _fitting(lines, most) < 0.75 * most:
        lines = [f"{x},", f"{y}"]
    size = _fitting(lines, most)
    first = 100 * y + 50 - 0.6 * size * (len(lines) - 1)
    numbers = (
        lettering.write_centred(line, 100 * x + 50, first + 1.2 * size * place, size, FAINT)
        for place, line in enumerate(lines)
    )
    frame = f'<rect {box} stroke="{FAINT}" stroke-width="2" stroke-dasharray="7 7"/>'
    return frame + "".join(numbers)


def _fitting(lines: list[str], most: float) -> float:
    """Return how high signs can be, up to ``most``, for all lines to fit."""
    return min(most, *(LONGEST / lettering.width(line, 1) for line in lines))


def draw(state: State, player: int | None) -> str:
    """Return the whole map with subjects, the last tile outlined, the scores and the tile in hand.

    For players the places where it fits have their numbers, and it has its letter, as turns are
    written. Nothing in this game is hidden: ``player`` only sees their score set off.
    """
    choosing = player is not None and state.tile is not None
    free = {place for found in fitting(state).values() for place in found} if choosing else set()
    columns, rows = zip(*free, *((one.x, one.y) for one in state.placements), strict=True)
    across = 100 * (max(columns) - min(columns) + 1) + 2 * ROOM
    spare = max(0.0, (len(state.scores) * 92 + 150 - across) / 2)
    left, top = 100 * min(columns) - ROOM - spare, 100 * min(rows) - ROOM
    width = across + 2 * spare
    height = 100 * (max(rows) - min(rows) + 1) + 2 * ROOM + BAND
    scale = min(1.6, 900 / width, 1100 / height)
    foot = top + height - BAND
    used = {(placement.kind, placement.rotation) for placement in state.placements}
    hand = ""
    if state.tile is not None:
        used.add((state.tile, 0))
        spot = f'x="{left + width - 64:g}" y="{foot + 5:g}" width="54" height="54"'
        hand = lettering.write(state.tile, left + width - 92, foot + 20, 24, scenery.INK)
        hand += f'<use href="#{symbol_id(state.tile, 0)}" {spot}/>'
    symbols = "".join(symbol(kind, rotation) for kind, rotation in sorted(used))
    scores = "".join(
        _score(state, seat, left + 16 + 92 * seat, foot + 10, own=seat == player)
        for seat in range(len(state.scores))
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left:g} {top:g} {width:g} {height:g}"'
        f' width="{width * scale:.0f}" height="{height * scale:.0f}">'
        f"<defs>{stock({kind for kind, _ in used})}</defs>{symbols}"
        f'<rect x="{left:g}" y="{top:g}" width="{width:g}" height="{height:g}" fill="{PAPER}"/>'
        f"{_places(free, width)}{_map(state)}"
        f'<rect x="{left:g}" y="{foot:g}" width="{width:g}" height="{BAND}" fill="{PANEL}"/>'
        f"{scores}{hand}</svg>"
    )


def miniature(state: State) -> str:
    """Return the map alone, the last tile outlined: three places high at least."""
    used = {(placement.kind, placement.rotation) for placement in state.placements}
    symbols = "".join(symbol(kind, rotation) for kind, rotation in sorted(used))
    seen = [place_at(placement.x, placement.y).grown(12) for placement in state.placements]
    drawn = f"<defs>{stock({kind for kind, _ in used})}</defs>{symbols}{_map(state)}"
    return small(view(seen, 300), drawn)


def place_at(x: int, y: int) -> Box:
    """Return where a place of the map is in the picture."""
    return Box(100 * x, 100 * y, 100, 100)

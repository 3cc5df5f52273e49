"""What a viewer sees of a position as one stand-alone SVG, for mails, previews and history."""

from collections.abc import Iterator
from typing import NamedTuple

from games.core.drawing import lettering, seats
from games.core.drawing.canvas import FAINT, PANEL, canvas
from games.core.drawing.cutting import Box
from games.core.drawing.small import HEIGHT, small
from games.core.drawing.small import WIDTH as SMALL
from games.core.game import Player
from games.core.language.naming import Reader
from games.core.language.text import Text
from games.words_with_chilwell.position.model import State
from games.words_with_chilwell.position.tiles import BLANK, VALUES

INK = "#2e2013"
IVORY = "#fffaf0"
EDGE = "#b49f74"
BLANK_FACE = "#dcebf0"
BLANK_LINE = "#6d8b98"
BACK = "#b08d57"
BACK_SIGN = "#f3e2bd"
CLOTH = "#e3e7d4"
RAIL = "#c9b58a"
WIDTH = 760
MARGIN = 20
LABEL = 11  # height of the letters of a heading


class Row(NamedTuple):
    """Some tiles under a heading, or the backs of tiles that can't be seen."""

    heading: str
    tiles: str
    hidden: int
    size: float
    top: int

    @property
    def first(self) -> int:
        """Return where its tiles begin."""
        return self.top + LABEL + 8


def draw(state: State, reader: Reader) -> str:
    """Return the queue, what the viewer sees of the hands, and how the players stand."""
    own = _own(reader)
    parts = []
    y = MARGIN
    for one in rows(state, reader):
        tiles = one.tiles or BLANK * one.hidden
        row, height = _tiles(tiles, one.first, one.size, backs=one.hidden > 0)
        if one.top == MARGIN:
            parts.append(_rail(one.first, height, one.size))
        parts.append(lettering.write(one.heading, MARGIN, one.top, LABEL, FAINT))
        parts.append(row)
        y = one.first + height + 14
    parts.append(f'<rect y="{y}" width="{WIDTH}" height="64" fill="{PANEL}"/>')
    for place, who in enumerate((own, 1 - own)):
        parts.append(_standing(state, who, reader, MARGIN + place * WIDTH // 2, y + 10))
    return canvas(WIDTH, y + 64, *parts)


def rows(state: State, reader: Reader) -> Iterator[Row]:
    """Yield the queue, the other hand and the viewer's own, from top to bottom."""
    own = _own(reader)
    y = MARGIN
    for heading, tiles, hidden, size in (
        (reader.say(Text("Queue")), state.queue, 0, 31.0),
        *(_hand(state, who, own, reader) for who in (1 - own, own)),
    ):
        row = Row(heading, tiles, hidden, size, y)
        yield row
        y = row.first + _height(len(tiles) or hidden, size) + 14


def tile_at(row: Row, place: int) -> Box:
    """Return where a tile of a row is, counted from 0."""
    a_row, step = _a_row(row.size), row.size + 5
    x, y = MARGIN + place % a_row * step, row.first + place // a_row * step
    return Box(x, y, row.size, row.size)


def miniature(state: State) -> str:
    """Return the front of the queue and both hands below it, as far as there's room."""
    line, size = HEIGHT / 3, 48.0
    cloth = f'<rect width="{SMALL}" height="{line:g}" fill="#8aa070" fill-opacity="0.25"/>'
    rail = f'<rect y="{line / 2 - 13:g}" width="{SMALL}" height="26" fill="{RAIL}"/>'
    first = (line - size) / 2 - 2
    queue = _line(state.queue, 12, first, size)
    hands = (
        seats.badge(who, 22, line * (1.5 + who), 14)
        + _in_hand(state, who, first + line * (1 + who), size)
        for who in range(len(state.hands))
    )
    return small(Box(0, 0, SMALL, HEIGHT), cloth, rail, queue, *hands)


def _in_hand(state: State, who: Player, y: float, size: float) -> str:
    """Return a hand in a line: backs that lie on each other, then what is known of it."""
    hand = state.hands[who]
    known = state.known[who] if hand is None else hand
    backs = state.sizes[who] - len(known)
    step = min(size / 3, 84 / backs) if backs else 0.0
    covered = "".join(_tile(BLANK, 46 + place * step, y, size, back=True) for place in range(backs))
    start = 46 + (backs - 1) * step + size + 8 if backs else 46
    return covered + _line(known, start, y, size)


def _line(tiles: str, x: float, y: float, size: float) -> str:
    """Return tiles in a line that ends where the picture does."""
    room = -(-(SMALL - x) // (size + 5))
    return "".join(
        _tile(tile, x + place * (size + 5), y, size, back=False)
        for place, tile in enumerate(tiles[: int(room)])
    )


def _own(reader: Reader) -> Player:
    return 0 if reader.player is None else reader.player


def _rail(y: float, height: float, size: float) -> str:
    """Return the cloth under the queue, and a rail in each of its rows."""
    step = size + 5
    width = WIDTH - 2 * MARGIN + 16
    rails = "".join(
        f'<rect x="{MARGIN - 8}" y="{y + row * step + size * 0.3:g}" width="{width}"'
        f' height="{size * 0.5:g}" rx="5" fill="{RAIL}"/>'
        for row in range(round(height / step))
    )
    return f'<rect width="{WIDTH}" height="{y + height + 3:g}" fill="{CLOTH}"/>{rails}'


def _hand(state: State, who: Player, own: Player, reader: Reader) -> tuple[str, str, int, float]:
    """Return heading, tiles, how many backs to show instead, and the size of a tile."""
    hand = state.hands[who]
    hidden = state.sizes[who] if hand is None else 0
    name = reader.say(reader.told(who, Text("You"), Text("{player}")))
    return name, hand or "", hidden, 42.0 if who == own else 29.0


def _tiles(tiles: str, y: float, size: float, *, backs: bool) -> tuple[str, int]:
    """Return tiles in rows and how high the rows are together."""
    step, a_row = size + 5, _a_row(size)
    drawn = "".join(
        _tile(tile, MARGIN + place % a_row * step, y + place // a_row * step, size, back=backs)
        for place, tile in enumerate(tiles)
    )
    return drawn, _height(len(tiles), size)


def _a_row(size: float) -> int:
    """Return how many tiles fit beside each other."""
    return int((WIDTH - 2 * MARGIN + 5) // (size + 5))


def _height(tiles: int, size: float) -> int:
    """Return how high so many tiles are, in as many rows as they need."""
    return int((-(-tiles // _a_row(size)) or 1) * (size + 5))


def _tile(tile: str, x: float, y: float, size: float, *, back: bool) -> str:
    """Return a tile: a letter with its worth, a blank with an empty frame, or a back."""
    if back:
        cross = f"M{x + size * 0.3:g} {y + size / 2:g}h{size * 0.4:g}"
        return (
            _sheet(x, y, size, BACK)
            + f'<path d="{cross}" stroke="{BACK_SIGN}" stroke-width="2" stroke-linecap="round"/>'
        )
    edge = f'<rect {_box(x, y + max(2.0, size * 0.075), size)} fill="{EDGE}"/>'
    if tile == BLANK:
        inset = size * 0.13
        frame = _box(x + inset, y + inset, size - 2 * inset)
        return (
            edge
            + _sheet(x, y, size, BLANK_FACE)
            + f'<rect {frame} fill="none" stroke="{BLANK_LINE}" stroke-width="1.5"/>'
        )
    value = str(VALUES[tile])
    corner = size * 0.2
    value_x = x + size - lettering.width(value, corner) - size * 0.1
    return (
        edge
        + _sheet(x, y, size, IVORY)
        + lettering.write_centred(tile, x + size * 0.44, y + size * 0.46, size * 0.5, INK)
        + lettering.write(value, value_x, y + size * 0.72, corner, FAINT)
    )


def _sheet(x: float, y: float, size: float, colour: str) -> str:
    return f'<rect {_box(x, y, size)} fill="{colour}" stroke="{INK}" stroke-opacity="0.55"/>'


def _box(x: float, y: float, size: float) -> str:
    return f'x="{x:g}" y="{y:g}" width="{size:g}" height="{size:g}" rx="{size / 7:g}"'


def _standing(state: State, who: Player, reader: Reader, x: float, y: float) -> str:
    """Return a player's mark, points and tiles used; the player to move is underlined."""
    score = lettering.write(str(state.scores[who]), x + 44, y + 8, 24, INK)
    facts = {"used": state.used[who], "held": state.sizes[who]}
    used = reader.say(Text("{used} used - {held} in hand", **facts))
    line = ""
    if state.to_move == who:
        line = f'<path d="M{x:g} {y + 46:g}h300" stroke="{seats.COLOURS[who]}" stroke-width="4"/>'
    gap = 44 + lettering.width(str(state.scores[who]), 24) + 18
    text = lettering.write(used, x + gap, y + 14, LABEL, FAINT)
    return seats.badge(who, x + 18, y + 20, 17) + score + text + line

"""What a viewer sees of a position as one stand-alone SVG, for mails, previews and the history."""

from games.core.drawing import lettering, seats
from games.core.drawing.canvas import FAINT, PANEL, axes, canvas
from games.core.drawing.cutting import Box
from games.core.drawing.small import small, view
from games.core.game import Player
from games.core.language.text import Text
from games.tiled_of_it.position.model import Card, State
from games.tiled_of_it.turns.notation import COLUMNS

INK = "#2b2621"
FRAME = "#4a4436"
GROUND = "#f3eedf"
LINE = "#d9d0b8"
NAMES = "#ece6d5"
ARROW = "#fffdf4"
CELL = 72
STEP = CELL + 6
MARGIN = 20
EDGE = 38  # left of the grid and above it, for the names of columns and rows
SIDE = 210  # width of the column with the scores
SMALL = 40  # height of a card in the hand or the pile


def draw(state: State, player: Player | None, size: int) -> str:
    """Return the grid with its colours, the pile, the viewer's hand and the scores."""
    grid = size * STEP - 6
    width = EDGE + grid + 2 * MARGIN + SIDE
    side = EDGE + grid + MARGIN
    frame = EDGE + grid + 4
    parts = [
        f'<rect x="6" y="6" width="{frame}" height="{frame}" rx="12" fill="{FRAME}"/>',
        *(
            _cell(card, EDGE + at % size * STEP, EDGE + at // size * STEP)
            for at, card in enumerate(state.grid)
        ),
        *(_arrow(first, second, size) for first, second in state.joined),
    ]
    middle = CELL / 2
    parts.append(
        axes(
            COLUMNS[:size],
            size,
            lambda place: EDGE + place * STEP + middle,
            EDGE / 2 + 2,
            15,
            NAMES,
        )
    )
    parts += [
        _standing(state, seat, side, MARGIN + 58 * seat, own=seat == player)
        for seat in range(len(state.scores))
    ]
    y = MARGIN + 58 * len(state.scores) + 6
    parts.append(lettering.write(str(Text("Deck {n}", n=state.deck_size)), side, y, 12, FAINT))
    bottom = EDGE + grid + 16
    hand = () if player is None else state.hands[player] or ()
    for heading, cards in (
        (Text("Hand"), [Card(text, player or 0) for text in hand]),
        (Text("Pile"), list(state.pile)),
    ):
        if cards:
            row, height = _row(str(heading), cards, bottom, width)
            parts.append(row)
            bottom += height
    return canvas(width, bottom + 4, *parts)


def miniature(state: State, size: int) -> str:
    """Return the part of the grid that has cards on it, at least four rows of six."""
    side = size * STEP + 2
    whole = Box(EDGE - 4, EDGE - 4, side, side)
    seen = [cell(*divmod(at, size)).grown(EDGE) for at, card in enumerate(state.grid) if card]
    cards = (
        _card_on(card, EDGE + at % size * STEP, EDGE + at // size * STEP)
        for at, card in enumerate(state.grid)
        if card
    )
    arrows = (_arrow(first, second, size) for first, second in state.joined)
    middle = cell(*divmod(size * size // 2, size))
    return small(view(seen or [middle], 4 * STEP, whole), _lattice(size), *cards, *arrows)


def _lattice(size: int) -> str:
    """Return the frame of a grid, through whose cells the page is seen."""
    side = size * STEP + 2
    hole = f"h{CELL}v{CELL}h-{CELL}z"
    holes = "".join(
        f"M{EDGE + column * STEP} {EDGE + row * STEP}{hole}"
        for row in range(size)
        for column in range(size)
    )
    edge = f"M{EDGE - 4} {EDGE - 4}h{side}v{side}h-{side}z"
    return f'<path d="{edge}{holes}" fill="{FRAME}" fill-rule="evenodd"/>'


def _cell(card: Card | None, x: float, y: float) -> str:
    if card is None:
        box = f'x="{x:g}" y="{y:g}" width="{CELL}" height="{CELL}" rx="9"'
        return f'<rect {box} fill="{GROUND}" stroke="{LINE}" stroke-width="1.5"/>'
    return _card_on(card, x, y)


def _card_on(card: Card, x: float, y: float) -> str:
    """Return a card on the grid, with the mark of whose it is."""
    return _card(card, x, y, CELL - 3, CELL * 0.4, 25) + (
        f'<path d="{seats.MARKS[card.player]}" fill="#fff" fill-opacity="0.85"'
        f' transform="translate({x + CELL / 2:g} {y + CELL - 17:g}) scale(2)"/>'
    )


def _card(card: Card, x: float, y: float, height: float, middle: float, size: float) -> str:
    """Return a card in its colour, with the side that is seen below it, and its letters."""
    colour = seats.COLOURS[card.player]
    box = f'width="{CELL}" height="{height:g}" rx="9"'
    return (
        f'<rect x="{x:g}" y="{y + 3:g}" {box} fill="{colour}"/>'
        f'<rect x="{x:g}" y="{y + 3:g}" {box} fill="#000" fill-opacity="0.4"/>'
        f'<rect x="{x:g}" y="{y:g}" {box} fill="{colour}" stroke="{colour}"/>'
        + lettering.write_centred(card.text, x + CELL / 2, y + middle, size, "#fff", pen=1.7)
    )


def _arrow(first: int, second: int, size: int) -> str:
    """Return the sign that two cards make a word, which points where a colour can run."""
    x, y = (EDGE + at * STEP + CELL / 2 for at in (first % size, first // size))
    across = second == first + 1
    x, y = (x + STEP / 2, y) if across else (x, y + STEP / 2)
    turn = "" if across else " rotate(90)"
    return (
        f'<g transform="translate({x:g} {y:g}){turn}"><circle r="8" fill="{ARROW}" stroke="{INK}"/>'
        f'<path d="M-2 -4L2.4 0L-2 4" fill="none" stroke="{INK}" stroke-width="2.2"'
        f' stroke-linecap="round" stroke-linejoin="round"/></g>'
    )


def _row(heading: str, cards: list[Card], y: float, width: float) -> tuple[str, int]:
    """Return some cards in rows under a heading, and how high that is."""
    a_row = int((width - 2 * MARGIN + 6) // (CELL + 6))
    drawn = [lettering.write(heading, MARGIN, y, 11, FAINT)]
    for place, card in enumerate(cards):
        x = MARGIN + place % a_row * (CELL + 6)
        top = y + 19 + place // a_row * (SMALL + 6)
        drawn.append(_card(card, x, top, SMALL - 3, SMALL / 2 - 1, 17))
    rows = -(-len(cards) // a_row)
    return "".join(drawn), 19 + rows * (SMALL + 6) + 10


def _standing(state: State, seat: Player, x: float, y: float, *, own: bool) -> str:
    """Return a player's mark, points and cards; the player to move has a frame."""
    line = f' stroke="{seats.COLOURS[seat]}" stroke-width="2.5"' if state.to_move == seat else ""
    fill = PANEL if own or line else "none"
    points = str(state.scores[seat])
    held = str(Text("{n} in hand", n=state.sizes[seat]))
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{SIDE}" height="52" rx="9" fill="{fill}"{line}/>'
        + seats.badge(seat, x + 26, y + 26, 16)
        + lettering.write(points, x + 54, y + 15, 22, INK)
        + lettering.write(held, x + 66 + lettering.width(points, 22), y + 22, 10, FAINT)
    )


def cell(row: int, column: int) -> Box:
    """Return where a cell of the grid is in the picture."""
    return Box(EDGE + column * STEP, EDGE + row * STEP, CELL, CELL)


def piled(size: int, place: int) -> Box:
    """Return where a card of the pile is in a picture without a hand, among the first few."""
    return Box(MARGIN + place * STEP, EDGE + size * STEP - 6 + 16 + 19, CELL, SMALL)

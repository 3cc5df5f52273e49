"""How the seats of a match look in drawings that have no style sheet: a colour and a mark each."""

COLOURS = ("#2148c8", "#b04400", "#02715f", "#a6219c", "#221e1a")

# Outlines around (0, 0), about 7 wide: circle, triangle, square, diamond, cross.
MARKS = (
    "M0 -2.8A2.8 2.8 0 1 1 0 2.8A2.8 2.8 0 1 1 0 -2.8Z",
    "M0 -3.3L3.3 2.5H-3.3Z",
    "M-2.6 -2.6H2.6V2.6H-2.6Z",
    "M0 -3.6L3 0L0 3.6L-3 0Z",
    "M-1.1 -3.1H1.1V-1.1H3.1V1.1H1.1V3.1H-1.1V1.1H-3.1V-1.1H-1.1Z",
)


def badge(player: int, x: float, y: float, radius: float) -> str:
    """Return a disc in the colour of a seat with its mark in white, as SVG."""
    return (
        f'<g transform="translate({x:g} {y:g})"><circle r="{radius:g}" fill="{COLOURS[player]}"/>'
        f'<path d="{MARKS[player]}" fill="#fff" transform="scale({radius / 6:g})"/></g>'
    )

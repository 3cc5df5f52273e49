"""Letters and digits as drawn lines, for pictures that are turned into pixels without any font.

Each sign stands in a box 6 wide and 10 high, drawn with a round pen 1.5 thick.
"""

import unicodedata

HEIGHT = 10
ADVANCE = 8  # from the left of one sign to the left of the next
PEN = 1.5

STROKES: dict[str, str] = {
    "A": "M0.4 9.2L3 0.8L5.6 9.2M1.4 6.2H4.6",
    "B": "M0.8 0.8V9.2H3C6.2 9.2 6.2 4.8 3 4.8H0.8M0.8 0.8H2.8C5.6 0.8 5.6 4.8 2.8 4.8",
    "C": "M5.4 2.4C4.2 0.2 0.5 0.2 0.5 5S4.2 9.8 5.4 7.6",
    "D": "M0.8 0.8V9.2H2.4C6.6 9.2 6.6 0.8 2.4 0.8Z",
    "E": "M5.2 0.8H0.8V9.2H5.2M0.8 4.8H4.4",
    "F": "M5.2 0.8H0.8V9.2M0.8 4.8H4.4",
    "G": "M5.3 2.4C4.1 0.2 0.5 0.2 0.5 5S4.2 10 5.4 7.4V5.4H3.4",
    "H": "M0.7 0.8V9.2M5.3 0.8V9.2M0.7 4.9H5.3",
    "I": "M3 0.8V9.2M1.4 0.8H4.6M1.4 9.2H4.6",
    "J": "M4.8 0.8V6.6C4.8 10 0.8 10 0.8 6.8",
    "K": "M0.8 0.8V9.2M5.4 0.8L0.8 5.8M2.3 4.4L5.5 9.2",
    "L": "M0.9 0.8V9.2H5.2",
    "M": "M0.3 9.2V0.8L3 5.6L5.7 0.8V9.2",
    "N": "M0.7 9.2V0.8L5.3 9.2V0.8",
    "O": "M3 0.8C6.5 0.8 6.5 9.2 3 9.2S-0.5 0.8 3 0.8Z",
    "P": "M0.8 9.2V0.8H3C6.2 0.8 6.2 5.6 3 5.6H0.8",
    "Q": "M3 0.8C6.5 0.8 6.5 9.2 3 9.2S-0.5 0.8 3 0.8ZM3.6 7.2L5.8 10",
    "R": "M0.8 9.2V0.8H3C6 0.8 6 5.2 3 5.2H0.8M2.8 5.2L5.5 9.2",
    "S": "M5.2 2.2C4.2 0.2 0.7 0.4 0.8 2.9C0.9 5.4 5.4 4.4 5.4 7C5.4 9.6 1.6 9.9 0.6 7.7",
    "T": "M0.3 0.8H5.7M3 0.8V9.2",
    "U": "M0.7 0.8V6.2C0.7 10.2 5.3 10.2 5.3 6.2V0.8",
    "V": "M0.4 0.8L3 9.2L5.6 0.8",
    "W": "M0.1 0.8L1.5 9.2L3 3.4L4.5 9.2L5.9 0.8",
    "X": "M0.6 0.8L5.4 9.2M5.4 0.8L0.6 9.2",
    "Y": "M0.4 0.8L3 5L5.6 0.8M3 5V9.2",
    "Z": "M0.7 0.8H5.3L0.7 9.2H5.4",
    "0": "M3 0.8C5.6 0.8 5.6 9.2 3 9.2S0.4 0.8 3 0.8Z",
    "1": "M1 2.6L3.4 0.8V9.2",
    "2": "M0.8 2.8C1 0 5.2 0 5.2 3C5.2 5.4 1.6 6.8 0.8 9.2H5.4",
    "3": "M0.8 1.6C2.4 0 5 0.8 5 2.8C5 4.4 3.6 4.8 2.4 4.8C3.8 4.8 5.4 5.2 5.4 7"
    "C5.4 9.4 2 9.8 0.6 8",
    "4": "M4.2 9.2V0.8L0.5 6.6H5.6",
    "5": "M5 0.8H1.4L1 4.6C3 3.4 5.4 4.2 5.4 6.6C5.4 9.4 2 9.9 0.6 8.2",
    "6": "M4.8 1.4C2.2 0 0.6 3 0.6 6.2C0.6 10.2 5.4 10 5.4 6.6C5.4 3.8 1.6 3.6 0.8 6",
    "7": "M0.6 0.8H5.4L2.4 9.2",
    "8": "M3 0.8C5.6 0.8 5.6 4.6 3 4.6S0.4 0.8 3 0.8ZM3 4.6C6.2 4.6 6.2 9.2 3 9.2S-0.2 4.6 3 4.6Z",
    "9": "M5.2 4C4.4 6.4 0.6 6.2 0.6 3.4C0.6 0 5.4 -0.2 5.4 3.8C5.4 7 3.8 10 1.2 8.6",
    "-": "M1 5H5",
    "+": "M0.8 5H5.2M3 2.8V7.2",
    ".": "M2.8 9.2H3.2",
    ",": "M3.2 8.8L2.6 10.6",
    "_": "M0.4 9.2H5.6",
}


def drawable(text: str) -> str:
    """Return what is drawn of a text: capitals, and a letter with an accent without it.

    Signs that have no drawing are left out.
    """
    signs = unicodedata.normalize("NFKD", text.upper())
    return "".join(sign for sign in signs if sign in STROKES or sign == " ")


def width(text: str, size: float) -> float:
    """Return how wide a text is when its signs are ``size`` high."""
    signs = len(drawable(text))
    return (ADVANCE * signs - (ADVANCE - 6)) * size / HEIGHT if signs else 0.0


def fitting(text: str, size: float, room: float) -> float:
    """Return how high a text's signs can be, ``size`` at most, if it gets so much room."""
    return size / max(1.0, width(text, size) / room)


def write(text: str, x: float, y: float, size: float, colour: str, *, pen: float = PEN) -> str:
    """Return what is drawable of a text as SVG, ``size`` high, its upper left corner at (x, y)."""
    scale = size / HEIGHT
    signs = "".join(
        f'<path d="{STROKES[sign]}" transform="translate({ADVANCE * place} 0)"/>'
        for place, sign in enumerate(drawable(text))
        if sign != " "
    )
    return (
        f'<g transform="translate({x:g} {y:g}) scale({scale:g})" fill="none" stroke="{colour}"'
        f' stroke-width="{pen:g}" stroke-linecap="round" stroke-linejoin="round">{signs}</g>'
    )


def write_centred(
    text: str, x: float, y: float, size: float, colour: str, *, pen: float = PEN
) -> str:
    """Return a text as SVG whose middle is at (x, y)."""
    return write(text, x - width(text, size) / 2, y - size / 2, size, colour, pen=pen)

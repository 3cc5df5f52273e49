"""The paper that positions are drawn on, and the names of a board's columns and rows."""

import re
from collections.abc import Callable

from games.core.drawing.lettering import write_centred

PAPER = "#f4efe2"
PANEL = "#fffdf7"
FAINT = "#6f6553"

SIZE = re.compile(r'viewBox="(\S+) (\S+) (\S+) (\S+)" width="(\S+)"\s+height="(\S+)"')


def canvas(width: float, height: float, *parts: str) -> str:
    """Return parts on a sheet of paper as an SVG that stands alone."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}"'
        f' height="{height}"><rect width="{width}" height="{height}" fill="{PAPER}"/>'
        f"{''.join(parts)}</svg>"
    )


def size_of(drawn: str) -> tuple[int, int]:
    """Return the width and height of a picture."""
    _, _, _, _, width, height = _numbers(drawn)
    return round(width), round(height)


def part_of(drawn: str, part: tuple[float, float, float, float]) -> str:
    """Return a picture of which a part is seen: left, top, width and height; the whole is 1."""
    left, top, across, down, width, height = _numbers(drawn)
    x, y, w, h = part
    box = f"{left + x * across:g} {top + y * down:g} {w * across:g} {h * down:g}"
    size = f'viewBox="{box}" width="{w * width:.0f}" height="{h * height:.0f}"'
    return SIZE.sub(size, drawn, count=1)


def _numbers(drawn: str) -> list[float]:
    found = SIZE.search(drawn)
    if found is None:
        raise ValueError("a picture has a viewBox, a width and a height")
    return [float(number) for number in found.groups()]


def axes(
    letters: str,
    rows: int,
    middle: Callable[[int], float],
    edge: float,
    size: float,
    colour: str = FAINT,
) -> str:
    """Return the letters of the columns and the numbers of the rows, as turns are written.

    ``middle`` tells the middle of a column or row, ``edge`` how far from the board's edge the names
    are, ``size`` how high.
    """
    columns = (
        write_centred(letter, middle(place), edge, size, colour)
        for place, letter in enumerate(letters)
    )
    numbers = (write_centred(str(row + 1), edge, middle(row), size, colour) for row in range(rows))
    return "".join((*columns, *numbers))

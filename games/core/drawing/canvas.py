"""The paper that positions are drawn on, and the names of a board's columns and rows."""

from collections.abc import Callable

from games.core.drawing.lettering import write_centred

PAPER = "#f4efe2"
PANEL = "#fffdf7"
FAINT = "#6f6553"


def canvas(width: float, height: float, *parts: str) -> str:
    """Return parts on a sheet of paper as an SVG that stands alone."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}"'
        f' height="{height}"><rect width="{width}" height="{height}" fill="{PAPER}"/>'
        f"{''.join(parts)}</svg>"
    )


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

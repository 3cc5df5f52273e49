"""Small boards for lists: four wide and three high, on whatever paper the page has."""

from collections.abc import Iterable

from games.core.drawing.cutting import Box

WIDTH, HEIGHT = 320, 240


def view(seen: Iterable[Box], least: float, whole: Box | None = None) -> Box:
    """Return what a small board shows: all that is ``seen``, at least so high, within the whole."""
    box = Box.around(seen)
    height = max(box.height, box.width * HEIGHT / WIDTH, least)
    width = height * WIDTH / HEIGHT
    x, y = box.middle
    left, top = x - width / 2, y - height / 2
    if whole is not None:
        left = _inside(left, width, whole.left, whole.width)
        top = _inside(top, height, whole.top, whole.height)
    return Box(left, top, width, height)


def small(part: Box, *parts: str) -> str:
    """Return what was drawn as an SVG that stands alone, without paper, of which a part is seen."""
    box = f"{part.left:g} {part.top:g} {part.width:g} {part.height:g}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" width="{WIDTH}"'
        f' height="{HEIGHT}">{"".join(parts)}</svg>'
    )


def _inside(start: float, length: float, first: float, whole: float) -> float:
    """Return where a part begins so that it lies in the whole, or has that in its middle."""
    if length >= whole:
        return first - (length - whole) / 2
    return min(max(start, first), first + whole - length)

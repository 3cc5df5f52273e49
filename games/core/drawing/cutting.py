"""A part of a picture on its own, with marks on it and a strip below: how rules are illustrated.

What lies outside the part is left out of the file, and so are shapes that nothing shows any longer.
Marks are lines and signs, never words, so that one drawing serves every language.
"""

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterable, Iterator
from typing import NamedTuple, Self

from games.core.drawing import lettering, seats
from games.core.drawing.canvas import PANEL

SVG = "http://www.w3.org/2000/svg"
RED, GREEN, INK = "#b02e18", "#19683a", "#2b2621"
FOOT = 36  # height of the strip below, in pixels
TRANSLATED = re.compile(r"translate\((\S+) (\S+)\) scale\((\S+)\)")


class Box(NamedTuple):
    """A rectangle in a picture, in its own units."""

    left: float
    top: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """Return its right edge."""
        return self.left + self.width

    @property
    def bottom(self) -> float:
        """Return its lower edge."""
        return self.top + self.height

    @property
    def middle(self) -> tuple[float, float]:
        """Return its middle."""
        return self.left + self.width / 2, self.top + self.height / 2

    def grown(self, margin: float) -> "Box":
        """Return it with a margin on all sides."""
        return Box(
            self.left - margin, self.top - margin, self.width + 2 * margin, self.height + 2 * margin
        )

    def widened(self, least: float) -> "Box":
        """Return it at least so wide, with the same middle."""
        more = max(0.0, least - self.width)
        return Box(self.left - more / 2, self.top, self.width + more, self.height)

    def within(self, whole: "Box") -> "Box":
        """Return the part of it that lies in another."""
        left, top = max(self.left, whole.left), max(self.top, whole.top)
        right, bottom = min(self.right, whole.right), min(self.bottom, whole.bottom)
        return Box(left, top, right - left, bottom - top)

    def meets(self, other: "Box") -> bool:
        """Tell whether two have anything in common."""
        across = self.left < other.right and other.left < self.right
        return across and self.top < other.bottom and other.top < self.bottom

    @classmethod
    def around(cls, boxes: Iterable["Box"]) -> Self:
        """Return the smallest that holds them all."""
        found = list(boxes)
        left, top = min(box.left for box in found), min(box.top for box in found)
        right, bottom = max(box.right for box in found), max(box.bottom for box in found)
        return cls(left, top, right - left, bottom - top)


class Foot(NamedTuple):
    """What stands in the strip below a part, and how wide that is, in pixels."""

    drawn: str = ""
    width: float = 0


def cut(
    picture: str, part: Box, scale: float, marks: Iterable[str] = (), foot: Foot | None = None
) -> str:
    """Return a part of a picture, ``scale`` pixels for each of its units, as a stand-alone SVG."""
    ET.register_namespace("", SVG)
    root = ET.fromstring(picture)  # noqa: S314 - a drawing of our own
    part = part.within(Box(*map(float, root.attrib["viewBox"].split())))
    if foot:
        part = part.widened(foot.width / scale)
    _keep(root, part)
    for mark in marks:
        root.append(_element(mark))
    below = FOOT / scale if foot else 0.0
    if foot:
        strip = f"translate({part.left:g} {part.bottom:g}) scale({1 / scale:g})"
        width = part.width * scale
        ground = f'<rect width="{width:g}" height="{FOOT}" fill="{PANEL}"/>'
        root.append(_element(f'<g transform="{strip}">{ground}{foot.drawn}</g>'))
    _forget(root)
    height = part.height + below
    root.set("viewBox", f"{part.left:g} {part.top:g} {part.width:g} {height:g}")
    root.set("width", f"{part.width * scale:.0f}")
    root.set("height", f"{height * scale:.0f}")
    return ET.tostring(root, encoding="unicode") + "\n"


def _element(drawn: str) -> ET.Element:
    return ET.fromstring(f'<g xmlns="{SVG}">{drawn}</g>')  # noqa: S314 - a drawing of our own


def _keep(parent: ET.Element, part: Box) -> None:
    """Take out what lies outside a part, as far as its place can be read."""
    for child in list(parent):
        box = _box_of(child)
        if box is not None and not box.meets(part):
            parent.remove(child)
        elif child.tag == f"{{{SVG}}}g" and not child.get("transform"):
            _keep(child, part)


def _box_of(element: ET.Element) -> Box | None:
    """Return where a rectangle, a tile or a word in drawn letters is; None for anything else."""
    kind = element.tag.removeprefix(f"{{{SVG}}}")
    if kind in ("rect", "use") and element.get("width") and not element.get("transform"):
        sides = (element.get(name) or "0" for name in ("x", "y", "width", "height"))
        return Box(*map(float, sides))
    written = TRANSLATED.fullmatch(element.get("transform") or "")
    if kind != "g" or not written or any(child.tag != f"{{{SVG}}}path" for child in element):
        return None
    left, top, scale = map(float, written.groups())
    signs = max((_advance(child) for child in element), default=0.0) + lettering.ADVANCE
    return Box(left, top, signs * scale, 1.2 * lettering.HEIGHT * scale)


def _advance(sign: ET.Element) -> float:
    moved = re.match(r"translate\((\S+)", sign.get("transform") or "")
    return float(moved[1]) if moved else 0.0


def _forget(root: ET.Element) -> None:
    """Take out the definitions that nothing shows."""
    while unused := set(_defined(root)) - set(_used(root)):
        for parent in list(root.iter()):
            for child in list(parent):
                if child.get("id") in unused:
                    parent.remove(child)


def _defined(root: ET.Element) -> Iterator[str]:
    for element in root.iter():
        if name := element.get("id"):
            yield name


def _used(root: ET.Element) -> Iterator[str]:
    for element in root.iter():
        for value in element.attrib.values():
            if value.startswith("#"):
                yield value[1:]
            yield from re.findall(r"url\(#(.+?)\)", value)


# --- Marks ----------------------------------------------------------------------------------------


def ring(box: Box, scale: float) -> str:
    """Return a frame around a place."""
    line = 3 / scale
    left, top, width, height = box.grown(-line / 2)
    frame = f'x="{left:g}" y="{top:g}" width="{width:g}" height="{height:g}" rx="{2 * line:g}"'
    return (
        f'<rect {frame} fill="none" stroke="#fff" stroke-width="{2 * line:g}"/>'
        f'<rect {frame} fill="none" stroke="{RED}" stroke-width="{line:g}"/>'
    )


def arrow(start: Box, end: Box, scale: float) -> str:
    """Return an arrow from one place to another: a wedge between neighbours, else a line.

    Along a row or a column the line bends, so that what lies on its way can still be read.
    """
    (x, y), (to_x, to_y) = start.middle, end.middle
    far = ((to_x - x) ** 2 + (to_y - y) ** 2) ** 0.5
    right, down = (to_x - x) / far, (to_y - y) / far
    if far < 1.3 * max(start.width, start.height):
        return _wedge((x + to_x) / 2, (y + to_y) / 2, right, down, 7 / scale)
    straight = right and down
    bend = 0 if straight else 1.1 * start.width
    over_x, over_y = (x + to_x) / 2 - down * bend, (y + to_y) / 2 - right * bend
    back = start.width / (2.6 if straight else 3)
    x, y = _towards(x, y, over_x, over_y, back)
    to_x, to_y = _towards(to_x, to_y, over_x, over_y, back)
    last_x, last_y = _towards(0, 0, to_x - over_x, to_y - over_y, 1)
    shaft = f"M{x:g} {y:g}Q{over_x:g} {over_y:g} {to_x:g} {to_y:g}"
    line = f'<path d="{shaft}" fill="none" stroke-linecap="round"'
    return (
        f'{line} stroke="#fff" stroke-width="{7 / scale:g}"/>'
        f'{line} stroke="{INK}" stroke-width="{3 / scale:g}"/>'
        + _wedge(to_x, to_y, last_x, last_y, 8 / scale)
    )


def _towards(x: float, y: float, to_x: float, to_y: float, step: float) -> tuple[float, float]:
    """Return the point that lies a step from one point towards another."""
    far = ((to_x - x) ** 2 + (to_y - y) ** 2) ** 0.5
    return x + (to_x - x) * step / far, y + (to_y - y) * step / far


def _wedge(x: float, y: float, right: float, down: float, size: float) -> str:
    """Return the head of an arrow that points in a direction, its middle at (x, y)."""
    back_x, back_y = x - 0.8 * size * right, y - 0.8 * size * down
    points = (
        (x + size * right, y + size * down),
        (back_x - size * down, back_y + size * right),
        (back_x + size * down, back_y - size * right),
    )
    path = "L".join(f"{one:g} {other:g}" for one, other in points)
    return (
        f'<path d="M{path}Z" fill="{INK}" stroke="#fff" stroke-width="{size / 3:g}"'
        f' stroke-linejoin="round" paint-order="stroke"/>'
    )


def label(text: str, x: float, y: float, scale: float) -> str:
    """Return a number in a small disc."""
    disc = f'<circle cx="{x:g}" cy="{y:g}" r="{8 / scale:g}" fill="{INK}"/>'
    return disc + lettering.write_centred(text, x, y, 8.5 / scale, "#fff")


def verdict(*, good: bool, points: Iterable[tuple[int, int]], alone: bool) -> Foot:
    """Return a tick or a cross, and the points that seats have got: (seat, points) each.

    Whoever plays ``alone`` needs no mark to be told from others.
    """
    colour, lines = (GREEN, "M-5 0.5L-1.5 4L5 -4") if good else (RED, "M-4 -4L4 4M4 -4L-4 4")
    drawn = (
        f'<g transform="translate(20 {FOOT / 2:g})"><circle r="11" fill="{colour}"/>'
        f'<path d="{lines}" fill="none" stroke="#fff" stroke-width="2.6" stroke-linecap="round"'
        f' stroke-linejoin="round"/></g>'
    )
    left = 40.0
    for seat, number in points:
        left += 4
        text = f"+{number}" if number > 0 else str(number)
        if not alone:
            drawn += seats.badge(seat, left + 10, FOOT / 2, 10)
            left += 26
        drawn += lettering.write(text, left, FOOT / 2 - 7, 14, INK)
        left += lettering.width(text, 14) + 12
    return Foot(drawn, left)

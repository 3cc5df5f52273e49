"""The tiles as SVG, made from their designs and the scenery.

Roads and walls turn with the tile; what stands on it stays upright. The server's picture and the
browser's sprite both come from here.
"""

from collections.abc import Iterable

from games.tilekingdom.display import scenery
from games.tilekingdom.display.designs import DESIGNS, STREETS, Design, Point, Shape
from games.tilekingdom.display.scenery import paint, path


def _turned(content: str, quarters: int) -> str:
    return f'<g transform="rotate({90 * quarters} 50 50)">{content}</g>' if quarters else content


def _roads(design: Design) -> str:
    lines = "".join(design.roads)
    if not lines:
        return ""
    dots = ' stroke-linecap="round" stroke-dasharray="0.1 5.2"'
    return (
        path(lines, "kerb", line=14)
        + path(lines, "road", line=10.4)
        + path(lines, "rut", line=1.8, more=dots)
    )


def _plaza(design: Design) -> str:
    if design.plaza is None:
        return ""
    x, y, radius = design.plaza
    circle = f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" '
    edge = "court" if design.cities and not design.roads else "kerb"
    return f"{circle}{paint('plaza')}/>{circle}{paint(edge, line=1.8)}/>"


def _city(shape: Shape, quarters: int) -> str:
    wall, floor = shape
    content = path(floor, "city") + path(STREETS[shape], "court", line=5.5, opacity=0.55)
    if wall:
        content += (
            path(wall, "shadow", line=10.5, opacity=0.2)
            + path(wall, "wall", line=6)
            + path(wall, "stone", line=3.4)
            + path(wall, "wall", line=3.4, opacity=0.75, more=' stroke-dasharray="0.9 5.1"')
        )
    return _turned(content, quarters)


def ground(kind: str) -> str:
    """Return what lies flat on a tile, unrotated: sand, roads, cities with their walls."""
    design = DESIGNS[kind]
    return (
        path("M0 0H100V100H0Z", "sand")
        + path(design.ripples, "ripple", line=1.5, more=' stroke-linecap="round"')
        + "".join(_city(shape, quarters) for shape, quarters in design.cities)
        + _roads(design)
        + _plaza(design)
    )


def turn(point: Point, rotation: int) -> Point:
    """Return where a point of an unrotated tile lies after quarter turns clockwise."""
    x, y = point
    for _ in range(rotation % 4):
        x, y = 100 - y, x
    return x, y


def standing(kind: str, rotation: int) -> str:
    """Return what stands on a turned tile, upright, the nearest last."""
    design = DESIGNS[kind]
    props = [(name, *turn((x, y), rotation)) for name, x, y in design.props]
    if design.gate:
        props.append(("gate", *turn((50, 73), rotation)))
    return "".join(
        f'<use href="#prop-{name}" x="{x:g}" y="{y:g}"/>'
        for name, x, y in sorted(props, key=lambda prop: prop[2])
    )


def symbol_id(kind: str, rotation: int) -> str:
    """Return the id of a tile's symbol: ``tile-V``, or ``tile-V-1`` to ``-3`` when turned."""
    return f"tile-{kind}-{rotation}" if rotation else f"tile-{kind}"


def symbol(kind: str, rotation: int) -> str:
    """Return a tile as it lies when turned, made from what ``stock`` returns for its kind."""
    flat = _turned(f'<use href="#ground-{kind}"/>', rotation)
    frame = f'<path d="M0.4 0.4H99.6V99.6H0.4Z" {paint("frame", line=0.8)}/>'
    return (
        f'<symbol id="{symbol_id(kind, rotation)}" viewBox="0 0 100 100">'
        f"{flat}{standing(kind, rotation)}{frame}</symbol>"
    )


def shapes(kinds: Iterable[str]) -> dict[str, str]:
    """Return the shapes that the symbols of these kinds are made from, by id."""
    drawn = {f"prop-{name}": shape for name, shape in scenery.PROPS.items()}
    drawn |= {f"ground-{kind}": ground(kind) for kind in sorted(kinds)}
    return {key: f'<g id="{key}">{shape}</g>' for key, shape in drawn.items()}


def stock(kinds: Iterable[str]) -> str:
    """Return the shapes that the symbols of these kinds are made from."""
    return "".join(shapes(kinds).values())

"""What the browser needs of the art: ``python -m games.tilekingdom.display.sprite`` writes it.

``tiles.svg`` holds a symbol for each kind and rotation and for each player's subjects, and what
the browser has to know of each kind; ``tiles.css`` the colours for a light and a dark page.
``list.svg`` has all tiles side by side, for the rules: ``list.svg#A`` shows one.
"""

import json
from pathlib import Path

from games.core.drawing import seats
from games.tilekingdom.display import scenery
from games.tilekingdom.display.art import shapes, stock, symbol, symbol_id
from games.tilekingdom.display.designs import DESIGNS
from games.tilekingdom.position.tiles import TILES

STATIC = Path(__file__).parents[1] / "static" / "games" / "tilekingdom"


def sprite() -> str:
    """Return ``tiles.svg``: tiles in every rotation, facts, every player's subjects and mark."""
    tiles = "\n".join(symbol(kind, turns) for kind in sorted(TILES) for turns in range(4))
    subjects = "\n".join(
        f'<symbol id="subject-{role}-{player}" viewBox="-1 -2 26 26">'
        f"{scenery.figure(role, player)}</symbol>"
        for role in scenery.FIGURES
        for player in range(len(seats.MARKS))
    )
    marks = "\n".join(
        f'<symbol id="mark-{player}" viewBox="-4 -4 8 8">'
        f'<path d="{mark}" fill="currentColor"/></symbol>'
        for player, mark in enumerate(seats.MARKS)
    )
    return (
        '<svg xmlns="http://www.w3.org/2000/svg">\n'
        f"<metadata>{json.dumps(facts(), separators=(',', ':'))}</metadata><defs>\n"
        f"{stock(TILES)}\n</defs>\n{tiles}\n{subjects}\n{marks}\n</svg>\n"
    )


def stylesheet() -> str:
    """Return ``tiles.css``: the palette by class, each colour for a light and for a dark page.

    Another look of boards gives colours of its own, which reach into the drawings by inheritance.
    """
    lines = [
        f"  .t-{name} {{ fill: var(--t-{name}, light-dark({light}, {dark})); }}\n"
        f"  .l-{name} {{ stroke: var(--t-{name}, light-dark({light}, {dark})); }}\n"
        for name, (light, dark) in scenery.PALETTE.items()
    ]
    return "@layer components {\n" + "".join(lines) + "}\n"


def facts() -> dict[str, dict[str, object]]:
    """Return what the browser has to know of each kind, unrotated; it has words of its own."""
    return {
        kind: {
            "edges": "".join(tile.edges),
            "count": tile.count,
            "features": {
                feature.key: {
                    "kind": feature.kind,
                    "at": list(DESIGNS[kind].anchors[feature.key]),
                    "sides": list(feature.sides),
                }
                for feature in tile.features
            },
        }
        for kind, tile in sorted(TILES.items())
    }


def sheet() -> str:
    """Return ``list.svg``: every tile once, each with a view of its own."""
    kinds = sorted(TILES)
    tiles, held = "".join(symbol(kind, 0) for kind in kinds), shapes(kinds)
    stocked = "".join(shape for name, shape in held.items() if f'href="#{name}"' in tiles)
    shown = "".join(
        f'<view id="{kind}" viewBox="{100 * place} 0 100 100"/>'
        f'<use href="#{symbol_id(kind, 0)}" x="{100 * place}" width="100" height="100"/>\n'
        for place, kind in enumerate(kinds)
    )
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="72" height="72">'
        f"<defs>{stocked}</defs>\n{tiles}\n{shown}</svg>\n"
    )


def files() -> dict[str, str]:
    """Return the generated files by name."""
    return {
        "tiles.svg": sprite(),
        "tiles.css": stylesheet(),
        "list.svg": sheet(),
    }


def write() -> None:
    """Write the generated files where the browser finds them."""
    for name, content in files().items():
        (STATIC / name).write_text(content, encoding="utf-8")


if __name__ == "__main__":
    write()

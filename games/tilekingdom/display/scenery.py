"""What stands on a tile, drawn once: colours, ground shapes, houses, palms, mosque, subjects.

Everything is SVG text in units of a tile (100 by 100). Colours are given twice, for a light and a
dark page: the light one as an attribute, so that a drawing stands alone, the dark one by a class.
"""

from games.core.drawing import seats

INK = "#3a2718"

# class -> (light, dark). The classes are "t-" + name.
PALETTE: dict[str, tuple[str, str]] = {
    "sand": ("#f0dcae", "#a8905f"),
    "dune": ("#f8ebca", "#b9a270"),
    "ripple": ("#d9bd83", "#8c7546"),
    "kerb": ("#a9855a", "#5f4a30"),
    "road": ("#fff8e6", "#e3d4ae"),
    "rut": ("#dcc59a", "#b39b6c"),
    "plaza": ("#ead7b4", "#c7b180"),
    "city": ("#d59a72", "#84523a"),
    "court": ("#c98a63", "#754732"),
    "wall": ("#7d4d34", "#3f2419"),
    "stone": ("#f7e6cb", "#cdb490"),
    "roof": ("#c04f34", "#a8452e"),
    "roof-shade": ("#9c3b27", "#853322"),
    "tile-roof": ("#3f7c85", "#3a727b"),
    "tile-roof-shade": ("#2f626b", "#2b5a62"),
    "plaster": ("#fff3de", "#dccaaa"),
    "plaster-shade": ("#e9d5b5", "#bda985"),
    "door": ("#6b4330", "#4b2d20"),
    "leaf": ("#5f8f4e", "#4e7a42"),
    "leaf-shade": ("#47743b", "#3b6131"),
    "trunk": ("#8a633f", "#5f4329"),
    "rock": ("#c7b393", "#85744f"),
    "water": ("#3f9fcb", "#3a8fb8"),
    "foam": ("#e8f7fd", "#d3ecf6"),
    "dome": ("#2b9a93", "#2a8c86"),
    "dome-shade": ("#1f7d78", "#1f716d"),
    "gold": ("#d9a52e", "#d9a52e"),
    "frame": ("#c2a06b", "#5b4a2f"),
    "shadow": ("#6b4a2a", "#20160c"),
}


def paint(name: str, *, line: float = 0, opacity: float = 0) -> str:
    """Return the attributes that fill, or with a line width stroke, in a named colour."""
    faint = f' opacity="{opacity:g}"' if opacity else ""
    if line:
        stroke = f'stroke="{PALETTE[name][0]}" stroke-width="{line:g}"{faint}'
        return f'class="l-{name}" fill="none" {stroke}'
    return f'class="t-{name}" fill="{PALETTE[name][0]}"{faint}'


def path(d: str, name: str, *, line: float = 0, opacity: float = 0, more: str = "") -> str:
    """Return one path in a named colour."""
    return f'<path d="{d}" {paint(name, line=line, opacity=opacity)}{more}/>'


def _oval(x: float, y: float, rx: float, ry: float, name: str, opacity: float = 0) -> str:
    return (
        f'<ellipse cx="{x:g}" cy="{y:g}" rx="{rx:g}" ry="{ry:g}" {paint(name, opacity=opacity)}/>'
    )


def _house(roof: str, shade: str) -> str:
    return (
        _oval(0.8, 7, 8, 2.2, "shadow", 0.28)
        + path("M-6 -1H1V7H-6Z", "plaster")
        + path("M1 -1H6V7H1Z", "plaster-shade")
        + path("M-7.4 0L-3.2 -7H1.4L1.6 0Z", roof)
        + path("M1.6 0L1.4 -7H3.2L7.4 0Z", shade)
        + path("M-3.8 7V3.4A1.3 1.3 0 0 1 -1.2 3.4V7Z", "door")
    )


TOWER = (
    _oval(0.6, 7, 5.4, 1.8, "shadow", 0.28)
    + path("M-3.4 -4H0.6V7H-3.4Z", "plaster")
    + path("M0.6 -4H3.4V7H0.6Z", "plaster-shade")
    + path("M-4.6 -3.4L0 -11L0.6 -3.4Z", "tile-roof")
    + path("M0.6 -3.4L0 -11L4.6 -3.4Z", "tile-roof-shade")
    + path("M-2.1 0.6V-1A0.9 0.9 0 0 1 -0.3 -1V0.6Z", "door")
)

PALM = (
    _oval(0.8, 8, 5, 1.6, "shadow", 0.28)
    + path("M0 8C0.6 3 -0.2 -1 -1.2 -4.4", "trunk", line=1.7, more=' stroke-linecap="round"')
    + path(
        "M-1.2 -4.4C-4.6 -6.8 -7.6 -5 -8.6 -1.8C-6 -3.6 -3.6 -3.8 -1.2 -4.4"
        "C-2.4 -8.4 -5 -9.4 -7.4 -8.8C-5 -7.6 -3.2 -6.4 -1.2 -4.4Z",
        "leaf-shade",
    )
    + path(
        "M-1.2 -4.4C2.4 -7.2 5.6 -5.6 6.8 -2.2C4.2 -4 1.6 -4 -1.2 -4.4"
        "C-0.2 -8.8 2.6 -10 5.2 -9.2C2.8 -8 0.8 -6.6 -1.2 -4.4"
        "C-4.4 -2.6 -4.6 0 -3.8 2C-3 -0.6 -2.4 -2.4 -1.2 -4.4"
        "C1.4 -2.6 2.2 -0.4 1.8 1.8C1 -0.8 0 -2.6 -1.2 -4.4Z",
        "leaf",
    )
)

SHRUB = (
    _oval(0.4, 2.6, 5, 1.4, "shadow", 0.24)
    + path("M-4.6 2.6A2.8 2.8 0 0 1 -2.6 -1.8A3 3 0 0 1 3 -1.6A2.4 2.4 0 0 1 4.4 2.6Z", "leaf")
    + path("M-0.6 2.6A2.4 2.4 0 0 1 1.4 -0.2A2.2 2.2 0 0 1 4.4 2.6Z", "leaf-shade")
)

ROCK = (
    _oval(0.4, 2.4, 5.2, 1.3, "shadow", 0.22)
    + path("M-4.6 2.4L-3 -1.6L0.4 -2.6L3.6 -0.4L4.6 2.4Z", "rock")
    + path("M0.4 -2.6L3.6 -0.4L4.6 2.4H0.8L-0.6 0Z", "ripple")
)

TENT = (
    _oval(0.6, 6, 9.4, 2, "shadow", 0.28)
    + path("M0 -6C-2 0 -5 4 -9 6H9C5 4 2 0 0 -6Z", "plaster")
    + path("M0 -6C-2 0 -5 4 -9 6H-5.4C-3 3 -1 -1 0 -6C1 -1 3 3 5.4 6H9C5 4 2 0 0 -6Z", "roof")
    + path("M0 -2L-1.9 6H1.9Z", "door")
)

WELL = (
    _oval(0.4, 2.2, 6.4, 4.4, "shadow", 0.3)
    + _oval(0, 0.6, 6, 4.4, "stone")
    + _oval(0, -0.4, 6, 4.2, "rock")
    + _oval(0, -0.4, 4, 2.6, "water")
)

FOUNTAIN = (
    _oval(0.4, 3.4, 12.4, 8, "shadow", 0.34)
    + _oval(0, 2.2, 12, 8.2, "rock")
    + _oval(0, 0.4, 12, 8.2, "stone")
    + _oval(0, 0.4, 9.4, 6, "water")
    + path("M-1.5 1.6L-0.9 -5H0.9L1.5 1.6Z", "stone")
    + path(
        "M0 -6.4C-3.6 -8.6 -6 -4.6 -6.2 0.2M0 -6.4C3.6 -8.6 6 -4.6 6.2 0.2M0 -6.4V-9",
        "foam",
        line=1.3,
        more=' stroke-linecap="round"',
    )
)


def _minaret(x: float) -> str:
    return (
        path(f"M{x - 2.4:g} -11H{x + 0.6:g}V17H{x - 2.4:g}Z", "plaster")
        + path(f"M{x + 0.6:g} -11H{x + 2.4:g}V17H{x + 0.6:g}Z", "plaster-shade")
        + path(f"M{x - 3.4:g} -3.4H{x + 3.4:g}V-1.2H{x - 3.4:g}Z", "rock")
        + path(
            f"M{x - 2.8:g} -11C{x - 3:g} -14.6 {x - 0.6:g} -15 {x:g} -19"
            f"C{x + 0.6:g} -15 {x + 3:g} -14.6 {x + 2.8:g} -11Z",
            "dome",
        )
    )


MOSQUE = (
    _oval(0.8, 17, 25, 4, "shadow", 0.3)
    + _minaret(-19)
    + _minaret(19)
    + path("M-15 1H15V17H-15Z", "plaster")
    + path("M6 1H15V17H6Z", "plaster-shade")
    + path("M-15 1H15V3.4H-15Z", "stone")
    + path("M-11 1.6C-13.4 -9 -3.4 -11.4 0 -18C3.4 -11.4 13.4 -9 11 1.6Z", "dome")
    + path("M3.6 1.6C8.6 -6 3.6 -12 0 -18C3.4 -11.4 13.4 -9 11 1.6Z", "dome-shade")
    + path("M0 -24V-17", "gold", line=1.4, more=' stroke-linecap="round"')
    + path("M1.6 -24.6A2.4 2.4 0 1 0 1.6 -21A1.9 1.9 0 1 1 1.6 -24.6Z", "gold")
    + path("M-3.4 17V10C-3.4 7.4 -0.8 7 0 5C0.8 7 3.4 7.4 3.4 10V17Z", "door")
    + path("M-10.6 14V10.4A1.7 1.7 0 0 1 -7.2 10.4V14Z", "tile-roof")
    + path("M7.2 14V10.4A1.7 1.7 0 0 1 10.6 10.4V14Z", "tile-roof")
)

GATE = (
    path("M-10.4 -6.6H-4.6V7H-10.4Z", "stone")
    + path("M4.6 -6.6H10.4V7H4.6Z", "rock")
    + path("M-4.6 -4H4.6V7H-4.6Z", "plaster-shade")
    + path("M-3.6 7V1A3.6 3.6 0 0 1 3.6 1V7Z", "door")
    + path("M-11.4 -6L-7.5 -12L-3.6 -6Z", "roof")
    + path("M3.6 -6L7.5 -12L11.4 -6Z", "roof-shade")
)

# Things that stand upright however a tile is turned; each is drawn about its own middle.
PROPS: dict[str, str] = {
    "house": _house("roof", "roof-shade"),
    "villa": _house("tile-roof", "tile-roof-shade"),
    "tower": TOWER,
    "palm": PALM,
    "shrub": SHRUB,
    "rock": ROCK,
    "gate": GATE,
    "tent": TENT,
    "well": WELL,
    "fountain": FOUNTAIN,
    "mosque": MOSQUE,
}

# role -> (outline, place of the mark) in a box of 24 by 24; drawn in the colour of the player.
FIGURES: dict[str, tuple[str, tuple[float, float]]] = {
    # a walker with staff and pack
    "road": (
        (
            "M11 2.2A3.3 3.3 0 0 1 12.9 8.2C15.2 8.9 16.2 10.4 16.6 12.6L18.2 12.2V4.6H20"
            "V22H18.2V14.2L16.8 14.6L17.4 22H12.6L11.4 18.6L9.8 22H4.8L6.2 14.2"
            "C6.5 11 7.2 8.9 9.3 8.2A3.3 3.3 0 0 1 11 2.2Z"
        ),
        (11.5, 13.6),
    ),
    # a knight with crest and broad shoulders
    "city": (
        (
            "M12 0.8L13.6 3.2C15.4 3.6 16.2 5 16 7.6L15.6 9C18.6 9.6 20.4 11.2 20.6 14.2"
            "L21 22H3L3.4 14.2C3.6 11.2 5.4 9.6 8.4 9L8 7.6C7.8 5 8.6 3.6 10.4 3.2Z"
        ),
        (12, 15.6),
    ),
    # a pilgrim in a long hooded robe, arms raised
    "mosque": (
        (
            "M12 0.6C15 3.2 16 5.4 15.4 8.2L20.6 3.8L22.2 5.4L16.8 12L19.6 22H4.4L7.2 12"
            "L1.8 5.4L3.4 3.8L8.6 8.2C8 5.4 9 3.2 12 0.6Z"
        ),
        (12, 15.8),
    ),
    # a nomad lying on the sand, head on the left
    "desert": (
        (
            "M5.4 6.4A3.7 3.7 0 0 1 9 10.6C10.8 9.4 13 9 15 9.8"
            "C17.4 10.8 18.8 12.8 20.4 14.4L24 17.2V20.4H0.6V18C2 16.6 3 15.6 3.6 13.4"
            "A3.7 3.7 0 0 1 5.4 6.4Z"
        ),
        (12.4, 15.6),
    ),
}


def figure(role: str, player: int) -> str:
    """Return a player's subject in a box of 24 by 24, in ``currentColor`` with their mark on it."""
    outline, (x, y) = FIGURES[role]
    return (
        f'<path d="{outline}" fill="#fff" stroke="#fff" stroke-width="3.6"'
        ' stroke-linejoin="round"/>'
        f'<path d="{outline}" fill="currentColor" stroke="{INK}" stroke-width="1.3"'
        ' stroke-linejoin="round"/>'
        f'<path class="mark-shape" d="{seats.MARKS[player]}" fill="#fff"'
        f' transform="translate({x:g} {y:g})"/>'
    )

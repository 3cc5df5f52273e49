"""The stamps of trophies, in the tones of people's stamps (static/shell/site/faces.css).

A stamp is 64 units wide and 79 high; its field reaches from 8.5 to 55.5 and 70.5.
"""

import dataclasses
import math
import zlib

from accounts.users.faces.drawings import FIELDS, Parts, parts


@dataclasses.dataclass(frozen=True, slots=True)
class Drawing:
    """What is on a stamp: paths by tone, a figure printed over them, and the colour behind."""

    parts: Parts
    field: int
    figure: str = ""


def _laurel() -> str:
    """Return a wreath that is open at the top, as leaves on both sides of a ring."""
    leaves = []
    for step in range(7):
        for side in (-1, 1):
            angle = math.radians(90 + side * (14 + 21 * step))
            x, y = 32 + 18 * math.cos(angle), 39 + 18 * math.sin(angle)
            turn = angle + side * (math.pi / 2 - 0.5)
            tip = x + 8 * math.cos(turn), y + 8 * math.sin(turn)
            bow = math.cos(turn + math.pi / 2) * 3.4, math.sin(turn + math.pi / 2) * 3.4
            middle = (x + tip[0]) / 2, (y + tip[1]) / 2
            leaves.append(
                f"M{x:.1f} {y:.1f}Q{middle[0] + bow[0]:.1f} {middle[1] + bow[1]:.1f}"
                f" {tip[0]:.1f} {tip[1]:.1f}Q{middle[0] - bow[0]:.1f} {middle[1] - bow[1]:.1f}"
                f" {x:.1f} {y:.1f}z"
            )
    return "".join(leaves)


LAUREL = _laurel()
CROWN = parts("""
    shade M13 55h38v3H13z
    yellow M16 48l-4-22l11 9l9-16l9 16l11-9l-4 22z
    warm M16 48h32v6H16z
    light M12 21a3 3 0 1 1 0 6a3 3 0 1 1 0-6M32 14a3.5 3.5 0 1 1 0 7a3.5 3.5 0 1 1 0-7M52 21
        a3 3 0 1 1 0 6a3 3 0 1 1 0-6M24 49.5a1.5 1.5 0 1 1 0 3a1.5 1.5 0 1 1 0-3M32 49.5
        a1.5 1.5 0 1 1 0 3a1.5 1.5 0 1 1 0-3M40 49.5a1.5 1.5 0 1 1 0 3a1.5 1.5 0 1 1 0-3
    """)
DRAWN = {
    "first": Drawing(
        parts("""
        shade M13 55h38v3H13z
        light M13 26h38v28H13z
        grey M13 54l15-15h8l15 15zM13 26l19 17l19-17z
        light M15.5 26l16.5 14.5L48.5 26z
        warm M32 35a5.5 5.5 0 1 1 0 11a5.5 5.5 0 1 1 0-11
        yellow M32 37l1.2 2.3l2.5.4l-1.8 1.8l.4 2.5l-2.3-1.2l-2.3 1.2l.4-2.5
            l-1.8-1.8l2.5-.4z
        """),
        0,
    ),
    "ten": Drawing((("yellow", LAUREL),), 5, "10"),
    "hundred": Drawing((("yellow", LAUREL),), 1, "100"),
    "row": Drawing(
        parts("""
        shade M9 60h47v10H9z
        light M12 52h7v8h-7zM20.5 44h7v16h-7zM29 36h7v24h-7zM37.5 28h7v32h-7zM46 20h7v40h-7z
        warm M12 52h7v3h-7zM20.5 44h7v3h-7zM29 36h7v3h-7zM37.5 28h7v3h-7zM46 20h7v3h-7z
        yellow M24 14l1.7 3.6l4 .5l-2.9 2.7l.8 3.9l-3.6-1.9l-3.6 1.9l.8-3.9
            l-2.9-2.7l4-.5z
        """),
        7,
    ),
    "close": Drawing(
        parts("""
        shade M9 62h47v8H9z
        grey M15 14h3v48h-3z
        light M18 16h33v26H18z
        dark M18 16h6.6v6.5H18zM31.2 16h6.6v6.5h-6.6zM44.4 16H51v6.5h-6.6z
            M24.6 22.5h6.6V29h-6.6zM37.8 22.5h6.6V29h-6.6zM18 29h6.6v6.5H18z
            M31.2 29h6.6v6.5h-6.6zM44.4 29H51v6.5h-6.6zM24.6 35.5h6.6V42h-6.6z
            M37.8 35.5h6.6V42h-6.6z
        yellow M16.5 10a3 3 0 1 1 0 6a3 3 0 1 1 0-6
        warm M36 54h13v3H36zM36 49h14v3H36z
        """),
        4,
    ),
    "company": Drawing(
        parts("""
        shade M9 58h47v12H9z
        warm M11 58q-1-12 7-16l1-3a5.5 5.5 0 1 1 6 0l1 3q8 4 7 16z
        yellow M31 58q-1-12 7-16l1-3a5.5 5.5 0 1 1 6 0l1 3q8 4 7 16z
        light M20 60q-1-15 8.5-20l1-3.5a6.5 6.5 0 1 1 6 0l1 3.5q9 5 8 20z
        """),
        2,
    ),
    "set": Drawing(
        parts("""
        shade M13 24h18v18H13zM35 24h18v18H35zM13 46h18v18H13zM35 46h18v18H35z
        light M11 22h18v18H11z
        yellow M33 22h18v18H33z
        warm M11 44h18v18H11z
        grey M33 44h18v18H33z
        dark M18 25h4v12h-4zM15 29h10v4H15zM38 31l4-6l4 6l-4 6zM16 53q4-6 8 0t-8 0M37 48h3v10h-3z
            M43 48h3v10h-3z
        light M32 32a8 8 0 1 1 0 16a8 8 0 1 1 0-16
        dark M28.5 40l2.7 3l5-6l-1.5-1.2l-3.6 4.3l-1.3-1.4z
        """),
        6,
    ),
    "word": Drawing(
        parts("""
        shade M18 16h32v32H18z
        light M16 14h32v32H16z
        warm M10 54h5.6v9H10zM16.4 54h5.6v9h-5.6zM22.8 54h5.6v9h-5.6z
            M29.2 54h5.6v9h-5.6zM35.6 54h5.6v9h-5.6zM42 54h5.6v9H42z
            M48.4 54H54v9h-5.6z
        """),
        3,
        "7",
    ),
    "promoted": Drawing(
        parts("""
        light M11 62V52h12v-9h11v-9h11v-9h9v37z
        grey M11 52h12v2.5H11zM23 43h11v2.5H23zM34 34h11v2.5H34zM45 25h9v2.5h-9z
        warm M15 45V28h-6l10-13l10 13h-6v10h-3v7z
        """),
        5,
    ),
    "on_time": Drawing(
        parts("""
        yellow M29 13h6v6h-6zM32 9a4.5 4.5 0 1 1 0 9a4.5 4.5 0 1 1 0-9M32 19
            a21 21 0 1 1 0 42a21 21 0 1 1 0-42
        light M32 23.5a16.5 16.5 0 1 1 0 33a16.5 16.5 0 1 1 0-33
        dark M31 27h2v3h-2zM31 50h2v3h-2zM19 39h3v2h-3zM42 39h3v2h-3zM31 30.5h2V39l6.5 4.5
            l-1.2 1.7L31 40.2z
        warm M32 38a2 2 0 1 1 0 4a2 2 0 1 1 0-4
        """),
        9,
    ),
}
PLACES = {
    "1": Drawing((("yellow", LAUREL),), 4, "1"),
    "2": Drawing((("grey", LAUREL),), 2, "2"),
    "3": Drawing((("warm", LAUREL),), 11, "3"),
}


def drawing_of(kind: str, detail: str) -> Drawing:
    """Return the stamp of a trophy; of each game that was won, the crown in a colour of its own."""
    if kind == "win":
        return Drawing(CROWN, zlib.crc32(detail.encode()) % FIELDS)
    return PLACES[detail] if kind == "place" else DRAWN[kind]

"""What can be on a stamp: twelve colours, ten grounds behind an initial, and sixteen drawings.

A stamp is 48 units wide, and its field reaches from 7 to 41. Drawings are paths, each in a tone of
faces.css, which alone knows colours: light, dark, warm, yellow, grey, and ``shade``, a darker shade
of the field. ``line`` and ``dots`` are strokes of that shade.
"""

import dataclasses
import re

from django.utils.translation import gettext_lazy as _

FIELDS = 12  # face-0 to face-11 of faces.css
TONE = re.compile(r"(light|dark|warm|yellow|grey|shade|line|dots) ")

Parts = tuple[tuple[str, str], ...]  # tone and path


def parts(text: str) -> Parts:
    """Return what is written as tones with their paths, which may be broken into lines."""
    _, *found = TONE.split(text)
    paths = ["".join(line.strip() for line in path.splitlines()) for path in found[1::2]]
    return tuple(zip(found[::2], paths, strict=True))


@dataclasses.dataclass(frozen=True, slots=True)
class Drawing:
    """A drawing, and the fields it looks well on."""

    parts: Parts
    fields: tuple[int, ...]


# Rays, stripes, a lozenge, quarters, chevrons, a hill, a saltire, dots, waves, rings.
GROUNDS = tuple(
    parts(text)
    for text in (
        """
        shade M24 24L7 13V7h2zM24 24L19 7h10zM24 24L39 7h2v6zM24 24L41 19v10zM24 24L41 35v6h-2z
            M24 24L29 41H19zM24 24L9 41H7v-6zM24 24L7 29V19z
        """,
        """
        shade M7 17V9l2-2h8L7 17zM7 33v-8L25 7h8zM15 41H7L41 7v8zM31 41h-8l18-18v8zM41 39v2h-2z
        """,
        """
        shade M24 7L41 24L24 41L7 24z
        """,
        """
        shade M7 7h17v17H7zM24 24h17v17H24z
        """,
        """
        shade M7 19L24 8L41 19v7L24 15L7 26zM7 33L24 22L41 33v7L24 29L7 40z
        """,
        """
        shade M7 41V33Q24 13 41 33v8z
        """,
        """
        shade M7 7h7l10 10L34 7h7v7L31 24l10 10v7h-7L24 31L14 41H7v-7l10-10L7 14z
        """,
        """
        dots M11 11.5h28M15 19.5h20M11 27.5h28M15 35.5h20
        """,
        """
        line M7 12q4.25-5 8.5 0t8.5 0t8.5 0t8.5 0M7 20q4.25-5 8.5 0t8.5 0t8.5 0t8.5 0M7 28
            q4.25-5 8.5 0t8.5 0t8.5 0t8.5 0M7 36q4.25-5 8.5 0t8.5 0t8.5 0t8.5 0
        """,
        """
        line M24 8.5a15.5 15.5 0 1 1 0 31a15.5 15.5 0 1 1 0-31M24 15a9 9 0 1 1 0 18a9 9 0 1 1 0-18
        """,
    )
)

DRAWN = {
    "fox": Drawing(
        parts("""
        warm M11 10l8 7h10l8-7v14q-2 9-13 14q-11-5-13-14z
        light M11 25q7 0 10 5l3 8q-11-5-13-13zM37 25q-7 0-10 5l-3 8q11-5 13-13z
        dark M21.3 35h5.4L24 38.4zM17.5 22.2a1.9 1.9 0 1 1 0 3.8a1.9 1.9 0 1 1 0-3.8M30.5 22.2
            a1.9 1.9 0 1 1 0 3.8a1.9 1.9 0 1 1 0-3.8M13 13.6l4 3.6l-4 3.6zM35 13.6l-4 3.6l4 3.6z
        """),
        (0, 2, 3, 5),
    ),
    "owl": Drawing(
        parts("""
        warm M12 10q5 4 12 3q7 1 12-3v18q0 12-12 12T12 28z
        light M18 15.5a6.2 6.2 0 1 1 0 12.4a6.2 6.2 0 1 1 0-12.4M30 15.5a6.2 6.2 0 1 1 0 12.4
            a6.2 6.2 0 1 1 0-12.4
        dark M18 18.6a3.1 3.1 0 1 1 0 6.2a3.1 3.1 0 1 1 0-6.2M30 18.6a3.1 3.1 0 1 1 0 6.2
            a3.1 3.1 0 1 1 0-6.2
        yellow M21.6 25h4.8L24 30z
        light M17 32l1.5 2l1.5-2zM22.5 33l1.5 2l1.5-2zM28 32l1.5 2l1.5-2zM19.7 36l1.5 2l1.5-2z
            M25.3 36l1.5 2l1.5-2z
        """),
        (2, 6, 7, 8),
    ),
    "cat": Drawing(
        parts("""
        dark M12 9l8 6h8l8-6v15q1 3 0 5q-3 9-12 9t-12-9q-1-2 0-5z
        yellow M14.5 23q4-5 7 0q-3 4-7 0zM26.5 23q4-5 7 0q-3 4-7 0z
        warm M22 28.5h4L24 31z
        light M8.5 27.2l8 1.3l-.1.9l-7.9-1.3zM8.8 32l7.6-1.6l.3.9l-7.7 1.6zM39.5 27.2l-8 1.3l.1.9
            l7.9-1.3zM39.2 32l-7.6-1.6l-.3.9l7.7 1.6z
        dark M17.5 20.7h1v5h-1zM29.5 20.7h1v5h-1z
        """),
        (1, 4, 9, 10),
    ),
    "hare": Drawing(
        parts("""
        light M17 24q-6-12-2-17q5 1 6.5 13h5Q28 8 33 7q4 5-2 17q3 4 2 8q-2 7-9 7t-9-7q-1-4 2-8z
        warm M17.2 20q-3-6-1.8-9.5q2.6 2 3.6 9zM30.8 20q3-6 1.8-9.5q-2.6 2-3.6 9z
        dark M19.5 26a1.7 1.7 0 1 1 0 3.4a1.7 1.7 0 1 1 0-3.4M28.5 26a1.7 1.7 0 1 1 0 3.4
            a1.7 1.7 0 1 1 0-3.4M22.4 31h3.2L24 33z
        dark M23.6 32.5h.8v2.3q1.4 1 3 0l.4.7q-2 1.4-3.8 0q-1.8 1.4-3.8 0l.4-.7q1.6 1 3 0z
        """),
        (4, 0, 11, 7),
    ),
    "whale": Drawing(
        parts("""
        grey M8 28q0-9 10-10q9-1 13 6q2 3 4 0q0-3-4-6q4-.5 6 2q1-3 4-3v6q-1 6-3 9q-4 6-14 6
            Q8 38 8 28z
        light M8.4 30q6 3 12 2q4 0 6 2.5q-2 3.2-6 3.5Q9.5 37.5 8.4 30z
        dark M14.5 25.5a1.5 1.5 0 1 1 0 3a1.5 1.5 0 1 1 0-3
        light M17 16.5q0-3-2-4.5q-2-1-3 .5q-1-3.5 2-3.5q3 0 4 3q1-3 4-3q3 0 2 3.5q-1-1.5-3-.5
            q-2 1.5-2 4.5z
        """),
        (5, 0, 2, 7),
    ),
    "turtle": Drawing(
        parts("""
        yellow M34 25q1-6 4-6q3 1 3 5q-1 5-6 6zM11 30l-2 7h5l3-5zM29 32l2 5h5l-2-7zM8 28q-1 2 0 3
            l4-1z
        grey M10 31q0-15 13-15t13 15z
        shade M23 18.5l5 3.5l-1.5 5.5h-7L18 22zM13 24l3-1l2 5h-6zM33 24l-3-1l-2 5h6z
        light M10 30h26v2H10z
        dark M38 21.5a1 1 0 1 1 0 2a1 1 0 1 1 0-2
        """),
        (1, 7, 9, 2),
    ),
    "robin": Drawing(
        parts("""
        dark M15 35l-7 2v-3l7-5q0-16 12-17q8 0 9 7l4 2l-4 2q0 14-12 14q-6 0-9-2z
        warm M27 14q8 0 8 7q0 14-9 14q-5-1-4-9q-1-9 5-12z
        light M24 34q6 2 10-5q-1 8-10 8q-4 0-6-1q4 0 6-2z
        yellow M35.5 18l5 3l-5 2z
        light M30 17a1.8 1.8 0 1 1 0 3.6a1.8 1.8 0 1 1 0-3.6
        dark M30.3 18a.8.8 0 1 1 0 1.6a.8.8 0 1 1 0-1.6M22.5 36.5h1V41h-1zM26.5 36.5h1V41h-1z
        """),
        (0, 4, 8, 11),
    ),
    "snail": Drawing(
        parts("""
        light M8 37q-1-3 3-3h17q3 0 4-4V21q0-4 4-4q4 0 4 4v6q0 10-10 10zM34.5 18l-2-7h1.5l2 7z
            M38 18l1.5-7h-1.5l-1.5 7z
        warm M21 13a11 11 0 1 1 0 22a11 11 0 1 1 0-22
        yellow M21 16a8 8 0 1 0 8 8h-3a5 5 0 1 1-5-5zM21 19.5a4.5 4.5 0 0 1 5 4.5h3a8 8 0 0 0-8-8z
        light M21.5 22a2.2 2.2 0 1 1 0 4.4a2.2 2.2 0 1 1 0-4.4
        dark M36.5 20.5a1.2 1.2 0 1 1 0 2.4a1.2 1.2 0 1 1 0-2.4
        """),
        (4, 10, 6, 0),
    ),
    "lighthouse": Drawing(
        parts("""
        yellow M21 14L7 9v8zM27 14l14-5v8z
        light M20 18h8l3 23H17z
        warm M19.3 23h9.4l.7 5.5H18.6zM17.9 33.5h12.2l.7 5.5H17.2z
        dark M19 12h10v1.5H19zM18 17h12v2H18zM24 6.5l5 5.5H19z
        yellow M20.5 13.5h7V17h-7z
        shade M7 38q4-3 8.5 0t8.5 0t8.5 0t8.5 0v3H7z
        """),
        (2, 5, 0, 7),
    ),
    "boat": Drawing(
        parts("""
        yellow M36 9.5a3.5 3.5 0 1 1 0 7a3.5 3.5 0 1 1 0-7
        light M22.5 9v20H11zM25 13l10 16H25z
        warm M11 31h27l-4 6H15z
        shade M7 36.5q4-3 8.5 0t8.5 0t8.5 0t8.5 0V41H7z
        dark M22.5 8h1.6v23h-1.6z
        """),
        (0, 5, 2, 8),
    ),
    "balloon": Drawing(
        parts("""
        warm M24 8a12 12 0 0 1 12 12q0 7-8.5 13h-7Q12 27 12 20A12 12 0 0 1 24 8z
        light M24 8q6 4 6 12q0 7-3.5 13h-5Q18 27 18 20q0-8 6-12z
        yellow M24 8q2 5 2 12t-1 13h-2q-1-6-1-13t2-12z
        dark M20.5 33h7v1.2h-7zM21.5 36h5v4.5h-5zM20.8 34l.8 2h.9l-.8-2zM27.2 34l-.8 2h-.9l.8-2z
        light M9 33q1-3 4-2q2-2 4 1q0 2-2 2h-5q-2 0-1-1zM33 14
        """),
        (5, 0, 4, 6),
    ),
    "teapot": Drawing(
        parts("""
        light M14 21q0-5 10-5t10 5q3 0 5 2q2 4-1 8q-2 2-4.5 2.5Q31 37 29 38H19q-4-2-6-7q-3-1-4-5
            q0-3-2-4q3-2 5 0q1 1 2-1z
        shade M35 23.5q2 0 2.5 2q.5 3-3 5.5q1-4 .5-7.5z
        warm M13.5 24.5q10.5 3 21 0q.5 2 .2 4q-10.7 3-21.2 0q-.5-2 0-4z
        yellow M24 11.5a2.3 2.3 0 1 1 0 4.6a2.3 2.3 0 1 1 0-4.6
        dark M18 38h12v1.8H18zM16 17.5q8-2.5 16 0l-.5 1q-7.5-2-15 0z
        """),
        (6, 1, 7, 3),
    ),
    "palm": Drawing(
        parts("""
        yellow M14 25a4.5 4.5 0 1 1 0 9a4.5 4.5 0 1 1 0-9
        light M7 38q17-8 34 0v3H7z
        warm M22.5 17h2.5q-1 10 2 19h-5q2-9 .5-19z
        dark M24 17q-7-6-14 2q6-2 9 0q-5 2-5 8q4-6 9.5-8q6 2 9.5 8q0-6-5-8q3-2 9 0q-5-8-13-2
            q0-6-6-8q4 4 4 8z
        """),
        (4, 0, 8, 5),
    ),
    "mushroom": Drawing(
        parts("""
        light M19 23h10q-1 8 2 15q-7 3-14 0q3-7 2-15z
        warm M9 25Q9 9 24 9t15 16q-3 2-15 2T9 25z
        light M18 13.5a3 3 0 1 1 0 6a3 3 0 1 1 0-6M29.5 12.5a2.3 2.3 0 1 1 0 4.6
            a2.3 2.3 0 1 1 0-4.6M25.5 19a2.5 2.5 0 1 1 0 5a2.5 2.5 0 1 1 0-5M34 19.5a2 2 0 1 1 0 4
            a2 2 0 1 1 0-4M13.5 20.5a1.7 1.7 0 1 1 0 3.4a1.7 1.7 0 1 1 0-3.4
        shade M18.6 26.8q5.4.6 10.8 0v2q-5.4 2-10.8 0z
        """),
        (4, 7, 10, 2),
    ),
    "acorn": Drawing(
        parts("""
        warm M14 22h20q1 9-9 17h-2q-10-8-9-17z
        yellow M18 23h4q-1 7 2 13q-6-5-6-13z
        dark M12 23q-2-9 12-10q14 1 12 10q-12 2.5-24 0zM23 8.5l2.5-.5l.5 6h-3z
        light M26 11q2-5 8-4q-1 5-8 4z
        """),
        (10, 4, 0, 6),
    ),
    "moon": Drawing(
        parts("""
        yellow M27 9a15 15 0 1 0 11 22A14 14 0 0 1 27 9z
        light M35 12l1 2.6l2.6 1l-2.6 1l-1 2.6l-1-2.6l-2.6-1l2.6-1zM29.5 21l.7 1.8l1.8.7l-1.8.7
            l-.7 1.8l-.7-1.8l-1.8-.7l1.8-.7z
        warm M17 22a1.8 1.8 0 1 1 0 3.6a1.8 1.8 0 1 1 0-3.6M21.5 31a1.4 1.4 0 1 1 0 2.8
            a1.4 1.4 0 1 1 0-2.8
        """),
        (2, 7, 5, 11),
    ),
}

NAMES = {
    "fox": _("Fox"),
    "owl": _("Owl"),
    "cat": _("Cat"),
    "hare": _("Hare"),
    "whale": _("Whale"),
    "turtle": _("Turtle"),
    "robin": _("Robin"),
    "snail": _("Snail"),
    "lighthouse": _("Lighthouse"),
    "boat": _("Boat"),
    "balloon": _("Balloon"),
    "teapot": _("Teapot"),
    "palm": _("Palm"),
    "mushroom": _("Mushroom"),
    "acorn": _("Acorn"),
    "moon": _("Moon"),
}

COMPUTER = Drawing(
    parts("""
    grey M23.2 8.5h1.6V14h-1.6zM24 6.5a2 2 0 1 1 0 4a2 2 0 1 1 0-4M8.5 22h3v8h-3zM36.5 22h3v8h-3z
    light M15 14h18q3.5 0 3.5 3.5V33q0 3.5-3.5 3.5H15q-3.5 0-3.5-3.5V17.5Q11.5 14 15 14z
    dark M15 18.5h18v8H15z
    yellow M19.5 20.2a2.3 2.3 0 1 1 0 4.6a2.3 2.3 0 1 1 0-4.6M28.5 20.2a2.3 2.3 0 1 1 0 4.6
        a2.3 2.3 0 1 1 0-4.6
    warm M18 30h2.5v3H18zM22.8 30h2.5v3h-2.5zM27.5 30H30v3h-2.5z
    """),
    (2,),
)

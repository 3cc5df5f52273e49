"""The stamp that stands for a person: made from the name, or a drawing they have chosen.

The same for the same name on every page and every machine. It is inline SVG of a few hundred bytes,
so a page that shows fifty of them asks for nothing else; static/shell/site/faces.css colours it.
"""

import functools
import re
import zlib

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from accounts.users.faces.drawings import COMPUTER, DRAWN, FIELDS, GROUNDS, NAMES, Parts

__all__ = ["NAMES", "computer_stamp", "drawing_of", "drawn", "stamp"]

STAMP = (
    '<svg class="face face-{field}" viewBox="0 0 48 48" width="{size}" height="{size}"'
    ' aria-hidden="true" focusable="false"><path class="face-paper" d="M4 4h40v40H4z"/>'
    '<path class="face-field" d="M7 7h34v34H7z"/>{inside}</svg>'
)
PART = '<path class="face-{}" d="{}"/>'
LETTER = '{ground}<text class="face-letter" x="24" y="33" translate="no">{letter}</text>'
_LAST_WORD = re.compile(r"[A-Z][a-z]+(?=[0-9]*\Z)")


def drawing_of(name: str, chosen: str = "") -> str:
    """Return which drawing is on somebody's stamp, "" if it's their initial.

    Whoever is named after something we have drawn need not choose it: QuickFox, LuckyOwl7.
    """
    if chosen in DRAWN:
        return chosen
    last = _LAST_WORD.search(name)
    key = last[0].lower() if last else ""
    return key if key in DRAWN else ""


@functools.lru_cache(maxsize=4096)
def stamp(name: str, chosen: str = "", size: int = 32) -> SafeString:
    """Return a person's stamp, ``size`` pixels wide; the name stands beside it."""
    number = zlib.crc32(name.casefold().encode())
    if key := drawing_of(name, chosen):
        drawing = DRAWN[key]
        return _print(drawing.fields[number % len(drawing.fields)], size, drawn(drawing.parts))
    ground = GROUNDS[number // FIELDS % len(GROUNDS)]
    letter = format_html(LETTER, ground=drawn(ground), letter=name[:1].upper())
    return _print(number % FIELDS, size, letter)


@functools.cache
def computer_stamp(size: int = 32) -> SafeString:
    """Return the stamp of the computer players."""
    return _print(COMPUTER.fields[0], size, drawn(COMPUTER.parts))


def drawn(parts: Parts) -> SafeString:
    """Return what is printed, as paths."""
    return format_html_join("", PART, parts)


def _print(field: int, size: int, inside: SafeString) -> SafeString:
    return format_html(STAMP, field=field, size=size, inside=inside)

"""Words that people write, or that stand in a file: text and nothing else."""

import unicodedata

from accounts.edge import typed
from games.core.errors import IllegalAction

LONGEST_NAME = 60


def clean_line(text: str, *, most: int) -> str:
    """Return a line as it's kept; raise IllegalAction for signs that can't be seen, and others."""
    line = " ".join(_composed(text.replace("\n", " ")).split())
    if not line:
        raise IllegalAction("Write something first.")
    return _short(line, most)


def clean_text(text: str, *, most: int) -> str:
    """Return a text with its line breaks as it's kept, "" if nothing is in it."""
    lines = (line.rstrip() for line in _composed(text.replace("\r\n", "\n")).split("\n"))
    return _short("\n".join(lines).strip(), most)


def shown_name(name: str) -> str:
    """Return a name from a file without what can't be seen, cut to what fits."""
    composed = unicodedata.normalize("NFC", name)
    seen = "".join(sign if typed.is_shown(sign) else " " for sign in composed)
    return " ".join(seen.split())[:LONGEST_NAME]


def _composed(text: str) -> str:
    if not typed.is_shown(text.replace("\n", "")):
        raise IllegalAction("Your text contains characters we can't show. Please type it again.")
    return unicodedata.normalize("NFC", text)


def _short(text: str, most: int) -> str:
    if len(text) > most:
        raise IllegalAction(
            "Use no more than {most} characters; these are {length}.", most=most, length=len(text)
        )
    return text

"""Codes to join by: made so that nobody guesses them, read however somebody writes them."""

import hmac
import re
import secrets

from accounts.edge import typed

# Base 32 without the look-alikes: 12 characters are 60 bits, far beyond guessing.
ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
LENGTH = 12
# Where a code stands in a link that was copied whole: to a table, a club or a league.
_LINK = re.compile(r"(?:/tables/|[?&]code=)([^/?&#\s]+)")
LONGEST = 400  # signs of what is typed or pasted for one


def new_code() -> str:
    """Return a code that cannot be guessed."""
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))


def plain(said: str) -> str:
    """Return a code as it is stored, however it was written, or pasted with the link around it."""
    said = typed.read(said[:LONGEST])
    link = _LINK.search(said)
    return "".join(sign for sign in (link[1] if link else said) if sign.isalnum()).upper()


def is_code(said: str, code: str) -> bool:
    """Tell whether somebody knows a code."""
    return hmac.compare_digest(plain(said).encode(), code.encode())

"""Codes to join by: made so that nobody guesses them, read however somebody writes them."""

import hmac
import secrets

# Base 32 without the look-alikes: 12 characters are 60 bits, far beyond guessing.
ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
LENGTH = 12


def new_code() -> str:
    """Return a code that cannot be guessed."""
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))


def plain(said: str) -> str:
    """Return a code as it is stored, however it was written."""
    return said.replace("-", "").replace(" ", "").replace("\0", "").upper()


def is_code(said: str, code: str) -> bool:
    """Tell whether somebody knows a code."""
    return hmac.compare_digest(plain(said).encode(), code.encode())

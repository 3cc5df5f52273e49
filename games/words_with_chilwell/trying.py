"""A word tried out before it is played: what the player could count up himself, and no more."""

from collections.abc import Mapping
from typing import Any

from games.core.words import Words
from games.words_with_chilwell.options import Options
from games.words_with_chilwell.scoring import points_of
from games.words_with_chilwell.spelling import LONGEST, SHORTEST, tiles_for
from games.words_with_chilwell.tiles import BLANK


def preview(
    word: str, hand: str | None, options: Options, words: Words | None
) -> Mapping[str, Any]:
    """Return tiles, points and what is wrong with a word.

    Whether it is in the list is told only with ``words``: a wrong word is a risk one takes (4.1).
    """
    word = word.lower()
    problem, tiles = _problem(word, hand or "")
    valid = None if words is None or problem else word in words
    if valid is False:
        problem = f"{word.upper()} is not in the word list."
    points = points_of(tiles, options).total if tiles and valid is not False else 0
    return {
        "words": [{"word": word.upper(), "points": points, "valid": valid}] if word else [],
        "points": points,
        "tiles": list(tiles),
        "problem": problem,
    }


def _problem(word: str, hand: str) -> tuple[str, str]:
    """Return what keeps a hand from spelling a word, and the tiles if nothing does."""
    if word and not (word.isascii() and word.isalpha()):
        return "A word is made of the letters A to Z.", ""
    if len(word) > LONGEST:
        return f"A word has at most {LONGEST} letters.", ""
    if len(word) < SHORTEST:
        return f"A word has at least {SHORTEST} letters.", ""
    tiles = tiles_for(word, hand)
    if tiles is None:
        return f"You do not have the letters for {word.upper()}: {_missing(word, hand)}.", ""
    return "", tiles


def _missing(word: str, hand: str) -> str:
    lacking = []
    for letter in word:
        if letter in hand:
            hand = hand.replace(letter, "", 1)
        else:
            lacking.append(letter.upper())
    blanks = hand.count(BLANK)
    names = " and ".join(lacking) if len(lacking) < 3 else ", ".join(lacking)
    verb = "is" if len(lacking) == 1 else "are"
    return f"{names} {verb} missing" + (f", and you have {_blanks(blanks)}" if blanks else "")


def _blanks(count: int) -> str:
    return "one blank" if count == 1 else f"{count} blanks"

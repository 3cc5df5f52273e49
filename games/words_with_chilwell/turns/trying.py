"""A word tried out before it is played: what players could work out for themselves, and no more."""

from collections.abc import Mapping
from typing import Any

from games.core.language.text import Plural, Text, listed
from games.core.table.words import Words
from games.words_with_chilwell.options import Options
from games.words_with_chilwell.position.tiles import BLANK
from games.words_with_chilwell.turns.scoring import points_of
from games.words_with_chilwell.turns.spelling import LONGEST, SHORTEST, tiles_for


def preview(
    word: str, hand: str | None, options: Options, words: Words | None
) -> Mapping[str, Any]:
    """Return tiles, points and what is wrong with a word.

    Only with ``words`` does it tell whether the word is in the list: a wrong word is a risk (4.1).
    """
    word = word.lower()
    tiles, problem = _spelled(word, hand or "")
    valid = None if words is None or problem else word in words
    if valid is False:
        problem = Text("{word} isn't in the word list.", word=word.upper())
    points = points_of(tiles, options).total if tiles and valid is not False else 0
    return {
        "words": [{"word": word.upper(), "points": points, "valid": valid}] if word else [],
        "points": points,
        "tiles": list(tiles),
        "problem": problem,
    }


def shape_problem(word: str) -> Text | None:
    """Return why a text can't even be tried as a word (rule 4.1), or None."""
    if word and not (word.isascii() and word.isalpha()):
        return Text("A word can only use the letters A to Z.")
    if len(word) > LONGEST:
        return Plural(
            "A word can have up to {n} letter.", "A word can have up to {n} letters.", n=LONGEST
        )
    return None


def _spelled(word: str, hand: str) -> tuple[str, Text | None]:
    """Return the tiles of a hand that spell a word, or "" and what keeps it from doing so."""
    if problem := shape_problem(word):
        return "", problem
    if len(word) < SHORTEST:
        return "", Plural(
            "A word needs at least {n} letter.", "A word needs at least {n} letters.", n=SHORTEST
        )
    tiles = tiles_for(word, hand)
    return (tiles, None) if tiles is not None else ("", _missing(word, hand))


def _missing(word: str, hand: str) -> Text:
    lacking = []
    for letter in word:
        if letter in hand:
            hand = hand.replace(letter, "", 1)
        else:
            lacking.append(letter.upper())
    facts = {"letters": listed(lacking), "word": word.upper()}
    if blanks := hand.count(BLANK):
        return Plural(
            "You're missing {letters} for {word}, and you only have {n} blank.",
            "You're missing {letters} for {word}, and you only have {n} blanks.",
            n=blanks,
            **facts,
        )
    return Text("You're missing {letters} for {word}.", **facts)

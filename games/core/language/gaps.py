"""JSON with gaps where words belong: encoded once, and filled in each reader's language.

The program that makes it knows no language, and those that fill it need not read it.
"""

import functools
from collections.abc import Sequence
from typing import Any, NamedTuple, cast

import orjson

from games.core.language.text import Language, Paragraph, Pieces, Plural, Text, Who

_GAP = "\0"  # no text that is stored holds it
_ENCODED = orjson.dumps(_GAP).decode()
_KINDS = orjson.OPT_NON_STR_KEYS | orjson.OPT_PASSTHROUGH_DATACLASS


class Gapped(NamedTuple):
    """Encoded JSON in pieces, and what belongs between them, encoded too."""

    pieces: list[str]
    texts: list[str]


def gapped(value: Any) -> Gapped:
    """Encode a JSON object that may have ``Text``, ``Paragraph`` or ``Pieces`` in it."""
    texts: list[str] = []

    def gap(one: Any) -> str:
        texts.append(_encode(_of(one)))
        return _GAP

    whole = orjson.dumps(value, default=gap, option=_KINDS).decode()
    return Gapped(whole.split(_ENCODED), texts)


def joined(one: Gapped, other: Gapped) -> Gapped:
    """Return two objects with different keys as one."""
    seam = f"{one.pieces[-1][:-1]},{other.pieces[0][1:]}"
    return Gapped(
        [*one.pieces[:-1], seam, *other.pieces[1:]],
        [*one.texts, *other.texts],
    )


def filled(value: Gapped | Sequence[Any], language: Language, names: Sequence[str] = ()) -> str:
    """Return the JSON with its words in a language; ``names`` are the players', by seat."""
    (first, *rest), texts = value
    people, spoken = tuple(names), cast("Any", language)
    words = [_words(text, spoken, people) for text in texts]
    return first + "".join([part for pair in zip(words, rest, strict=True) for part in pair])


def _encode(value: Any) -> str:
    return orjson.dumps(value).decode()


def _of(one: Any) -> Any:
    match one:
        case Text():
            return _packed(one)
        case Paragraph(texts):
            return {"paragraph": [_encode(_packed(text)) for text in texts]}
        case Pieces(text):
            return {"pieces": None if text is None else _packed(text)}
        case _:
            raise TypeError(f"{type(one).__name__} is neither JSON nor words")


# Much is said again and again: to both players, and turn after turn.
@functools.lru_cache(8192)
def _words(text: str, language: Any, names: tuple[str, ...]) -> str:
    match orjson.loads(text):
        case {"paragraph": texts}:
            said: Any = " ".join([_said(one, language, names) for one in texts])
        case {"pieces": one}:
            said = Pieces(_unpacked(one)).told(names, language)
        case _:
            said = _said(text, language, names)
    return _encode(said)


@functools.lru_cache(8192)
def _said(text: str, language: Any, names: tuple[str, ...]) -> str:
    said: str = _unpacked(orjson.loads(text)).in_words(names, language)
    return said


# By the key ~ texts and players are told from other facts.
def _packed(fact: Any) -> Any:
    match fact:
        case Text():
            facts = {name: _packed(inner) for name, inner in fact.facts.items()}
            return {"~": fact.messages, **facts}
        case Who(player):
            return {"~": player}
        case tuple():
            return [_packed(item) for item in fact]
        case _:
            return fact


def _unpacked(value: Any) -> Any:
    match value:
        case {"~": int() as player}:
            return Who(player)
        case {"~": [one, *many], **facts}:
            given: dict[str, Any] = {str(name): _unpacked(fact) for name, fact in facts.items()}
            return Plural(one, *many, **given) if many else Text(one, **given)
        case list():
            return tuple(_unpacked(item) for item in value)
        case _:
            return value

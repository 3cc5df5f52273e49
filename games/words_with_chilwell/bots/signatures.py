"""The words of a list by the tiles they take, to find the best of a hand in a millisecond.

A word's signature is a whole number with one bit for each of its tiles: the first E has a bit, the
second E another. What a hand lacks of a word is ``signature & ~hand``, and the number of those bits
is that of the blanks it takes. Words lie in bins by their rarer letters, in each by the points they
bring, so most bins and most words of a bin are never looked at: a thirtieth of the time of a walk.
"""

import functools
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from games.core.table.words import Words
from games.words_with_chilwell.options import Options
from games.words_with_chilwell.position.tiles import BLANK, VALUES
from games.words_with_chilwell.turns.scoring import bonus_for
from games.words_with_chilwell.turns.spelling import LONGEST

SHORTEST = 6  # letters of a word that has a signature; small hands are quicker to walk for
RARER = "jqxzwkvfbyhgpmcl"  # letters that say which bin a word lies in: found by trying
RARER_VALUES = tuple(VALUES[letter] for letter in RARER)
LONGER = (14, 12, 0)  # words of so many tiles have bins of their own, for those who need them
LISTS = 3  # kept at once; each takes about 80 bytes a word


class Made(NamedTuple):
    """A word a hand can spell, the tiles that spell it, and all the points it brings."""

    points: int
    tiles: str
    word: str


class _Bin(NamedTuple):
    """Words with the same rarer letters, those that bring most points first."""

    most: int  # points
    rarer: int
    points: list[int]
    signatures: list[int]
    words: str

    def word(self, signature: int) -> str:
        """Return the word of a signature."""
        return self.words.split(" ")[self.signatures.index(signature)]


def _bin(rarer: int, found: list[tuple[int, str, int]]) -> _Bin:
    found.sort()
    minus, words, signatures = zip(*found, strict=True)
    points = [-one for one in minus]
    return _Bin(points[0], rarer, points, list(signatures), " ".join(words))


def _sorted(found: Iterable[_Bin]) -> tuple[list[_Bin], list[int]]:
    bins = sorted(found, key=lambda one: (-one.most, one.rarer))
    return bins, [one.rarer for one in bins]


class Signatures:
    """The words of a list that can be shown, by their tiles."""

    __slots__ = ("_bins", "_places", "_values")

    def __init__(self, words: Iterable[str], bonuses: tuple[int, ...]) -> None:
        self._places: dict[str, list[int]] = {letter: [] for letter in VALUES if letter != BLANK}
        self._values: list[int] = []
        bins: dict[int, dict[int, tuple[int, str, int]]] = {}
        rarer_bits = {letter: 1 << at for at, letter in enumerate(RARER)}
        for word in words:
            counts: dict[str, int] = {}
            signature = rarer = points = 0
            for letter in word:
                copy = counts.get(letter, 0)
                counts[letter] = copy + 1
                signature |= 1 << self._place(letter, copy)
                points += VALUES[letter]
                rarer |= rarer_bits.get(letter, 0)
            points += bonuses[len(word)]
            bins.setdefault(rarer, {}).setdefault(signature, (-points, word, signature))
        self._bins = {
            least: _sorted(
                _bin(rarer, long)
                for rarer, found in bins.items()
                if (long := [one for one in found.values() if len(one[1]) >= least])
            )
            for least in LONGER
        }

    def _place(self, letter: str, copy: int) -> int:
        places = self._places[letter]
        while len(places) <= copy:
            places.append(len(self._values))
            self._values.append(VALUES[letter])
        return places[copy]

    def best(self, hand: str, count: int, least: int = 0) -> list[Made]:
        """Return the words of at least so many tiles that bring most points, up to ``count``."""
        lacking = -1
        for letter, places in self._places.items():
            for place in places[: hand.count(letter)]:
                lacking ^= 1 << place
        return [
            Made(points, _tiles(word, hand), word)
            for points, word in self._search(hand, lacking, count, least)
        ]

    def _search(self, hand: str, lacking: int, count: int, least: int) -> Iterator[tuple[int, str]]:
        blanks = hand.count(BLANK)
        lacking_rarer = sum(1 << at for at, letter in enumerate(RARER) if letter not in hand)
        bins, rarers = next(self._bins[longer] for longer in LONGER if longer <= least)
        found: list[tuple[int, int, int]] = []
        enough = -1  # no word that brings no more than this matters
        for number in _fit(rarers, lacking_rarer, blanks):
            bin_ = bins[number]
            if bin_.most <= enough:
                break
            lost = _lost(bin_.rarer & lacking_rarer) if blanks else 0
            limit = enough + lost
            for most, signature in zip(bin_.points, bin_.signatures, strict=True):
                if most <= limit:
                    break
                missing = signature & lacking
                if missing:
                    if missing.bit_count() > blanks:
                        continue
                    most -= _worth(missing, self._values)
                if most > enough and signature.bit_count() >= least:
                    found.append((-most, number, signature))
                    if len(found) >= count:
                        found.sort()
                        del found[count:]
                        enough = -found[-1][0]
                        limit = enough + lost
        for minus, number, signature in sorted(found):
            yield -minus, bins[number].word(signature)


def _fit(rarers: list[int], lacking: int, blanks: int) -> list[int]:
    """Return the numbers of the bins whose rarer letters a hand has, or blanks for them."""
    return [
        number for number, rarer in enumerate(rarers) if (rarer & lacking).bit_count() <= blanks
    ]


def _worth(bits: int, values: tuple[int, ...] | list[int]) -> int:
    worth = 0
    while bits:
        bit = bits & -bits
        bits ^= bit
        worth += values[bit.bit_length() - 1]
    return worth


@functools.lru_cache(10_000)
def _lost(rarer: int) -> int:
    return _worth(rarer, RARER_VALUES)


def _tiles(word: str, hand: str) -> str:
    tiles = ""
    counts: dict[str, int] = {}
    for letter in word:
        left = counts.get(letter)
        left = hand.count(letter) if left is None else left
        tiles += letter if left > 0 else BLANK
        counts[letter] = left - 1
    return tiles


def signatures_of(words: Words, options: Options) -> Signatures:
    """Return the signatures of a list's words with the bonuses of a table."""
    return _made(words, tuple(bonus_for(length, options) for length in range(LONGEST + 1)))


@functools.lru_cache(LISTS)
def _made(words: Words, bonuses: tuple[int, ...]) -> Signatures:
    fit = (word for word in words if SHORTEST <= len(word) <= LONGEST)
    return Signatures((word for word in fit if words.is_showable(word)), bonuses)

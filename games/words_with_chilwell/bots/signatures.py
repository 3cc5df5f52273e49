"""The words of a list by the tiles they take, to find the best of a hand in a millisecond.

A word's signature is a whole number with one bit for each of its tiles: the first E has a bit, the
second E another. What a hand lacks of a word is ``signature & ~hand``, and the number of those bits
is that of the blanks it takes. Words lie in bins by their rarer letters, in each by the points they
bring, so most bins and most words of a bin are never looked at: a thirtieth of the time of a walk.

Which words lie in which bin is packed with the list. The rest is made when a bin is first looked
at, so no turn waits for it: opening a list takes some ten milliseconds.
"""

import array
import functools
import itertools
import operator
import struct
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from games.core.table.words import ALPHABET, Words
from games.words_with_chilwell.options import Options
from games.words_with_chilwell.position.tiles import BLANK, VALUES
from games.words_with_chilwell.turns.scoring import bonus_for
from games.words_with_chilwell.turns.spelling import LONGEST

SLUG = "words_with_chilwell"
SHORTEST = 6  # letters of a word that has a signature; small hands are quicker to walk for
RARER = "jqxzwkvfbyhgpmcl"  # letters that say which bin a word lies in: found by trying
RARER_VALUES = tuple(VALUES[letter] for letter in RARER)
RARER_BITS = {letter: 1 << at for at, letter in enumerate(RARER)}
COMMON = {ord(letter): None for letter in ALPHABET if letter not in RARER}
WORTH = bytes(VALUES.get(chr(code), 0) for code in range(256))
LISTS = 16  # kept at once; each takes about 80 bytes for each word that was looked at

STEP = 32  # bins between two looks at the time
PART = 32  # words that are read at once

# A packed index: how often each letter comes at most in a word, which gives each copy its bit, and
# the number of bins; for each bin its rarer letters, and for each length how many words it has and
# what they're worth at most; then, bin by bin and length by length, what each word is worth, those
# that are worth most first, then all their signatures and all their texts.
LENGTHS = range(SHORTEST, LONGEST + 1)
HEAD = struct.Struct("=26BI")
BIN = struct.Struct(f"=H{len(LENGTHS)}I{len(LENGTHS)}B")


def make_index(words: Iterable[str]) -> bytes:
    """Return the words of a list by their rarer letters, packed."""
    fit = [word for word in words if len(word) in LENGTHS]
    most = dict.fromkeys(ALPHABET, 0)
    for word in fit:
        for letter in set(word):
            most[letter] = max(most[letter], word.count(letter))
    often = most.values()
    places, size = _places(often), _size(often)
    bits = {
        letter: [sum(1 << place for place in row[:copies]) for copies in range(len(row) + 1)]
        for letter, row in places.items()
    }
    bins: dict[int, dict[int, list[tuple[int, str]]]] = {}
    for rarer, word in zip(map(_rarer, fit), fit, strict=True):
        bins.setdefault(rarer, {}).setdefault(len(word), []).append((-_value(word), word))
    heads, rows = [], []
    for rarer, by_length in sorted(bins.items()):
        for found in by_length.values():
            found.sort()
        ordered = [by_length.get(length, []) for length in LENGTHS]
        worths = (-found[0][0] if found else 0 for found in ordered)
        heads.append(BIN.pack(rarer, *map(len, ordered), *worths))
        for found in ordered:
            rows.append(bytes(-minus for minus, _ in found))
            for _, word in found:
                signature = sum(bits[letter][word.count(letter)] for letter in set(word))
                rows.append(signature.to_bytes(size, "little"))
            rows.append("".join(word for _, word in found).encode())
    return HEAD.pack(*often, len(bins)) + b"".join(heads) + b"".join(rows)


def _places(often: Iterable[int]) -> dict[str, range]:
    """Return the bits of each letter's copies."""
    ends = list(itertools.accumulate(often, initial=0))
    return dict(zip(ALPHABET, map(range, ends, ends[1:]), strict=True))


def _size(often: Iterable[int]) -> int:
    return (sum(often) + 7) // 8  # bytes of a signature


def _rarer(word: str) -> int:
    return sum(RARER_BITS[letter] for letter in set(word.translate(COMMON)))


def _value(word: str) -> int:
    return sum(word.encode().translate(WORTH))


class Made(NamedTuple):
    """A word a hand can spell, the tiles that spell it, and all the points it brings."""

    points: int
    tiles: str
    word: str


class _Part:
    """Some words of one length with the same rarer letters, those that bring most points first.

    They are few objects, as Python looks at all there are whenever many are new.
    """

    __slots__ = ("at", "begin", "count", "length", "most", "points", "signatures", "until")

    def __init__(self, most: int, length: int, begin: int, count: int, at: int) -> None:
        self.most, self.length = most, length
        self.begin, self.count = begin, count  # of all words of this length in the bin
        self.at, self.until = at, min(count, at + PART)  # those of this part
        self.points: Sequence[int] = ()
        self.signatures: list[int] = []  # once they are read


class _Best:
    """The best words found so far; ``enough`` are points, and no word that brings less matters."""

    __slots__ = ("count", "enough", "found")

    def __init__(self, count: int) -> None:
        self.count, self.enough = count, -1
        self.found: list[tuple[int, int, str, int]] = []  # less points, bin, word, signature

    def lacks(self, signature: int) -> bool:
        """Tell whether no word of the same tiles is there."""
        return all(signature != one[3] for one in self.found)

    def add(self, row: tuple[int, int, str, int]) -> None:
        """Take in a word, for the one that brings least if there are enough."""
        self.found.append(row)
        if len(self.found) >= self.count:
            self.found.sort()
            del self.found[self.count :]
            self.enough = -self.found[-1][0]


class Signatures:
    """The words of a list that can be shown, by their tiles."""

    __slots__ = (
        "_begins", "_bonuses", "_index", "_orders", "_parts", "_places", "_rarers", "_size",
        "_values", "_words",
    )  # fmt: skip

    def __init__(self, words: Words, bonuses: tuple[int, ...]) -> None:
        self._words, self._bonuses = words, bonuses
        self._index = words.indexes.get(SLUG) or memoryview(make_index(words))
        *often, count = HEAD.unpack_from(self._index)
        self._places, self._size = _places(often), _size(often)
        self._values = [VALUES[letter] for letter, row in self._places.items() for _ in row]
        begin, sizes = HEAD.size + count * BIN.size, self._sizes()
        self._rarers: list[int] = []  # of each bin
        self._begins: list[int] = []
        for rarer, *facts in BIN.iter_unpack(self._index[HEAD.size : begin]):
            self._rarers.append(rarer)
            self._begins.append(begin)
            begin += sum(map(operator.mul, facts, sizes))
        self._parts: dict[int, list[_Part]] = {}  # of each bin, made when it's first looked at
        self._orders: dict[int, tuple[list[int], list[int], list[int]]] = {}

    def best(
        self,
        hand: str,
        count: int,
        least: int = 0,
        *,
        is_late: Callable[[], bool] = lambda: False,
    ) -> list[Made]:
        """Return the words of at least so many tiles that bring most points, up to ``count``.

        Once ``is_late``, those that were found by then.
        """
        lacking = -1
        for letter, places in self._places.items():
            for place in places[: hand.count(letter)]:
                lacking ^= 1 << place
        blanks = hand.count(BLANK)
        lacking_rarer = sum(1 << at for at, letter in enumerate(RARER) if letter not in hand)
        mosts, rarers, numbers = self._order(least)
        best = _Best(count)
        for step, place in enumerate(_fit(rarers, lacking_rarer, blanks)):
            if mosts[place] <= best.enough or (step % STEP == 0 and is_late() and best.found):
                break
            lost = _lost(rarers[place] & lacking_rarer) if blanks else 0
            for part in self._parts_of(numbers[place]):
                if part.most <= best.enough + lost:
                    break
                if part.length >= least:
                    self._search(part, lacking, blanks, lost, place, best)
        return [Made(-minus, _tiles(word, hand), word) for minus, _, word, _ in sorted(best.found)]

    def _search(
        self, part: _Part, lacking: int, blanks: int, lost: int, place: int, best: "_Best"
    ) -> None:
        """Find words of a part; blanks cost any word of its bin ``lost`` points at least."""
        if not part.signatures:
            self._read(part)
        for most, signature in zip(part.points, part.signatures, strict=True):
            if most <= best.enough + lost:
                return
            missing = signature & lacking
            if missing:
                if missing.bit_count() > blanks:
                    continue
                most -= _worth(missing, self._values)
            if most > best.enough and best.lacks(signature):
                word = self._word(part, signature)
                if word:
                    best.add((-most, place, word, signature))

    def _order(self, least: int) -> tuple[list[int], list[int], list[int]]:
        """Return what bins bring at most by words of so many tiles, most first; rarer letters."""
        known = self._orders.get(least)
        if known is None:
            at = max(0, least - SHORTEST)
            bonuses = self._bonuses[SHORTEST + at :]
            rows = []
            heads = self._index[HEAD.size : self._begins[0] if self._begins else HEAD.size]
            for number, (rarer, *facts) in enumerate(BIN.iter_unpack(heads)):
                pairs = zip(facts[len(LENGTHS) + at :], bonuses, strict=True)
                if most := max([worth + bonus for worth, bonus in pairs if worth], default=0):
                    rows.append((-most, rarer, number))
            rows.sort()
            known = self._orders[least] = (
                [-minus for minus, _, _ in rows],
                [rarer for _, rarer, _ in rows],
                [number for _, _, number in rows],
            )
        return known

    def _parts_of(self, number: int) -> list[_Part]:
        """Return the parts of a bin, those that bring most points first."""
        known = self._parts.get(number)
        if known is None:
            begin, index = self._begins[number], self._index
            _, *counts = BIN.unpack_from(index, HEAD.size + number * BIN.size)
            known = self._parts[number] = []
            for length, count, size in zip(LENGTHS, counts, self._sizes(), strict=False):
                for at in range(0, count, PART):
                    most = index[begin + at] + self._bonuses[length]
                    known.append(_Part(most, length, begin, count, at))
                begin += count * size
            known.sort(key=lambda part: -part.most)
        return known

    def _sizes(self) -> range:
        """Return how many bytes of an index a word of each length takes."""
        return range(1 + self._size + LENGTHS.start, 1 + self._size + LENGTHS.stop)

    def _read(self, part: _Part) -> None:
        index, size, bonus = self._index, self._size, self._bonuses[part.length]
        worths = index[part.begin + part.at : part.begin + part.until]
        first = part.begin + part.count
        part.points = array.array("H", [worth + bonus for worth in worths])
        part.signatures = [
            int.from_bytes(index[place : place + size], "little")
            for place in range(first + part.at * size, first + part.until * size, size)
        ]

    def _word(self, part: _Part, signature: int) -> str:
        """Return the first word of a part with a signature that can be shown, "" if none can."""
        texts = part.begin + part.count * (1 + self._size)
        for at, other in enumerate(part.signatures, part.at):
            if other == signature:
                begin = texts + at * part.length
                word = str(self._index[begin : begin + part.length], "ascii")
                if self._words.is_showable(word):
                    return word
        return ""


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
    return opened(words, tuple(bonus_for(length, options) for length in range(LONGEST + 1)))


opened = functools.lru_cache(LISTS)(Signatures)

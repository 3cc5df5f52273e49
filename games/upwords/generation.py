"""All plays of a rack on a board, with their points: a walk along the word graph on every line.

A ``Survey`` is what a board allows, whoever is to move: for each row and column what stands on it
and which letters each square can take without spoiling the word that crosses there. A line is
searched from each square where a word can begin. At a square the walk keeps the letter that lies
there or lays one from the rack; only letters that go on in the graph, fit the crossing word and
are on the rack are ever tried. Where a word begins on squares that touch nothing, its letters up
to the first square that does are the same for all lines and are found once for a rack.
"""

import dataclasses
import functools
import itertools
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

from typing_extensions import override

from games.core.words import ALPHABET, BITS, LETTERS, NOWHERE, WORD_ENDS, Words
from games.upwords.model import Play
from games.upwords.options import Options
from games.upwords.tiles import QU, Rows, spelled

T = TypeVar("T")

# A play as found: its points, the number of its line (rows, then columns), the squares of the line
# that get tiles as bits, and the letters laid there in order.
Found = tuple[int, int, int, str]

NAMES = "`" + ALPHABET  # by bit_length of a letter's bit
CODE_Q, CODE_S, CODE_U = map(ord, "qsu")
EMPTY = "."


class Hand(dict[int, "Hand"]):
    """Letters on a rack; ``hand[code]`` is what is left without that letter."""

    __slots__ = ("letters", "mask")

    def __init__(self, letters: str) -> None:
        super().__init__()
        self.letters = letters
        self.mask = sum(1 << ALPHABET.index(letter) for letter in set(letters))

    @override
    def __missing__(self, code: int) -> "Hand":
        rest = self[code] = hand_of(self.letters.replace(chr(code), "", 1))
        return rest


# The beginning of a word: the letters that lead on, the node reached, the rest, the letters used.
Lead = tuple[int, int, Hand, str]


@functools.lru_cache(maxsize=4096)
def hand_of(letters: str) -> Hand:
    """Return the hand for letters in the order of the alphabet."""
    return Hand(letters)


@functools.lru_cache(maxsize=65536)
def fitting(words: Words, before: str, after: str) -> int:
    """Return the letters that make a word between two pieces, in tiles, as a mask."""
    node = words.follow(words.root, spelled(before))
    ending = spelled(after)
    mask = 0
    for letter, child in words.children(node):
        rest = "u" + ending if letter == QU else ending
        if words.is_word(words.follow(child, rest)):
            mask |= 1 << ALPHABET.index(letter)
    return mask


@dataclasses.dataclass(frozen=True, slots=True)
class Line:
    """A row or a column of a board, and what the words that cross it ask for, square by square."""

    number: int
    codes: list[int]  # of the letter on top; 0 where nothing lies
    allowed: list[int]  # the letters that may be laid, as a mask
    cross: list[int]  # points of the crossing word, once a letter is laid
    cross_qu: list[int]  # the same if that letter is Qu
    plurals: int  # squares where an S would only make a plural of the crossing word, as bits
    crossed: int  # squares where a crossing word is made, as bits
    anchors: list[int]  # the first square from here on that touches something; -1 for none
    heights: list[int]  # the tiles in all stacks before a square
    stacks: int  # squares on which something lies, as bits
    tall: int  # squares with two tiles or more
    qu: int  # squares with Qu on top
    runs: tuple[int, ...]  # the words on the line, each as bits


class Survey:
    """A board as a whole, ready to be tried with any rack."""

    def __init__(self, rows: Rows, options: Options, words: Words) -> None:
        self.size = len(rows)
        self._options = options
        self._words = words
        self._tops = _both_ways([[stack[-1:] or EMPTY for stack in row] for row in rows])
        self._heights = _both_ways([list(map(len, row)) for row in rows])
        self._before = [[0, *itertools.accumulate(heights)] for heights in self._heights]
        self._texts = ["".join(tops) for tops in self._tops]
        opening = not any(map(any, rows))
        self.lines = [
            line
            for number in range(2 * self.size)
            if (line := self._line(number, opening=opening)).anchors[0] >= 0
        ]

    def _line(self, number: int, *, opening: bool) -> Line:
        size = self.size
        tops, heights = self._texts[number], self._heights[number]
        at = number % size
        middle = (size // 2 - 1, size // 2)
        first = size if number < size else 0  # the number of the first line that crosses
        cross, cross_qu = [0] * size, [0] * size
        allowed = [LETTERS] * size
        near = _touching(tops)
        if opening and at in middle:
            near = [square in middle for square in range(size)]
        plurals = crossed = 0
        for square in range(size):
            text = self._texts[first + square]
            before = text[:at].rpartition(EMPTY)[2]
            after = text[at + 1 :].partition(EMPTY)[0]
            if before or after:
                near[square] = True
                crossed |= 1 << square
                allowed[square] = fitting(self._words, before, after)
                cross[square], cross_qu[square] = self._cross_points(
                    first + square, at, before, after
                )
                if not after and len(before) > 1 and before[-1] != "s":
                    plurals |= 1 << square
            if heights[square] >= self._options.height:
                allowed[square] = 0
            elif heights[square]:
                allowed[square] &= ~BITS[tops[square]]
        return Line(
            number=number,
            codes=[0 if top == EMPTY else ord(top) for top in tops],
            allowed=allowed,
            cross=cross,
            cross_qu=cross_qu,
            plurals=plurals,
            crossed=crossed,
            anchors=_anchors(near),
            heights=self._before[number],
            stacks=_bits(height > 0 for height in heights),
            tall=_bits(height > 1 for height in heights),
            qu=_bits(top == QU for top in tops),
            runs=tuple(_runs(tops)),
        )

    def _cross_points(self, number: int, at: int, before: str, after: str) -> tuple[int, int]:
        """Return the points of a crossing word with any letter laid at a square, and with Qu."""
        counts = self._before[number]
        own = self._heights[number][at]
        length = len(before) + 1 + len(after)
        total = counts[at + 1 + len(after)] - counts[at - len(before)] + 1
        if own or total > length:
            return total, total
        flat = self._options.flat * length
        with_qu = flat + self._options.qu
        return (with_qu if QU in before + after else flat), with_qu

    def plays(self, rack: str) -> Iterator[Found]:
        """Yield all plays of a rack, letters in the order of the alphabet, each once."""
        hand = hand_of(rack)
        leads = Leads(self._words, hand)
        for line in self.lines:
            yield from self._plays_on(line, hand, leads)

    def _plays_on(self, line: Line, hand: Hand, leads: "Leads") -> list[Found]:
        """Return the plays along one line."""
        size, codes, allowed = self.size, line.codes, line.allowed
        masks, cells = self._words.masks, self._words.cells
        cross, cross_qu = line.cross, line.cross_qu
        found: list[Found] = []
        note = self._recorder(line, found)

        def walk(square: int, node: int, hand: Hand, bits: int, letters: str, points: int) -> None:
            """Go on at a square, having come to a node with what is left of the rack."""
            top = codes[square]
            after = square + 1
            ends = after == size or not codes[after]
            if top:
                cell = cells[node + top]
                if cell & 255 == top:
                    child = cell >> 8
                    if top == CODE_Q:
                        cell = cells[child + CODE_U]
                        child = cell >> 8 if cell & 255 == CODE_U else NOWHERE
                    if ends and bits and masks[child] >= WORD_ENDS:
                        note(start, after, bits, letters, points)
                    if after < size:
                        walk(after, child, hand, bits, letters, points)
            mask = masks[node] & allowed[square] & hand.mask
            while mask:
                place = mask.bit_length()
                mask ^= 1 << place - 1
                code = place + 96
                child = cells[node + code] >> 8
                if code == CODE_Q:
                    cell = cells[child + CODE_U]
                    child = cell >> 8 if cell & 255 == CODE_U else NOWHERE
                    sum_ = points + cross_qu[square]
                else:
                    sum_ = points + cross[square]
                laid = bits | 1 << square
                spelt = letters + NAMES[place]
                if ends and masks[child] >= WORD_ENDS:
                    note(start, after, laid, spelt, sum_)
                if after < size:
                    walk(after, child, hand[code], laid, spelt, sum_)

        root = self._words.root
        for start in range(size - 1):
            if start and codes[start - 1]:
                continue
            anchor = line.anchors[start]
            if anchor < 0:
                break
            if anchor == start:
                walk(start, root, hand, 0, "", 0)
                continue
            bits = (1 << anchor) - (1 << start)
            open_to = allowed[anchor]
            for mask, node, rest, letters in leads.of(anchor - start):
                if mask & open_to:
                    walk(anchor, node, rest, bits, letters, 0)
        return found

    def _recorder(self, line: Line, found: list[Found]) -> Callable[[int, int, int, str, int], None]:
        """Return what takes down a word that a walk has come to the end of, if it may be played."""
        options, number, heights = self._options, line.number, line.heights
        runs, stacks, tall, qu = line.runs, line.stacks, line.tall, line.qu
        crossed, down = line.crossed, number >= self.size

        def note(start: int, end: int, bits: int, letters: str, points: int) -> None:
            length, laid = end - start, len(letters)
            if length == 1:
                return
            if laid == 1 and (
                (down and bits & crossed)  # found on the row
                or (letters == "s" and _is_plural(line, start, end, bits))
            ):
                return
            span = (1 << end) - (1 << start)
            if bits & stacks:
                for run in runs:
                    if run & bits == run:
                        return
                points += heights[end] - heights[start] + laid
            elif tall & span:
                points += heights[end] - heights[start] + laid
            else:
                points += options.flat * length
                if qu & span or QU in letters:
                    points += options.qu
            if laid == options.rack:
                points += options.bonus
            found.append((points, number, bits, letters))

        return note


class Leads:
    """The beginnings of words on squares that touch nothing, for one rack and all lines."""

    def __init__(self, words: Words, hand: Hand) -> None:
        self._words = words
        self._by_length = [[(words.letters(words.root) & hand.mask, words.root, hand, "")]]

    def of(self, length: int) -> list[Lead]:
        """Return the beginnings of a length that can go on, each with the letters to go on with."""
        while len(self._by_length) <= length:
            self._by_length.append(list(self._longer(self._by_length[-1])))
        return self._by_length[length]

    def _longer(self, leads: list[Lead]) -> Iterator[Lead]:
        masks, cells = self._words.masks, self._words.cells
        for mask, node, hand, letters in leads:
            while mask:
                place = mask.bit_length()
                mask ^= 1 << place - 1
                code = place + 96
                child = cells[node + code] >> 8
                if code == CODE_Q:
                    child = self._words.step(child, "u")
                rest = hand[code]
                if onward := masks[child] & rest.mask:
                    yield onward, child, rest, letters + NAMES[place]


def play_of(found: Found, size: int) -> Play:
    """Return a play as the action of the game."""
    _, number, bits, letters = found
    squares = [square for square in range(size) if bits >> square & 1]
    if number < size:
        tiles = ((number, square, letter) for square, letter in zip(squares, letters, strict=True))
    else:
        column = number - size
        tiles = ((square, column, letter) for square, letter in zip(squares, letters, strict=True))
    return Play(tuple(tiles))


def _is_plural(line: Line, start: int, end: int, bits: int) -> bool:
    """Tell whether a single S only lengthens existing words at their end (rule 2.8)."""
    return (
        bits == 1 << end - 1
        and not bits & line.stacks
        and end - start > 2
        and line.codes[end - 2] != CODE_S
        and (not bits & line.crossed or bool(bits & line.plurals))
    )


def _both_ways(rows: list[list[T]]) -> list[list[T]]:
    """Return the rows, then the columns."""
    return rows + [list(column) for column in zip(*rows, strict=True)]


def _bits(flags: Iterable[bool]) -> int:
    return sum(1 << square for square, flag in enumerate(flags) if flag)


def _runs(tops: Sequence[str]) -> Iterator[int]:
    """Yield the squares of each word of two letters or more on a line, as bits."""
    for match in re.finditer(r"[a-z]{2,}", "".join(tops)):
        yield (1 << match.end()) - (1 << match.start())


def _touching(tops: str) -> list[bool]:
    """Return for each square of a line whether something lies on it or beside it on the line."""
    around = f"{EMPTY}{tops}{EMPTY}"
    return [around[square : square + 3] != 3 * EMPTY for square in range(len(tops))]


def _anchors(near: list[bool]) -> list[int]:
    """Return for each square the first from there on that is or lies beside a tile, or -1."""
    anchors, ahead = [-1] * len(near), -1
    for square in reversed(range(len(near))):
        ahead = square if near[square] else ahead
        anchors[square] = ahead
    return anchors

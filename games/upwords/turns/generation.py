"""All plays of a rack on a board, with their points: a walk along the word graph on every line.

A ``Survey`` is what a board allows, whoever is to move: for each row and column what stands on it
and which letters each square can take without spoiling the word that crosses there. A line is
searched from each square where a word can begin. At a square the walk keeps the letter that is
there or lays one from the rack. It only tries letters that go on in the graph, fit the crossing
word and are on the rack. Where a word begins on squares that touch nothing, its letters up to the
first square that does are the same for all lines, and are found once for a rack.
"""

import dataclasses
import functools
import itertools
from collections.abc import Callable, Iterator

from games.core.table.words import ALPHABET, BITS, LETTERS, NOWHERE, WORD_ENDS, Words
from games.upwords.options import Options
from games.upwords.position.model import Play
from games.upwords.position.tiles import QU, Laid, Rows, lay, spelled

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
        self.mask = 0
        for letter in letters:
            self.mask |= BITS[letter]

    def __missing__(self, code: int) -> "Hand":
        rest = self[code] = hand_of(self.letters.replace(chr(code), "", 1))
        return rest


# The beginning of a word: the letters that lead on, the node reached, the rest, the letters used.
Lead = tuple[int, int, Hand, str]


# Goes on with a word: start, square, node, hand, squares and letters laid so far, crossing points.
Walk = Callable[[int, int, int, Hand, int, str, int], None]
# Takes a word down: start, end, squares and letters laid, points of the crossing words.
Note = Callable[[int, int, int, str, int], None]


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
            mask |= BITS[letter]
    return mask


@dataclasses.dataclass(frozen=True, slots=True)
class Line:
    """A row or a column of a board, and what the words that cross it need, square by square.

    A fact about several squares at once is a number with a bit for each.
    """

    number: int
    codes: list[int]  # of the letter on top; 0 where nothing lies
    allowed: list[int]  # the letters that can be laid, as a mask
    cross: list[int]  # points of the crossing word, once a letter is laid
    cross_qu: list[int]  # the same if the letter is Qu
    crossed: int  # where a crossing word is made
    plurals: int  # where an S would only make a plural of it
    anchors: int  # what a play must have one of
    heights: list[int]  # the tiles in all stacks before a square
    stacks: int  # where something lies
    tall: int  # where two tiles or more lie
    qu: int  # where Qu lies on top
    runs: list[int]  # the words on the line


class Survey:
    """A whole board, ready to try any rack on."""

    def __init__(self, rows: Rows, options: Options, words: Words) -> None:
        self.size = len(rows)
        self._options = options
        self._words = words
        across = ["".join(stack[-1:] or EMPTY for stack in row) for row in rows]
        down = map("".join, zip(*across, strict=True))
        self._tops = [f"{EMPTY}{tops}{EMPTY}" for tops in (*across, *down)]
        heights = [list(map(len, row)) for row in rows]
        self._heights = [*heights, *(list(column) for column in zip(*heights, strict=True))]
        self._before = [[0, *itertools.accumulate(counts)] for counts in self._heights]
        self._lines: dict[int, Line] = {}
        self.rows = rows
        self._opening = not any(map(any, rows))
        self._base: Survey | None = None  # what has the lines that a play didn't change
        self._changed: frozenset[int] = frozenset()

    def after(self, tiles: tuple[Laid, ...]) -> "Survey":
        """Return the board after a play; lines that it doesn't change are not surveyed again."""
        survey = Survey(lay(self.rows, tiles), self._options, self._words)
        if not self._opening:
            survey._base, survey._changed = self, frozenset(survey._touched(tiles))
        return survey

    def _touched(self, tiles: tuple[Laid, ...]) -> Iterator[int]:
        """Yield the lines on which something differs from what it was before these tiles.

        A tile matters on its own lines, and to each square of a crossing word, or at its ends.
        """
        for row, column, _ in tiles:
            for first, number, at in ((self.size, row, column), (0, self.size + column, row)):
                yield number
                tops = self._tops[number]  # with an empty square before and after it
                start, end = tops.rfind(EMPTY, 0, at + 1), tops.find(EMPTY, at + 1)
                yield from range(first + max(0, start - 1), first + min(self.size, end))

    def line(self, number: int) -> Line:
        """Return a line by its number, rows first."""
        line = self._lines.get(number)
        if line is None:
            if self._base and number not in self._changed:
                line = self._base.line(number)
            else:
                line = self._surveyed(number)
            self._lines[number] = line
        return line

    def _surveyed(self, number: int) -> Line:
        size, tops, heights = self.size, self._tops[number], self._heights[number]
        at = number % size
        crossing = size if number < size else 0  # the number of the first line that crosses
        allowed, cross, cross_qu = [LETTERS] * size, [0] * size, [0] * size
        crossed = plurals = 0
        for square in range(size):
            text = self._tops[crossing + square]
            if text[at] != EMPTY or text[at + 2] != EMPTY:
                before = text[: at + 1].rpartition(EMPTY)[2]
                after = text[at + 2 :].partition(EMPTY)[0]
                crossed |= 1 << square
                if len(before) > 1 and not after and before[-1] != "s":
                    plurals |= 1 << square
                allowed[square] = fitting(self._words, before, after)
                points = self._cross_points(crossing + square, at, before, after)
                cross[square], cross_qu[square] = points
            if heights[square] >= self._options.height:
                allowed[square] = 0
            elif heights[square]:
                allowed[square] &= ~BITS[tops[square + 1]]
        stacks, tall, runs = _standing(heights)
        anchors = crossed | stacks | stacks << 1 | stacks >> 1
        if self._opening and at in (size // 2 - 1, size // 2):
            anchors = 3 << size // 2 - 1
        return Line(
            number=number,
            codes=[0 if top == EMPTY else ord(top) for top in tops[1:-1]],
            allowed=allowed,
            cross=cross,
            cross_qu=cross_qu,
            crossed=crossed,
            plurals=plurals,
            anchors=anchors & (1 << size) - 1,
            heights=self._before[number],
            stacks=stacks,
            tall=tall,
            qu=1 << place if (place := tops.find(QU) - 1) >= 0 else 0,
            runs=runs,
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
        for number in range(2 * self.size):
            line = self.line(number)
            if line.anchors:
                yield from self.plays_on(line, hand, leads)

    def plays_on(self, line: Line, hand: Hand, leads: "Leads") -> list[Found]:
        """Return the plays along one line."""
        found: list[Found] = []
        walk = self._walker(line, self._recorder(line, found))
        root = self._words.root
        for start in range(self.size - 1):
            if start and line.codes[start - 1]:
                continue
            ahead = line.anchors >> start
            if not ahead:
                break
            anchor = start + (ahead & -ahead).bit_length() - 1
            if anchor == start:
                walk(start, start, root, hand, 0, "", 0)
                continue
            bits = (1 << anchor) - (1 << start)
            open_to = line.allowed[anchor]
            for mask, node, rest, letters in leads.of(anchor - start):
                if mask & open_to:
                    walk(start, anchor, node, rest, bits, letters, 0)
        return found

    def _walker(self, line: Line, note: Note) -> Walk:  # noqa: C901 - calls would double its time
        """Return what goes on with a word from a square of a line, in every possible way."""
        size, codes, allowed = self.size, line.codes, line.allowed
        masks, cells = self._words.masks, self._words.cells
        cross, cross_qu = line.cross, line.cross_qu

        def walk(
            start: int, square: int, node: int, hand: Hand, bits: int, letters: str, points: int
        ) -> None:
            """Go on at a square, at a node of the graph, with what is left of the rack."""
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
                        walk(start, after, child, hand, bits, letters, points)
            mask = masks[node] & allowed[square] & hand.mask
            while mask:
                place = mask.bit_length()
                mask ^= 1 << place - 1
                code = place + 96
                child = cells[node + code] >> 8
                crossing = cross[square]
                if code == CODE_Q:
                    cell = cells[child + CODE_U]
                    child = cell >> 8 if cell & 255 == CODE_U else NOWHERE
                    crossing = cross_qu[square]
                laid = bits | 1 << square
                used = letters + NAMES[place]
                if ends and masks[child] >= WORD_ENDS:
                    note(start, after, laid, used, points + crossing)
                if after < size:
                    walk(start, after, child, hand[code], laid, used, points + crossing)

        return walk

    def _recorder(self, line: Line, found: list[Found]) -> Note:
        """Return what takes down a word that a walk has finished, if it can be played."""
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
        """Return the beginnings of a length that can go on, each with what can follow."""
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


def _standing(heights: list[int]) -> tuple[int, int, list[int]]:
    """Return where something lies on a line, where it is tall, and each of its words, as bits."""
    stacks = tall = run = 0
    runs = []
    for square, height in enumerate((*heights, 0)):
        if height:
            run |= 1 << square
            tall |= (height > 1) << square
            continue
        if run & run - 1:
            runs.append(run)
        stacks |= run
        run = 0
    return stacks, tall, runs

"""A word list as games and computer players use it: look-ups, and a graph to walk along.

The graph is the smallest acyclic automaton of the list. A node stands for all the ways to go on
after some letters; equal endings share their nodes, so 250,000 words need 79,000 of them. It lies
in two arrays of 32-bit numbers in one block of memory, which all processes of a machine share:

``masks[node]``        bit 0..25 set: the letter a..z leads on; bit 26 set: a word ends here
``cells[node + code]`` for a letter's ASCII code: the next node times 256, plus the code again

The cells of all nodes are laid over one another. A cell belongs to the node that asks only if it
holds the code asked for, since no two nodes have the same number.

Behind them lie indexes of games: whatever else the computer players of a game look up in a list.
"""

import dataclasses
import hashlib
import struct
from collections.abc import Iterator, Mapping
from typing import Protocol

from games.core.codec import BadData
from games.core.language.text import Text
from games.core.table.options import GameOptions, choice, switch

ALPHABET = "abcdefghijklmnopqrstuvwxyz"
A = ord("a")
WORD_ENDS = 1 << 26
LETTERS = WORD_ENDS - 1
NOWHERE = 0  # the node that nothing leads on from
BITS = {letter: 1 << index for index, letter in enumerate(ALPHABET)}

# Mark, form of the file, root, number of masks, of cells, of words, bytes of all indexes, then the
# checksums of the words and of what follows; in the byte order of the machine, like the arrays.
HEADER = struct.Struct("=4s6I32s32s")
INDEX = struct.Struct("=32sI")  # before each index: the game's slug, and its bytes
MARK = b"TPWG"
FORM = 2  # one more whenever the file, or a game's index, would be made in another way


class Array(Protocol):
    """An array of numbers that can be read."""

    def __getitem__(self, index: int, /) -> int: ...


class Words:
    """A word list, in lower case. ``word in words`` takes any text and is exact.

    ``everyday`` is the list of words that everyone knows, for weaker computer players; ``unshown``
    are words one may play but that no hint, mail or computer player brings up. ``cards`` are those
    made for this version of the list, by the game's slug, and so are ``indexes``, if it's packed
    with them.
    """

    __slots__ = (
        "cards", "cells", "count", "everyday", "indexes", "masks", "root", "sha256", "unshown",
    )  # fmt: skip

    def __init__(
        self,
        packed: bytes | memoryview,
        *,
        unshown: frozenset[str] = frozenset(),
        everyday: "Words | None" = None,
        cards: Mapping[str, tuple[str, ...]] | None = None,
    ) -> None:
        """Read a packed graph in place; raise BadData if it is not whole."""
        block = memoryview(packed)
        if len(block) < HEADER.size:
            raise BadData("The word file is cut off.")
        mark, form, root, masks, cells, count, more, words, whole = HEADER.unpack_from(block)
        arrays = 4 * (masks + cells)
        if (mark, form) != (MARK, FORM) or len(block) != HEADER.size + arrays + more:
            raise BadData("The word file is not one of this version.")
        body = block[HEADER.size :]
        if hashlib.sha256(body).digest() != whole:
            raise BadData("The word file is damaged.")
        self.masks: Array = body[: 4 * masks].cast("I")
        self.cells: Array = body[4 * masks : arrays].cast("I")
        self.indexes: Mapping[str, memoryview] = dict(_indexes(body[arrays:]))
        self.root: int = root
        self.count: int = count
        self.sha256: str = words.hex()
        self.unshown = unshown
        self.everyday = everyday or self
        self.cards: Mapping[str, tuple[str, ...]] = cards or {}

    def __contains__(self, word: str) -> bool:
        cells = self.cells
        node = self.root
        try:
            for code in word.encode():
                cell = cells[node + code]
                if cell & 255 != code:
                    return False
                node = cell >> 8
        except UnicodeEncodeError:
            return False
        return self.masks[node] >= WORD_ENDS

    def __len__(self) -> int:
        return self.count

    def __iter__(self) -> Iterator[str]:
        """Yield all words in the order of the alphabet."""
        return self.endings(self.root)

    def is_showable(self, word: str) -> bool:
        """Tell whether a hint, a mail or a computer player may bring the word up."""
        return word not in self.unshown

    # --- Walking: from the root, letter by letter ---------------------------------------------

    def step(self, node: int, letter: str) -> int:
        """Return where a letter leads from a node, or NOWHERE."""
        code = ord(letter)
        if not self.masks[node] & BITS.get(letter, 0):
            return NOWHERE
        return self.cells[node + code] >> 8

    def follow(self, node: int, letters: str) -> int:
        """Return where some letters lead from a node, or NOWHERE."""
        for letter in letters:
            node = self.step(node, letter)
        return node

    def is_word(self, node: int) -> bool:
        """Tell whether the letters that led to the node are a word."""
        return self.masks[node] >= WORD_ENDS

    def letters(self, node: int) -> int:
        """Return the letters that lead on from a node as a mask: bit 0 is a, bit 25 is z."""
        return self.masks[node] & LETTERS

    def children(self, node: int) -> Iterator[tuple[str, int]]:
        """Yield each letter that leads on with its node, in the order of the alphabet."""
        mask = self.masks[node] & LETTERS
        while mask:
            bit = mask & -mask
            mask ^= bit
            code = A + bit.bit_length() - 1
            yield chr(code), self.cells[node + code] >> 8

    def endings(self, node: int) -> Iterator[str]:
        """Yield all that can follow to make a word, "" among them, in the order of the alphabet."""
        if self.is_word(node):
            yield ""
        for letter, child in self.children(node):
            for ending in self.endings(child):
                yield letter + ending


def _indexes(block: memoryview) -> Iterator[tuple[str, memoryview]]:
    while block:
        slug, size = INDEX.unpack_from(block)
        yield slug.rstrip(b"\0").decode(), block[INDEX.size : INDEX.size + size]
        block = block[INDEX.size + size :]


# What the lists are called, in any language.
LIST_NAMES = {"everyday": "Everyday", "standard": "Standard", "broad": "Broad"}
WORD_LISTS = (
    ("everyday", Text("Everyday: words most people know")),
    ("standard", Text("Standard: the words in a good dictionary")),
    (
        "broad",
        Text(
            "Broad: rare words too, such as ZA, ZAX and EUOI; we have no meaning to show for"
            " many of them"
        ),
    ),
)
DEFAULT_LIST = "standard"  # someone new to it should know most words by sight
LARGEST_LIST = "broad"
EVERYDAY = "everyday"  # the smallest: words that everyone knows
CUSTOM_LIST = "own-"  # how the names of custom lists begin
GROUP = Text("Words")


@dataclasses.dataclass(frozen=True, slots=True)
class WordOptions(GameOptions):
    """The settings every word game has; its options class inherits them."""

    word_list: str = choice(
        DEFAULT_LIST,
        Text("Word list"),
        WORD_LISTS,
        # The figures are those that tools.played_words printed, see docs/words.md.
        help=Text(
            "Which words count. With Broad, 46 of every 100 words played in Upwords aren't in"
            " Everyday, and 20 have no meaning we can show. In WordsWithChilwell, where words are"
            " longer, the figures are 74 and 62. A match keeps the list as it was when the match"
            " began."
        ),
        group=GROUP,
        others=CUSTOM_LIST + "[a-z0-9]{10}",
        # Nobody at a table can change these; a custom list is what its owner makes it.
        same=tuple(LIST_NAMES),
    )
    slurs: bool = switch(
        False,
        Text("Allow slurs"),
        help=Text("Unless this is on, words that insult people for who they are don't count."),
        group=GROUP,
        same=True,  # a few words in a thousand
    )

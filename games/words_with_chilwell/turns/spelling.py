"""Which words a hand can spell, and with which tiles: real letters first, blanks for the rest."""

from collections.abc import Iterator

from games.core.table.words import BITS, LETTERS, WORD_ENDS, Words
from games.words_with_chilwell.position.tiles import BLANK, VALUES

SHORTEST = 2
LONGEST = 20
SIGNS = {bit: (ord(letter), letter, VALUES[letter]) for letter, bit in BITS.items()}


def tiles_for(word: str, hand: str) -> str | None:
    """Return the tiles of a hand that spell a word, in its order, or None if some are missing.

    A blank stands only for a letter the hand does not have (rule 2.3).
    """
    tiles = ""
    for letter in word:
        tile = letter if letter in hand else BLANK
        if tile not in hand:
            return None
        hand = hand.replace(tile, "", 1)
        tiles += tile
    return tiles


def without(hand: str, tiles: str) -> str:
    """Return a hand, in its order, after some of its tiles were played."""
    for tile in tiles:
        hand = hand.replace(tile, "", 1)
    return hand


def all_words(hand: str, words: Words) -> list[str]:
    """Return every word of the list that a hand can spell, in the order of the alphabet."""
    return _walk(hand, words, hand.count(BLANK)).found


def worthy_words(hand: str, words: Words, *, blanks: int) -> Iterator[tuple[str, int]]:
    """Yield words a hand can spell with what their tiles are worth.

    ``blanks`` limits how many blanks are tried, for callers who can't wait for all words.
    """
    walk = _walk(hand, words, min(blanks, hand.count(BLANK)))
    return zip(walk.found, walk.worths, strict=True)


def _walk(hand: str, words: Words, blanks: int) -> "_Walk":
    have = 0
    counts = [0] * 128
    for tile in hand:
        if tile != BLANK:
            have |= BITS[tile]
            counts[ord(tile)] += 1
    walk = _Walk(words, counts)
    if blanks:
        walk.with_blanks(words.root, "", 0, have, blanks)
    else:
        walk.plainly(words.root, "", 0, have)
    return walk


class _Walk:
    """A walk through the graph of words, spending the tiles of a hand on the way."""

    __slots__ = ("cells", "counts", "found", "masks", "worths")

    def __init__(self, words: Words, counts: list[int]) -> None:
        self.masks = words.masks
        self.cells = words.cells
        self.counts = counts  # of the letters left, by their ASCII code
        self.found: list[str] = []
        self.worths: list[int] = []

    def plainly(self, node: int, spelled: str, worth: int, have: int) -> None:
        """Go on with the letters in hand: a bit of ``have`` is set where one is left."""
        masks, cells, counts = self.masks, self.cells, self.counts
        useful = have | WORD_ENDS
        mask = masks[node] & have
        while mask:
            bit = mask & -mask
            mask ^= bit
            code, letter, value = SIGNS[bit]
            child = cells[node + code] >> 8
            ahead = masks[child]
            if not ahead & useful:
                continue
            longer = spelled + letter
            if ahead >= WORD_ENDS and spelled:
                self.found.append(longer)
                self.worths.append(worth + value)
            left = counts[code]
            rest = have if left > 1 else have ^ bit
            if ahead & rest:
                counts[code] = left - 1
                self.plainly(child, longer, worth + value, rest)
                counts[code] = left

    def with_blanks(self, node: int, spelled: str, worth: int, have: int, blanks: int) -> None:
        """Go on with any letter while blanks are left."""
        masks, cells, counts = self.masks, self.cells, self.counts
        mask = masks[node] & LETTERS
        while mask:
            bit = mask & -mask
            mask ^= bit
            code, letter, value = SIGNS[bit]
            child = cells[node + code] >> 8
            ahead = masks[child]
            longer = spelled + letter
            own = bit & have
            total = worth + value if own else worth
            if ahead >= WORD_ENDS and spelled:
                self.found.append(longer)
                self.worths.append(total)
            if own:
                left = counts[code]
                counts[code] = left - 1
                self.with_blanks(child, longer, total, have if left > 1 else have ^ bit, blanks)
                counts[code] = left
            elif blanks > 1:
                self.with_blanks(child, longer, total, have, blanks - 1)
            elif ahead & have:
                self.plainly(child, longer, total, have)

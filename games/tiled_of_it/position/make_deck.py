"""Makes deck.txt, the cards of the game, from the project's word data: ``make deck``.

    python -m games.tiled_of_it.position.make_deck games/words/data

A good deck makes as many words as possible from two cards. It starts with the beginnings and
endings that make most of the words people know, then swaps cards one at a time while that makes
more words. No two cards can make a word that insults anyone or that nobody wants to see.
"""

import functools
import gzip
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

DECK = Path(__file__).with_name("deck.txt")
MIX = {2: 39, 3: 21}  # how many cards of each length
LISTS = {"everyday": 60, "standard": 70, "broad": 80}  # the largest tier of each word list
LONGEST = 6
FEWEST_PARTNERS = 4  # in the deck, at least one of them on each side
LONELY = 20  # how many words a card without enough partners has to be worth to stay
FORBIDDEN = 1000  # more words than any pair is worth

Pairs = dict[str, dict[str, int]]  # beginning -> ending -> what the pair is worth


def read(folder: Path) -> tuple[dict[str, int], frozenset[str]]:
    """Return the words with their tiers, and those that no two cards can make."""
    body = gzip.decompress((folder / "words.tsv.gz").read_bytes()).decode()
    tiers = {word: int(tier) for word, tier in (line.split("\t") for line in body.splitlines())}
    labels = (folder / "labels.tsv").read_text().splitlines()
    return tiers, frozenset(line.split("\t")[0] for line in labels if not line.startswith("#"))


def splits(word: str) -> Iterator[tuple[str, str]]:
    """Yield the ways to make a word of two cards."""
    for length in MIX:
        beginning, ending = word[:length], word[length:]
        if len(ending) in MIX:
            yield beginning, ending


def pairs_of(words: Iterable[str], unwanted: Iterable[str]) -> Pairs:
    """Return what all pairs of cards are worth: 1 for a word, far below 0 for an unwanted one."""
    pairs: Pairs = defaultdict(dict)
    for worth, some in ((1, words), (-FORBIDDEN, unwanted)):
        for word in some:
            for beginning, ending in splits(word):
                if beginning != ending:
                    pairs[beginning][ending] = worth
    return pairs


class Deck:
    """A deck in the making, with how many words each possible card makes with it."""

    def __init__(self, words: set[str], unwanted: frozenset[str]) -> None:
        self.pairs = pairs_of(words, unwanted)
        self.back: Pairs = defaultdict(dict)
        for beginning, endings in self.pairs.items():
            for ending, worth in endings.items():
                self.back[ending][beginning] = worth
        self.fragments = sorted(
            card
            for card in self.pairs.keys() & self.back.keys()
            if card not in unwanted and min(len(self.pairs[card]), len(self.back[card])) >= 3
        )
        self.cards: set[str] = set()
        self.starts = dict.fromkeys(self.fragments, 0)  # worth as a beginning, with the deck
        self.ends = dict.fromkeys(self.fragments, 0)
        for length, count in MIX.items():
            ranked = [card for card in self.fragments if len(card) == length]
            ranked.sort(key=self._promise, reverse=True)
            for card in ranked[:count]:
                self._put(card, 1)

    def _promise(self, card: str) -> tuple[int, int]:
        out, into = sum(self.pairs[card].values()), sum(self.back[card].values())
        return min(out, into), out + into

    def _put(self, card: str, sign: int) -> None:
        """Put a card into the deck (sign 1) or take it out (-1)."""
        (self.cards.add if sign > 0 else self.cards.remove)(card)
        for ending, worth in self.pairs[card].items():
            if ending in self.ends:
                self.ends[ending] += sign * worth
        for beginning, worth in self.back[card].items():
            if beginning in self.starts:
                self.starts[beginning] += sign * worth

    def worth(self) -> int:
        """Return the words the deck makes, less what lonely cards cost."""
        return sum(self.starts[card] for card in self.cards) - LONELY * len(self.lonely())

    def lonely(self) -> list[str]:
        """Return the cards that make too few words with the others, or only on one side."""
        return sorted(
            card
            for card in self.cards
            if self.starts[card] < 1
            or self.ends[card] < 1
            or self.starts[card] + self.ends[card] < FEWEST_PARTNERS
        )

    def improve(self) -> bool:
        """Swap the card whose swap adds most words; tell whether there was one."""
        before = self.worth()
        for _, old, new in sorted(self._exchanges()):
            self._put(old, -1)
            self._put(new, 1)
            if self.worth() > before:
                return True
            self._put(new, -1)
            self._put(old, 1)
        return False

    def _exchanges(self) -> Iterator[tuple[int, str, str]]:
        lonely = set(self.lonely())
        for old in self.cards:
            loss = self.starts[old] + self.ends[old] - LONELY * (old in lonely)
            for new in self.fragments:
                if new in self.cards or len(new) != len(old):
                    continue
                both = self.pairs[old].get(new, 0) + self.back[old].get(new, 0)
                gain = self.starts[new] + self.ends[new] - both - loss
                if gain > 0:
                    yield -gain, old, new


@functools.lru_cache(maxsize=8)
def cards_of(known: frozenset[str], unwanted: frozenset[str]) -> tuple[str, ...]:
    """Return the cards that make most words everyone knows; none if there are too few."""
    short = {word for word in known - unwanted if len(word) <= LONGEST}
    deck = Deck(short, unwanted)
    if len(deck.cards) < sum(MIX.values()):
        return ()
    while deck.improve():
        pass
    return tuple(sorted(deck.cards))


def make(folder: Path) -> str:
    """Return the text of deck.txt."""
    tiers, unwanted = read(folder)
    short = {word: tier for word, tier in tiers.items() if len(word) <= LONGEST}
    known = frozenset(word for word, tier in short.items() if tier <= LISTS["everyday"])
    cards = list(cards_of(known, unwanted))
    counts = [f"# {name}: {count_words(cards, short, tier)}" for name, tier in LISTS.items()]
    head = "# Ordered pairs of two cards that make a word, by word list:"
    return "\n".join([head, *counts, *cards]) + "\n"


def count_words(cards: list[str], tiers: dict[str, int], largest: int) -> int:
    """Return how many ordered pairs of different cards make a word up to a tier."""
    return sum(
        tiers.get(beginning + ending, largest + 1) <= largest
        for beginning in cards
        for ending in cards
        if beginning != ending
    )


if __name__ == "__main__":
    DECK.write_text(make(Path(sys.argv[1])))

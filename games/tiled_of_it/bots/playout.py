"""Games played on from a position at great speed, in whole numbers: what may come after a turn.

Cards and cells are numbers. The grid has an empty cell all around, so that every cell has four
neighbours. Sets of cards, and of cells, are bits. The rules are those of ``turns.building``; a test
holds both against each other.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from games.tiled_of_it.options import Options
from games.tiled_of_it.position.model import Card, State
from games.tiled_of_it.turns.building import Joins

EMPTY = -1
USEFUL = 0.02  # what a card in hand is worth for each card it makes a word with


class Table:
    """What stays the same: the cards with the words they make, the grid and the points."""

    def __init__(self, options: Options, players: int, texts: Sequence[str], joins: Joins) -> None:
        self.options, self.players, self.texts = options, players, texts
        self.number = {text: number for number, text in enumerate(texts)}
        self.width = options.size + 2
        self.cells = tuple(
            row * self.width + col
            for row in range(1, options.size + 1)
            for col in range(1, options.size + 1)
        )
        pairs = [[joins[first, second] for second in texts] for first in texts]
        # EMPTY, the last of each, makes no words.
        self.starts = [sum(1 << b for b, found in enumerate(row) if found) for row in pairs]
        self.ends = [
            sum(1 << a for a, found in enumerate(column) if found)
            for column in zip(*pairs, strict=True)
        ]
        self.starts.append(0)
        self.ends.append(0)
        self.useful = [
            USEFUL * (first.bit_count() + second.bit_count())
            for first, second in zip(self.starts, self.ends, strict=True)
        ]

    def cell_of(self, row: int, col: int) -> int:
        """Return the number of a cell."""
        return (row + 1) * self.width + col + 1

    def place_of(self, cell: int) -> tuple[int, int]:
        """Return the row and column of a cell."""
        return cell // self.width - 1, cell % self.width - 1


def bits(mask: int) -> Iterator[int]:
    """Yield the numbers in a set."""
    while mask:
        low = mask & -mask
        mask ^= low
        yield low.bit_length() - 1


class Turn(NamedTuple):
    """A card and where it goes, a cell or EMPTY for the pile; ``worth`` is what it brings now."""

    worth: float
    card: int
    cell: int
    owner: int  # whose colour the card has
    from_pile: bool = False


class Line:
    """A position that is played on, with all hands and the order of the deck as they may be."""

    __slots__ = (
        "cards", "deck", "first", "hands", "owned", "pile", "piled", "scores", "table", "turns",
    )  # fmt: skip

    def __init__(self, table: Table, view: State, hands: list[int], deck: list[int]) -> None:
        self.table = table
        self.cards = [EMPTY] * table.width**2
        self.owned = [0] * table.players  # cells
        for cell, card in zip(table.cells, view.grid, strict=True):
            if card is not None:
                self.cards[cell] = table.number[card.text]
                self.owned[card.player] |= 1 << cell
        self.pile = [(table.number[card.text], card.player) for card in view.pile]
        self.piled = sum(1 << card for card, _ in self.pile)
        self.hands, self.deck = hands, deck  # the next card to be drawn is the last
        self.scores = list(view.scores)
        self.first, self.turns = view.first, view.turns

    def copy(self) -> "Line":
        """Return another line from the same position."""
        other = object.__new__(Line)
        other.table = self.table
        other.cards, other.owned = self.cards[:], self.owned[:]
        other.pile, other.piled = self.pile[:], self.piled
        other.hands, other.deck = self.hands[:], self.deck[:]
        other.scores, other.first, other.turns = self.scores[:], self.first, self.turns
        return other

    def mover(self) -> int:
        """Return whose turn it is."""
        return (self.first + self.turns) % self.table.players

    def is_over(self) -> bool:
        """Tell whether the game is over: a round has ended, and somebody has no cards."""
        return self.turns % self.table.players == 0 and not all(self.hands)

    def held(self) -> list[int]:
        """Return how many cards each player controls."""
        return [cells.bit_count() for cells in self.owned]

    def turns_left(self) -> int:
        """Return how many turns are left if none takes a card from the pile."""
        players = self.table.players
        left, deck = 0, len(self.deck)
        sizes = [hand.bit_count() for hand in self.hands]
        player = self.mover()
        while (self.turns + left) % players or min(sizes):
            if deck:
                deck -= 1
            elif sizes[player]:
                sizes[player] -= 1
            left += 1
            player = (player + 1) % players
        return left

    def reach(self) -> list[int]:
        """Return for each cell itself and all cells to which control flows on from it."""
        cards, width, starts = self.cards, self.table.width, self.table.starts
        reach = [0] * len(cards)
        for cell in reversed(self.table.cells):
            card = cards[cell]
            if card < 0:
                continue
            onward, cells = starts[card], 1 << cell
            other = cards[cell + 1]
            if other >= 0 and onward >> other & 1:
                cells |= reach[cell + 1]
            other = cards[cell + width]
            if other >= 0 and onward >> other & 1:
                cells |= reach[cell + width]
            reach[cell] = cells
        return reach

    def open_cards(self) -> Iterable[tuple[int, int]]:
        """Return the cards of the pile that can be played, with their owners."""
        if self.turns < self.table.players:
            return ()
        return self.pile[-1:] if self.table.options.top_only else self.pile

    def placements(self, control: float) -> list[tuple[float, int, int, int, bool]]:
        """Return all ways to make words, as the parts of a ``Turn``: plain tuples take less time.

        ``control`` is what a card controlled is worth.
        """
        table, cards, me = self.table, self.cards, self.mover()
        width, starts, ends, useful = table.width, table.starts, table.ends, table.useful
        words, neighbours = table.options.word_points, table.options.neighbour_points
        share = 1 / (table.players - 1) if table.players > 1 else 0.0
        both = control * (1 + share)
        reach, own = self.reach(), self.owned[me]
        open_cards = dict(self.open_cards())
        hand = self.hands[me]
        able = hand | sum(1 << card for card in open_cards)
        found = []
        for cell in table.cells:
            left, up = starts[cards[cell - 1]], starts[cards[cell - width]]
            right, down = ends[cards[cell + 1]], ends[cards[cell + width]]
            fitting = (left | up | right | down) & able
            if not fitting:
                continue
            of_left = 1.0 if own >> (cell - 1) & 1 else -share
            of_up = 1.0 if own >> (cell - width) & 1 else -share
            covers = 1 << cell if cards[cell] >= 0 else 0
            while fitting:
                bit = fitting & -fitting
                fitting ^= bit
                count, parts, onward, taken = 0, 0.0, 0, covers
                if left & bit:
                    count, parts = 1, of_left
                if up & bit:
                    count += 1
                    parts += of_up
                if right & bit:
                    onward, taken = 1, taken | reach[cell + 1]
                if down & bit:
                    onward, taken = onward + 1, taken | reach[cell + width]
                card = bit.bit_length() - 1
                if hand & bit:
                    worth = both * (taken & ~own).bit_count() - useful[card]
                    worth += neighbours * (parts + onward) + (0.0 if covers else control)
                    found.append((worth + words * (count + onward), card, cell, me, False))
                    continue
                owner = open_cards[card]
                if owner == me:
                    worth = both * (taken & ~own).bit_count() + (0.0 if covers else control)
                    worth += neighbours * (parts + onward)
                else:
                    worth = -both * (taken & own).bit_count()
                    worth -= 0.0 if covers else control * share
                    worth += neighbours * (parts - share * onward)
                found.append((worth + words * (count + onward), card, cell, owner, True))
        return found

    def best(self, control: float) -> Turn:
        """Return the turn that brings most at once; on a first turn one that a hand can spare."""
        me = self.mover()
        hand = self.hands[me]
        if self.turns >= self.table.players:
            most = max(self.placements(control), default=None)
            if most is not None and (most[0] > -1.0 or not hand):
                return Turn(*most)
        card = min(bits(hand), key=self.table.useful.__getitem__)
        if self.turns >= self.table.players:
            return Turn(-self.table.useful[card], card, EMPTY, me)
        free = [cell for cell in self.table.cells if self.cards[cell] < 0]
        return Turn(0.0, card, free[len(free) // 2], me)

    def discards(self) -> list[Turn]:
        """Return the turns that put a card on the pile."""
        me = self.mover()
        useful = self.table.useful
        return [Turn(-useful[card], card, EMPTY, me) for card in bits(self.hands[me])]

    def play(self, turn: Turn) -> None:
        """Play a turn and draw a card."""
        me, card = self.mover(), turn.card
        if turn.from_pile:
            self.pile.remove((card, turn.owner))
            self.piled ^= 1 << card
        else:
            self.hands[me] &= ~(1 << card)
        if turn.cell == EMPTY:
            self.pile.append((card, me))
            self.piled |= 1 << card
        elif self.turns < self.table.players:
            self.cards[turn.cell] = card
            self.owned[me] |= 1 << turn.cell
        else:
            self._build(turn, me)
        if self.deck:
            self.hands[me] |= 1 << self.deck.pop()
        self.turns += 1

    def _build(self, turn: Turn, me: int) -> None:
        cards, cell, card, owner = self.cards, turn.cell, turn.card, turn.owner
        width, starts, ends = self.table.width, self.table.starts, self.table.ends
        words, neighbours = self.table.options.word_points, self.table.options.neighbour_points
        owned, scores = self.owned, self.scores
        reach, taken = self.reach(), 1 << cell
        for near in (cell - 1, cell - width):
            if starts[cards[near]] >> card & 1:
                scores[me] += words
                for player, cells in enumerate(owned):
                    if cells >> near & 1:
                        scores[player] += neighbours
        for near in (cell + 1, cell + width):
            if ends[cards[near]] >> card & 1:
                scores[me] += words
                scores[owner] += neighbours
                taken |= reach[near]
        for player in range(len(owned)):
            owned[player] &= ~taken
        owned[owner] |= taken
        cards[cell] = card


def card_numbers(view: State) -> list[str]:
    """Return all cards of a position that can still matter, in alphabetical order."""
    texts = {card.text for card in (*view.grid, *view.pile) if isinstance(card, Card)}
    texts.update(view.deck)
    for hand in view.hands:
        texts.update(hand or ())
    return sorted(texts)

"""A second referee for Tiled Of It, written from the text of the rules alone.

It keeps a position of its own and shares nothing with the game but the shape of its states, actions
and options. Which card was drawn it is told; everything else it works out. Words are looked up in a
plain set. The numbers are those of the rules page.
"""

import copy

from games.tiled_of_it.position.model import Discard, Place


class Referee:
    """One game, from the deal to the places.

    ``cells`` holds what lies on top, by (row, column), as [letters, owner]; ``pile`` the same, the
    top card last. Hands and deck are sets, since each card stands once in the game.
    """

    def __init__(self, words, table, *, first, hands, deck):
        self.words = words
        self.table = table
        self.seats = len(hands)
        self.first = first
        self.hands = [set(hand) for hand in hands]
        self.deck = set(deck)
        self.cells = {}
        self.under = []
        self.pile = []
        self.points = [0] * self.seats
        self.turns = [0] * self.seats
        self.over = False
        self.gains = []  # what the last turn brought, as (player, points, topic)

    def twin(self):
        """Return a referee of the same position, which goes on by itself."""
        twin = copy.copy(self)
        twin.hands = [hand.copy() for hand in self.hands]
        twin.cells = {cell: list(entry) for cell, entry in self.cells.items()}
        twin.pile = [list(entry) for entry in self.pile]
        twin.deck, twin.under = self.deck.copy(), self.under.copy()
        twin.points, twin.turns = self.points.copy(), self.turns.copy()
        return twin

    def mover(self):
        """Return whose turn it is, None after the end (1.4)."""
        return None if self.over else (self.first + sum(self.turns)) % self.seats

    # --- What may be played ---------------------------------------------------------------------

    def objection(self, action):
        """Return the number of the rule that an action breaks, "" if it breaks none."""
        if self.over:
            return "7.1"
        match action:
            case Discard(card):
                return self._objection_to_discard(card)
            case Place(card, row, col, source):
                return self._objection_to_place(card, (row, col), source)
        return "4"

    def _objection_to_discard(self, card):
        if self._opens():
            return "3.3"
        return "" if card in self.hands[self.mover()] else "4.1"

    def _objection_to_place(self, card, cell, source):
        side = range(self.table.size)
        if cell[0] not in side or cell[1] not in side:
            return "1.2"
        if self._opens():
            if source != "hand" or card not in self.hands[self.mover()]:
                return "3.1"
            return "3.1" if cell in self.cells else ""
        if source == "hand":
            if card not in self.hands[self.mover()]:
                return "4.2"
        elif card not in self._playable_of_pile():
            return "4.4"
        return "" if self._built(card, cell) else "4.2"

    def _opens(self):
        return self.turns[self.mover()] == 0

    def _playable_of_pile(self):
        discarded = [letters for letters, _ in self.pile]
        return discarded[-1:] if self.table.top_only else discarded

    def _built(self, card, cell):
        """Return the neighbours with which a card would make words, as (cell, word) (2.1)."""
        row, col = cell
        found = []
        for other, begins in (
            ((row, col + 1), True),
            ((row + 1, col), True),
            ((row, col - 1), False),
            ((row - 1, col), False),
        ):
            if other in self.cells:
                letters = self.cells[other][0]
                word = card + letters if begins else letters + card
                if word in self.words:
                    found.append((other, word))
        return found

    def everything(self):
        """Yield every action that could be thought of with cards the mover can reach."""
        mover = self.mover()
        for card in self.hands[mover]:
            yield Discard(card)
        for row in range(self.table.size):
            for col in range(self.table.size):
                for card in self.hands[mover]:
                    yield Place(card, row, col)
                for card, _ in self.pile:
                    yield Place(card, row, col, "discard")

    # --- What it brings -------------------------------------------------------------------------

    def play(self, action, drawn):
        """Carry out a legal action; ``drawn`` are the cards from the deck, one or none."""
        mover = self.mover()
        self.gains = []
        if isinstance(action, Discard):
            self.hands[mover].remove(action.card)
            self.pile.append([action.card, mover])
        else:
            self._place(action, mover)
        self._draw(mover, drawn)
        self.turns[mover] += 1
        if len(set(self.turns)) == 1 and not all(self.hands):
            self._finish()

    def _place(self, action, mover):
        cell = (action.row, action.col)
        owner = self._taken(action, mover)
        if cell in self.cells:
            self.under.append(self.cells[cell][0])  # 4.3: it is out of the game
        self.cells[cell] = [action.card, owner]
        if self.turns[mover] == 0:
            return  # 3.2: no colour changes, no points
        built = self._built(action.card, cell)
        self._flow(cell, owner)
        for other, _ in built:
            self._gain(mover, self.table.word_points, "word")
            self._gain(self.cells[other][1], self.table.neighbour_points, "neighbour")

    def _taken(self, action, mover):
        """Take a card from where it is and return whose colour it has (4.4)."""
        if action.source == "hand":
            self.hands[mover].remove(action.card)
            return mover
        (entry,) = [entry for entry in self.pile if entry[0] == action.card]
        self.pile.remove(entry)
        return entry[1]

    def _flow(self, cell, owner):
        """Give all that words lead to, from one cell to the right and down, to an owner (5)."""
        reached, border = {cell}, [cell]
        while border:
            row, col = border.pop()
            for other in ((row, col + 1), (row + 1, col)):
                if other not in self.cells or other in reached:
                    continue
                if self.cells[row, col][0] + self.cells[other][0] in self.words:
                    reached.add(other)
                    border.append(other)
        for one in reached - {cell}:
            self.cells[one][1] = owner

    def _draw(self, mover, drawn):
        assert len(drawn) == min(1, len(self.deck)), "one card is drawn while the deck lasts (4.5)"
        assert self.deck.issuperset(drawn), "what is drawn was in the deck"
        self.deck.difference_update(drawn)
        self.hands[mover].update(drawn)

    def _finish(self):
        """End the game: a bonus for each card on the grid, by its colour (7.2)."""
        self.over = True
        for _, owner in self.cells.values():
            self._gain(owner, self.table.bonus, "bonus")

    def _gain(self, player, points, topic):
        self.points[player] += points
        if points:
            self.gains.append((player, points, topic))

    # --- What can be seen -----------------------------------------------------------------------

    def places(self):
        """Return each player's place; equal points share the better one (7.3)."""
        ranked = sorted(self.points, reverse=True)
        return tuple(ranked.index(own) + 1 for own in self.points)

    def arrows(self):
        """Return the pairs of cells that hold a word, its beginning first (2.3)."""
        found = set()
        for (row, col), (letters, _) in self.cells.items():
            for other in ((row, col + 1), (row + 1, col)):
                if other in self.cells and letters + self.cells[other][0] in self.words:
                    found.add(((row, col), other))
        return found

    def worth(self, action):
        """Return the points that a legal place brings the mover, before any end of the game (6)."""
        mover, cell = self.mover(), (action.row, action.col)
        if self._opens():
            return 0
        owner = mover
        if action.source == "discard":
            owner = dict(self.pile)[action.card]
        total = 0
        for (row, col), _ in self._built(action.card, cell):
            ends = (row, col) > cell
            control = owner if ends else self.cells[row, col][1]
            total += self.table.word_points
            total += self.table.neighbour_points * (control == mover)
        return total

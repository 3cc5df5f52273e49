"""A second referee for Counting Tiles, written from the text of the rules alone.

It keeps a position of its own and shares nothing with the game but the shape of its states, actions
and options. Chance it reads off the game's next state and holds to be possible; everything else it
works out. The numbers are those of the rules page.
"""

import copy
import dataclasses

from games.counting_tiles.position.model import (
    Change,
    Combine,
    Discard,
    Drop,
    Move,
    Place,
    Remove,
    Wild,
)

HEIGHT, WIDTH = 7, 6
FIRST_BAG = {1: 100, 2: 120, 3: 100, 4: 120, 5: 100, 6: 120, 7: 70}
FIRST_BAG |= {8: 120, 9: 90, 10: 90, 11: 70, 12: 120, 13: 70, 14: 70}
LARGER = (15, 16, 18, 20, 21, 22, 24, 25, 26, 27, 28, 30, 32, 34, 35, 36, 40)
BONUSES = ("discard", "remove", "change", "wild")
USES = {Discard: "discard", Remove: "remove", Change: "change", Wild: "wild"}


@dataclasses.dataclass
class Piece:
    """A tile on the board: ``still`` says that it may not be moved any more (2.3)."""

    value: int
    origin: str
    combined: int = 0

    @property
    def still(self):
        return self.origin == "moved" or self.combined > 0


class Referee:
    """One game, from any position on; cells are (row, column), the bag counts by value."""

    def __init__(self, table, start):
        self.table = table
        self.board = {
            divmod(number, WIDTH): Piece(tile.value, tile.origin, tile.combined)
            for number, tile in enumerate(start.grid)
            if tile
        }
        self.targets = list(start.targets)
        self.tile = start.tile
        self.bag = {int(value): count for value, count in start.bag.items() if count}
        self.bonuses = dict(zip(BONUSES, start.bonuses, strict=True))
        self.rows = start.rows
        self.score = start.score
        self.tally = {"placed": start.placed, "moved": start.moved, "combined": start.combined}
        self.tally |= {"saved": start.saved, "draws": start.draws, "drops": start.drops}
        self.since = start.since
        self.over = start.to_move is None
        self.gains = []  # what the last action brought, as (points, topic)
        self.restarted = False  # the last action made the countdown start anew
        self.chance = []  # what chance decided: (stream, number in it, out of what, what)

    def twin(self):
        """Return a referee of the same position, which goes on by itself."""
        twin = copy.copy(self)
        twin.board = {cell: copy.copy(piece) for cell, piece in self.board.items()}
        twin.targets, twin.bag = self.targets.copy(), self.bag.copy()
        twin.bonuses, twin.tally = self.bonuses.copy(), self.tally.copy()
        twin.chance = []
        return twin

    # --- What may be played ---------------------------------------------------------------------

    def objection(self, action):
        """Return the number of the rule that an action breaks, "" if it breaks none."""
        if self.over:
            return "7.1"
        match action:
            case Place(number):
                return "" if self._open(number) else "2.1"
            case Move(number, to):
                return self._objection_to_move(number, to)
            case Combine(number, onto):
                return self._objection_to_combine(number, onto)
            case Drop():
                return ""  # the clock's alone, at any time (5.1, 8.4)
        if self.bonuses[USES[type(action)]] != "unlocked":
            return "4.2"
        match action:
            case Remove(number) | Change(number):
                return "" if self._piece(number) else "4.5"
            case Wild(number):
                return "" if self._open(number) else "4.7"
        return ""

    def _objection_to_move(self, number, to):
        piece = self._piece(number)
        if piece is None or not self._open(to):
            return "2.2"
        if piece.still:
            return "2.3"
        down, right = distance(number, to)
        if down and right:
            return "2.2"
        return "8.2" if self.table.steps == "one" and down + right > 1 else ""

    def _objection_to_combine(self, number, onto):
        piece, other = self._piece(number), self._piece(onto)
        if piece is None or other is None or sum(distance(number, onto)) != 1:
            return "2.4"
        if other.value == 1 or other.value >= piece.value or piece.value % other.value:
            return "2.5"
        return ""

    def _piece(self, number):
        return self.board.get(divmod(number, WIDTH))

    def _open(self, number):
        row, col = divmod(number, WIDTH)
        return row in range(HEIGHT) and (row, col) not in self.board

    def everything(self):
        """Yield every action of the player that could be thought of, on cells of the board."""
        cells = range(HEIGHT * WIDTH)
        yield Discard()
        for number in cells:
            for kind in (Place, Remove, Change, Wild):
                yield kind(number)
            for to in cells:
                yield Move(number, to)
                yield Combine(number, to)

    # --- What it brings -------------------------------------------------------------------------

    def play(self, action, after):
        """Carry out a legal action; what chance decided is read off the state after it."""
        self.gains, self.restarted = [], False
        pace = self.pace()
        if isinstance(action, Drop):
            self._drop(after)
        else:
            self._act(action, after)
            if self.table.drops == "counted" and not self.over:
                self._count(pace, after)
        if self.pace() != pace:
            self.restarted = True
        if self.over:
            self.tile = None

    def _act(self, action, after):
        name = USES.get(type(action))
        if name:  # 4.3, 4.7: first it is used, then a row may unlock it again
            self.bonuses[name] = "used" if name == "wild" else "locked"
        match action:
            case Place(number):
                self._place(divmod(number, WIDTH), Piece(self.tile, "placed"), after)
                self.tally["placed"] += 1
            case Move(number, to):
                piece = self.board.pop(divmod(number, WIDTH))
                self.board[divmod(to, WIDTH)] = dataclasses.replace(piece, origin="moved")
                self.tally["moved"] += 1
                self._check_row(to // WIDTH, after)
            case Combine(number, onto):
                self._combine(self._piece(number), self._piece(onto))
                self._check_row(number // WIDTH, after)
            case Remove(number):
                del self.board[divmod(number, WIDTH)]
            case Change(number):
                self._piece(number).value = 1
                self._check_row(number // WIDTH, after)
            case Wild(number):
                self._complete(number // WIDTH, after)
        if isinstance(action, Place | Move | Combine | Discard) and not self.over:
            self._draw(after)

    def _place(self, cell, piece, after):
        """Put a piece on an open cell; a row comes before the end of the game (7.2)."""
        self.board[cell] = piece
        self._check_row(cell[0], after)
        if sum(self.bag.values()) < 7:
            self.bag = self._whole_bag()
        self.over = len(self.board) == HEIGHT * WIDTH

    def _whole_bag(self):
        return FIRST_BAG | dict.fromkeys(LARGER[: self.rows], 50)

    def _combine(self, piece, other):
        saved = piece.value - piece.value // other.value
        piece.value //= other.value
        piece.combined += 1
        self.tally["combined"] += 1
        self.tally["saved"] += saved
        self._gain(saved, "saved")

    def _check_row(self, row, after):
        values = [self.board[cell].value for cell in cells_of(row) if cell in self.board]
        if len(values) == WIDTH and sum(values) == self.targets[row]:
            self._complete(row, after)
            locked = [name for name in BONUSES if self.bonuses[name] == "locked"]
            for name in locked[:1]:
                self.bonuses[name] = "unlocked"

    def _complete(self, row, after):
        for cell in cells_of(row):
            self.board.pop(cell, None)
        self.rows += 1
        self._gain(self.table.row_points, "row")
        for value in LARGER[self.rows - 1 : self.rows]:
            self.bag[value] = self.bag.get(value, 0) + 50
        assert 21 <= after.targets[row] <= 40
        self.targets[row] = after.targets[row]
        self.chance.append(("target", self.rows, None, self.targets[row]))

    def _gain(self, points, topic):
        self.score += points
        self.gains.append((points, topic))

    # --- Chance and the clock -------------------------------------------------------------------

    def _fill(self):
        """Replace an empty bag when a tile is to be drawn (1.7)."""
        self.bag = self.bag or self._whole_bag()

    def _draw(self, after):
        """Draw a tile to the hand; what came is seen there, or missing in the bag at the end."""
        self._fill()
        self.tally["draws"] += 1
        self.tile = after.tile
        if self.tile is None:
            self.tile = self._missing(after)
        self._take("hand", self.tally["draws"], self.tile, self.tile)

    def _missing(self, after):
        """Return what was drawn to the hand in the action whose random tile ended the game.

        Nobody has seen it, but the bag has lost it; where that was filled again, any will do.
        """
        left = {int(value): count for value, count in after.bag.items() if count}
        _, fallen = self._fallen(after)
        for value, count in self.bag.items():
            if value == fallen.value and count == 1 < sum(self.bag.values()):
                continue  # it was there to fall
            twin = self.twin()
            twin._take("hand", 0, value, value)
            twin._drop(after)
            if twin.bag == left:
                return value
        raise AssertionError("no tile was drawn")

    def _take(self, stream, number, value, what):
        assert self.bag.get(value), f"{value} is not in the bag"
        there = tuple(cell for cell in ALL_CELLS if cell not in self.board)
        known = (dict(self.bag), there if stream == "drop" else None)
        self.chance.append((stream, number, known, what))
        self.bag[value] -= 1
        if not self.bag[value]:
            del self.bag[value]

    def _drop(self, after):
        """Let a random tile fall on an open cell (5.1)."""
        self._fill()
        cell, piece = self._fallen(after)
        self.tally["drops"] += 1
        self._take("drop", self.tally["drops"], piece.value, (cell, piece.value))
        self._place(cell, piece, after)
        self.since = 0
        self.restarted = True
        if self.tally["drops"] == self.table.limit:
            self.over = True

    def _fallen(self, after):
        """Return where a random tile fell, and the tile: it lies there, or completed its row."""
        for number, tile in enumerate(after.grid):
            cell = divmod(number, WIDTH)
            if tile and cell not in self.board:
                assert (tile.origin, tile.combined) == ("random", 0)
                return cell, Piece(tile.value, "random")
        for row in range(HEIGHT):
            there = [self.board[cell].value for cell in cells_of(row) if cell in self.board]
            gone = not any(after.grid[row * WIDTH : (row + 1) * WIDTH])
            if len(there) == WIDTH - 1 and gone:
                (cell,) = [cell for cell in cells_of(row) if cell not in self.board]
                return cell, Piece(self.targets[row] - sum(there), "random")
        raise AssertionError("no random tile fell")

    def _count(self, pace, after):
        """Count an action at a turn-based table: after the last one of the count a tile falls."""
        self.since += 1
        if self.pace() != pace:
            self.since = 0  # 5.5
        elif self.since >= pace:
            self._drop(after)

    def pace(self):
        """Return what lies between two random tiles: seconds (5.2), or actions (5.4, 5.5)."""
        if self.table.drops == "counted":
            return max(2, 4 - self.rows // 8) if self.table.challenge else 4
        if not self.table.challenge:
            return self.table.interval
        return max(8, self.table.interval - self.rows // 2)


ALL_CELLS = tuple(divmod(number, WIDTH) for number in range(HEIGHT * WIDTH))


def cells_of(row):
    return [(row, col) for col in range(WIDTH)]


def distance(number, other):
    """Return how many rows and how many columns lie between two cells."""
    return tuple(
        abs(a - b) for a, b in zip(divmod(number, WIDTH), divmod(other, WIDTH), strict=True)
    )

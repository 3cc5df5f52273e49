"""The position as a computer player holds it, and how much better an action makes it.

Only differences count: points won, rows worth more or less, bonuses gained and spent, and less room
on a crowded board.
"""

from collections.abc import Iterable, Iterator

from games.counting_tiles.bots.prospects import MOST, REWARD, prospects
from games.counting_tiles.position.model import (
    CELLS,
    CHANGE,
    COLUMNS,
    DISCARD,
    REMOVE,
    ROWS,
    WILD,
    Action,
    Change,
    Combine,
    Discard,
    Drop,
    Move,
    Place,
    Remove,
    State,
    Wild,
)
from games.counting_tiles.rules import CountingTiles
from games.counting_tiles.turns.legality import BESIDE, IN_LINE, actions, can_move, divides

GAINED = (15.0, 70.0, 50.0, 280.0)  # what a bonus is worth when it is unlocked
SPENT = (9.0, 90.0, 70.0, 350.0)  # and what an action must bring to spend it
COMBINING = 30.0  # what a combination costs that is still to be made
CROWDED = 12  # open cells below which each one counts
CROWDING = 6.0
FITTING = 2  # rows that are looked at closely for a tile still to be drawn
TYPICAL = 30  # a target that is not known yet
NOTHING = -50.0  # when only a placement is possible
LOST = -1000.0
Gain = float


class Sketch:
    """A position in plain lists, changed in place to try actions and then put back.

    With ``pairs`` a row is judged by the best of its combinations, too.
    """

    def __init__(self, state: State, *, pairs: bool) -> None:
        self.pairs = pairs
        self.tile = state.tile or 0
        self.values = [0 if tile is None else tile.value for tile in state.grid]
        self.free = [tile is not None and can_move(tile) for tile in state.grid]
        self.targets = list(state.targets)
        self.ready = [standing == "unlocked" for standing in state.bonuses]
        self.gone = state.bonuses[WILD] == "used"
        self.prospects = prospects(state.rows)
        self.judged: dict[tuple[int, ...], float] = {}
        self._look()

    def _look(self) -> None:
        self.worths = [self.worth(row) for row in range(ROWS)]
        self.crowd = crowding(self.values.count(0))

    def after(self, action: Action) -> "Sketch":
        """Return the position after an action; its ``tile`` is 0 if it has to be drawn."""
        other = object.__new__(Sketch)
        other.pairs, other.prospects, other.judged = self.pairs, self.prospects, self.judged
        other.values, other.free = self.values[:], self.free[:]
        other.targets, other.ready, other.gone = self.targets[:], self.ready[:], self.gone
        other.tile = self.tile if isinstance(action, Remove | Change | Wild) else 0
        row = other._play(action, self.tile)
        if row is not None and other.is_complete(row):
            other._unlock()
            other._clear(row)
        other._look()
        return other

    def _play(self, action: Action, tile: int) -> int | None:
        """Change the lists and return the row that may be complete."""
        values, free = self.values, self.free
        match action:
            case Place(cell):
                values[cell], free[cell] = tile, True
            case Move(start, cell):
                values[cell], values[start] = values[start], 0
                free[start] = free[cell] = False
            case Combine(cell, onto):
                values[cell] //= values[onto]
                free[cell] = False
            case Change(cell):
                values[cell], self.ready[CHANGE] = 1, False
            case Remove(cell):
                values[cell], free[cell], self.ready[REMOVE] = 0, False, False
                return None
            case Wild(cell):
                self.ready[WILD], self.gone = False, True
                self._clear(cell // COLUMNS)
                return None
            case Discard() | Drop():
                self.ready[DISCARD] = False
                return None
        return cell // COLUMNS

    def _clear(self, row: int) -> None:
        cells = slice(row * COLUMNS, (row + 1) * COLUMNS)
        self.values[cells] = [0] * COLUMNS
        self.free[cells] = [False] * COLUMNS
        self.targets[row] = TYPICAL

    def _next_bonus(self) -> int | None:
        """Return the bonus that the next row unlocks."""
        for bonus, ready in enumerate(self.ready):
            if not ready and not (bonus == WILD and self.gone):
                return bonus
        return None

    def _unlock(self) -> None:
        bonus = self._next_bonus()
        if bonus is not None:
            self.ready[bonus] = True

    # --- Rows -------------------------------------------------------------------------------------

    def is_complete(self, row: int) -> bool:
        """Tell whether a row is full and has its sum."""
        tiles = self._tiles(row)
        return 0 not in tiles and sum(tiles) == self.targets[row]

    def worth(self, row: int) -> float:
        """Return what a row is worth as it is, or after the best of its combinations."""
        start, tiles = row * COLUMNS, self._tiles(row)
        free = tiles.count(0)
        if not self.pairs or free == COLUMNS:
            return self.prospects.worths[free][self.targets[row] - sum(tiles) + MOST]
        around = self.values[max(0, start - COLUMNS) : start + 2 * COLUMNS]
        key = (row, self.targets[row], *around)
        known = self.judged.get(key)
        if known is None:
            missing = self.targets[row] - sum(tiles)
            known = self.judged[key] = self._best_pair(start, free, missing)
        return known

    def _best_pair(self, start: int, free: int, missing: int) -> float:
        values, worths = self.values, self.prospects.worths[free]
        best = worths[missing + MOST]
        for cell in range(start, start + COLUMNS):
            value = values[cell]
            for near in BESIDE[cell] if value > 3 else ():
                other = values[near]
                if divides(other, value):
                    saved = value - value // other
                    if missing + saved + MOST < len(worths):
                        best = max(best, worths[missing + saved + MOST] + saved - COMBINING)
        return best

    # --- Actions ----------------------------------------------------------------------------------

    def gain(self, action: Action) -> Gain:
        """Return how much better the position is after an action."""
        values = self.values
        match action:
            case Place(cell):
                values[cell] = self.tile
                gain = self._difference((cell,), cell // COLUMNS)
                values[cell] = 0
            case Move(start, cell):
                value = values[start]
                values[start], values[cell] = 0, value
                gain = self._difference((start, cell), cell // COLUMNS)
                values[start], values[cell] = value, 0
            case Combine(cell, onto):
                gain = self._changed(cell, values[cell] // values[onto], 0.0)
                gain += values[cell] - values[cell] // values[onto]
            case Change(cell):
                gain = self._changed(cell, 1, SPENT[CHANGE])
            case Remove(cell):
                gain = self._changed(cell, 0, SPENT[REMOVE])
            case Wild(cell):
                gain = self._wild(cell // COLUMNS)
            case Discard() | Drop():
                gain = -SPENT[DISCARD]
        return gain

    def _changed(self, cell: int, value: int, cost: float) -> Gain:
        """Return the gain of giving a tile another value, 0 to take it away."""
        before, self.values[cell] = self.values[cell], value
        gain = self._difference((cell,), cell // COLUMNS)
        self.values[cell] = before
        return gain - cost

    def _wild(self, row: int) -> Gain:
        cells = slice(row * COLUMNS, (row + 1) * COLUMNS)
        before, self.values[cells] = self.values[cells], [0] * COLUMNS
        gain = REWARD - SPENT[WILD] + self.prospects.fresh - self.worth(row)
        gain += self._difference((row * COLUMNS,), None)
        self.values[cells] = before
        return gain

    def _difference(self, cells: Iterable[int], row: int | None) -> Gain:
        """Return what changed cells are worth, a completed row included."""
        gain = self.crowd
        if row is not None and self.is_complete(row):
            place = slice(row * COLUMNS, (row + 1) * COLUMNS)
            tiles, self.values[place] = self.values[place], [0] * COLUMNS
            bonus = self._next_bonus()
            gain += REWARD + (0.0 if bonus is None else GAINED[bonus])
            gain += self.prospects.fresh - self.worth(row)
            gain += self._rows(cells) - crowding(self.values.count(0))
            self.values[place] = tiles
            return gain
        return gain + self._rows(cells) - crowding(self.values.count(0))

    def _rows(self, cells: Iterable[int]) -> Gain:
        """Return how much more the rows are worth that changed cells belong to or lie beside."""
        rows = {cell // COLUMNS for cell in cells}
        if self.pairs:
            rows |= {near for row in rows for near in (row - 1, row + 1) if near in range(ROWS)}
        return sum(self.worth(row) - self.worths[row] for row in rows)

    def other_actions(self) -> Iterator[Action]:
        """Yield all but placements, the wild card, and changes of a 1, which bring nothing."""
        values = self.values
        for cell in range(CELLS):
            value = values[cell]
            if not value:
                continue
            if self.free[cell]:
                yield from (Move(cell, to) for to in IN_LINE[cell] if not values[to])
            for near in BESIDE[cell]:
                if divides(values[near], value):
                    yield Combine(cell, near)
            if self.ready[REMOVE]:
                yield Remove(cell)
            if self.ready[CHANGE] and value > 1:
                yield Change(cell)
        if self.ready[DISCARD]:
            yield Discard()

    def total(self) -> float:
        """Return how much more the board is worth than an empty one."""
        bonuses = sum(worth for worth, ready in zip(GAINED, self.ready, strict=True) if ready)
        return sum(self.worths) - ROWS * self.prospects.fresh - self.crowd + bonuses

    def promise(self, chances: Iterable[tuple[int, float]]) -> Gain:
        """Return the gain expected of the next action, the tile for it drawn by chances."""
        if 0 not in self.values:
            return LOST
        least = max(map(self.gain, self.other_actions()), default=NOTHING)
        rows = [row for row in range(ROWS) if 0 in self._tiles(row)]
        expected = 0.0
        for tile, chance in [(self.tile, 1.0)] if self.tile else chances:
            kept, self.tile = self.tile, tile
            rows.sort(key=self._fit)
            cells = (cell for row in rows[-FITTING:] for cell in self._open(row))
            expected += chance * max(least, *(self.gain(Place(cell)) for cell in cells))
            self.tile = kept
        return expected

    def _tiles(self, row: int) -> list[int]:
        return self.values[row * COLUMNS : (row + 1) * COLUMNS]

    def _open(self, row: int) -> list[int]:
        cells = range(row * COLUMNS, (row + 1) * COLUMNS)
        return [cell for cell in cells if not self.values[cell]]

    def _fit(self, row: int) -> float:
        """Return how well the tile in hand fits a row, at a glance."""
        tiles = self._tiles(row)
        free, missing = tiles.count(0), self.targets[row] - sum(tiles) + MOST
        worths = self.prospects.worths
        return worths[free - 1][missing - self.tile] - worths[free][missing]


def crowding(free: int) -> float:
    """Return what it costs to have only that many cells open."""
    return CROWDING * max(0, CROWDED - free) ** 2


def ranked(game: CountingTiles, view: State, sketch: Sketch) -> list[tuple[Gain, Action]]:
    """Return all actions with what they gain, the best first."""
    found = [(sketch.gain(action), action) for action in actions(view, game.options)]
    found.sort(key=lambda pair: -pair[0])
    return found

"""An action being played: a copy of the position, changed step by step and then handed back.

Three separate streams of chance run through a match: tiles drawn to the hand, random tiles with
their cells, and targets. Whatever a player does shifts none of them (rule 7.4).
"""

import dataclasses

from games.core.language.events import Event
from games.core.rng import Rng
from games.counting_tiles.options import Options
from games.counting_tiles.position import bag
from games.counting_tiles.position.model import (
    CELLS,
    CHANGE,
    COLUMNS,
    DISCARD,
    HIGHEST,
    LOWEST,
    PLAYER,
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
    Standing,
    State,
    Tile,
    Wild,
)
from games.counting_tiles.position.tempo import changes, interval

OPENING = 7  # random tiles at the start (rule 1.5)


def target(rng: Rng, number: int) -> int:
    """Return a target: the first seven are those of the start, then one for each completed row."""
    return rng.at("target", number).choice(range(LOWEST, HIGHEST + 1))


def opening(rng: Rng) -> tuple[list[Tile | None], bag.Bag]:
    """Return the board with its first tiles and the bag without them; no row is full."""
    grid: list[Tile | None] = [None] * CELLS
    left = bag.full(0)
    for number in range(OPENING):
        chance = rng.at("drop", number)
        tile = Tile(bag.take(left, chance), "random")
        for cell in _order(chance):
            row = cell - cell % COLUMNS
            if grid[cell] is None and grid[row : row + COLUMNS].count(None) > 1:
                grid[cell] = tile
                break
    return grid, left


def _order(chance: Rng) -> list[int]:
    """Return all cells in a random order: a random tile falls on the first that is open."""
    cells = list(range(CELLS))
    chance.shuffle(cells)
    return cells


class Turn:
    """A position in which a checked action is being played."""

    def __init__(self, state: State, options: Options, rng: Rng) -> None:
        self.before = state
        self.options = options
        self.rng = rng
        self.grid = list(state.grid)
        self.targets = list(state.targets)
        self.bag = dict(state.bag)
        self.bonuses: list[Standing] = list(state.bonuses)
        self.tile = state.tile
        self.rows, self.score, self.saved = state.rows, state.score, state.saved
        self.draws, self.drops, self.since = state.draws, state.drops, state.since
        self.over = False
        self.events: list[Event] = []

    def play(self, action: Action) -> None:
        """Carry the action out, and where actions are counted a random tile that is due (5.4)."""
        match action:
            case Place(cell):
                self._place(cell)
            case Move(cell, to):
                self._move(cell, to)
            case Combine(cell, onto):
                self._combine(cell, onto)
            case Discard():
                self._use(DISCARD)
                self._draw()
            case Remove(cell):
                self._use(REMOVE)
                self.grid[cell] = None
            case Change(cell):
                self._use(CHANGE)
                self.grid[cell] = dataclasses.replace(self._at(cell), value=1)
                self._complete(cell)
            case Wild(cell):
                self._use(WILD)
                self._clear(cell // COLUMNS)
            case Drop():
                self._drop()
        if self.options.drops == "counted" and not isinstance(action, Drop):
            self._count()

    def position(self, action: Action) -> State:
        """Return the position after the action."""
        before = self.before
        return State(
            to_move=None if self.over else PLAYER,
            events=tuple(self.events),
            grid=tuple(self.grid),
            targets=tuple(self.targets),
            tile=None if self.over else self.tile,
            bag=self.bag,
            bonuses=tuple(self.bonuses),
            rows=self.rows,
            score=self.score,
            placed=before.placed + isinstance(action, Place),
            moved=before.moved + isinstance(action, Move),
            combined=before.combined + isinstance(action, Combine),
            saved=self.saved,
            draws=self.draws,
            drops=self.drops,
            since=self.since,
        )

    def _at(self, cell: int) -> Tile:
        tile = self.grid[cell]
        assert tile is not None  # noqa: S101 - the action was checked
        return tile

    def _tell(self, kind: str, **facts: int | str) -> None:
        self.events.append(Event(kind, None, dict(facts)))

    # --- What the player does ---------------------------------------------------------------------

    def _place(self, cell: int) -> None:
        """Put the tile in hand on the board and draw the next one (rule 2.1)."""
        assert self.tile is not None  # noqa: S101 - there is one until the game is over
        self._put(cell, Tile(self.tile, "placed"))
        if not self.over:
            self._draw()

    def _move(self, cell: int, to: int) -> None:
        """Move a tile; the one in hand is lost (rules 2.2, 2.6)."""
        self.grid[to] = Tile(self._at(cell).value, "moved")
        self.grid[cell] = None
        self._complete(to)
        self._draw()

    def _combine(self, cell: int, onto: int) -> None:
        """Divide a tile by another; the one in hand is lost (rules 2.4, 2.6, 6.2)."""
        tile, other = self._at(cell), self._at(onto)
        value = tile.value // other.value
        self.grid[cell] = Tile(value, tile.origin, tile.combined + 1)
        saved = tile.value - value
        self.saved += saved
        self.score += saved
        facts = {"value": tile.value, "result": value}
        self.events.append(Event("combined", PLAYER, facts, saved, "saved"))
        self._complete(cell)
        self._draw()

    def _use(self, bonus: int) -> None:
        """Use a bonus: it's locked again, the wild card for good (rules 4.3, 4.7)."""
        self.bonuses[bonus] = "used" if bonus == WILD else "locked"

    def _draw(self) -> None:
        """Draw the next tile to the hand (rule 1.6)."""
        if not self.bag:
            self._refill()
        self.tile = bag.take(self.bag, self.rng.at("hand", self.draws))
        self.draws += 1

    # --- What follows -----------------------------------------------------------------------------

    def _drop(self) -> None:
        """Let a random tile fall (rule 5.1)."""
        if not self.bag:
            self._refill()
        chance = self.rng.at("drop", OPENING + self.drops)
        value = bag.take(self.bag, chance)
        cell = next(cell for cell in _order(chance) if self.grid[cell] is None)
        self.drops += 1
        self.since = 0
        self._tell("fell", value=value, cell=cell)
        self._put(cell, Tile(value, "random"))
        if self.drops == self.options.limit and not self.over:
            self._tell("over_last_tile", drops=self.drops)
            self.over = True

    def _put(self, cell: int, tile: Tile) -> None:
        """Put a tile on the board: perhaps a row is complete, else perhaps the board is full."""
        self.grid[cell] = tile
        self._complete(cell)
        if sum(self.bag.values()) < bag.LEAST:
            self._refill()
        if None not in self.grid:
            self._tell("over_full")
            self.over = True

    def _refill(self) -> None:
        """Replace the bag by a whole one (rule 1.7)."""
        self.bag = bag.full(self.rows)
        self._tell("bag_filled")

    def _complete(self, cell: int) -> None:
        """Clear a cell's row if it's complete, and unlock a bonus (rules 3.1, 4.1)."""
        row = cell // COLUMNS
        tiles = self.grid[row * COLUMNS : (row + 1) * COLUMNS]
        if sum(tile.value for tile in tiles if tile is not None) != self.targets[row]:
            return
        if None in tiles:
            return
        self._clear(row)
        if "locked" in self.bonuses:
            bonus = self.bonuses.index("locked")
            self.bonuses[bonus] = "unlocked"
            self.events.append(Event("bonus_unlocked", PLAYER, {"bonus": bonus}))

    def _clear(self, row: int) -> None:
        """Clear a row's tiles away, and do what a completed row brings (section 3)."""
        self.grid[row * COLUMNS : (row + 1) * COLUMNS] = [None] * COLUMNS
        points = self.options.row_points
        self.score += points
        facts = {"row": row, "target": self.targets[row]}
        self.events.append(Event("row_completed", PLAYER, facts, points, "row"))
        self.targets[row] = target(self.rng, ROWS + self.rows)
        self.rows += 1
        larger = bag.joining(self.rows)
        if larger is not None:
            self.bag[str(larger)] = bag.OF_EACH_LARGER
            self._tell("tiles_joined", value=larger, count=bag.OF_EACH_LARGER)
        if changes(self.options, self.rows) != changes(self.options, self.rows - 1):
            self.since = 0  # the countdown starts anew (rule 5.3)
            unit = "seconds" if self.options.drops == "timed" else "actions"
            self._tell(f"faster_{unit}", every=interval(self.options, self.rows))

    def _count(self) -> None:
        """Count an action of the player; the last of an interval brings a random tile (5.4)."""
        faster = changes(self.options, self.rows) != changes(self.options, self.before.rows)
        if self.over or faster:
            return
        self.since += 1
        if self.since == interval(self.options, self.rows):
            self._drop()

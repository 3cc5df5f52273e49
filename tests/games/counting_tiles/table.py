"""A board on which a test lays the tiles it wants."""

import dataclasses
import re

from games.core.errors import IllegalAction
from games.core.language.wording import sentence
from games.core.rng import Rng
from games.counting_tiles.display.wording import WORDING
from games.counting_tiles.options import Options
from games.counting_tiles.position.model import COLUMNS, ROWS, State, Tile
from games.counting_tiles.rules import CountingTiles
from games.counting_tiles.turns.notation import cell_of

SECRET = bytes(range(32))
ORIGINS = {"": "placed", "r": "random", "m": "moved"}
LOCKED = ("locked", "locked", "locked", "locked")
UNLOCKED = ("unlocked", "unlocked", "unlocked", "unlocked")


def secret_of(number):
    return number.to_bytes(32, "big")


def tile_of(word):
    """Return the tile of a word: 5 placed, 5r random, 5m moved, 5c2 combined twice, . none."""
    if word == ".":
        return None
    value, origin, combined = re.fullmatch(r"(\d+)([rm]?)(?:c(\d+))?", word).groups()
    return Tile(int(value), ORIGINS[origin], int(combined or 0))


class Table:
    """An empty board with targets of 40 and a 7 in hand, unless a test says otherwise."""

    def __init__(self, **options):
        self.game = CountingTiles(Options(**options))
        state = self.game.initial_state(1, Rng(SECRET, 0))
        grid = (None,) * (ROWS * COLUMNS)
        self.state: State = dataclasses.replace(state, grid=grid, targets=(40,) * ROWS, tile=7)
        self.ply = 0

    def set(self, **facts):
        """Change facts of the position."""
        self.state = dataclasses.replace(self.state, **facts)
        return self

    def row(self, number, text, target=None):
        """Lay out a row, such as ``5 5r . 5m 5c1 .``, rows counted from 1."""
        grid, targets = list(self.state.grid), list(self.state.targets)
        start = (number - 1) * COLUMNS
        grid[start : start + COLUMNS] = map(tile_of, text.split())
        assert len(grid) == ROWS * COLUMNS
        targets[number - 1] = target or targets[number - 1]
        return self.set(grid=tuple(grid), targets=tuple(targets))

    def rows(self, *texts):
        """Lay out the rows from the first on."""
        for number, text in enumerate(texts, start=1):
            self.row(number, text)
        return self

    def hold(self, value):
        """Put a tile in hand."""
        return self.set(tile=value)

    def unlock(self, *standings):
        """Unlock the bonuses, all of them or as said."""
        return self.set(bonuses=standings or UNLOCKED)

    def play(self, *texts):
        """Play actions, ``drop`` included."""
        for text in texts:
            self.ply += 1
            action = self.game.parse_action(self.state, text)
            self.state = self.game.apply_action(self.state, action, Rng(SECRET, self.ply))
        return self

    def refused(self, text):
        """Return why an action is refused, having checked that it changed nothing."""
        before = self.game.encode_state(self.state)
        action = self.game.parse_action(self.state, text)
        assert action not in list(self.game.legal_actions(self.state))
        try:
            self.game.apply_action(self.state, action, Rng(SECRET, 1))
        except IllegalAction as refusal:
            assert self.game.encode_state(self.state) == before
            return str(refusal)
        raise AssertionError(f"{text} was not refused")

    def at(self, cell):
        """Return the tile on a cell such as B3."""
        return self.state.grid[cell_of(cell)]

    def texts(self):
        """Return what the last action brought about."""
        return [str(sentence(WORDING, event)) for event in self.state.events]

    def described(self, player):
        """Return the position in words, sentence by sentence."""
        return list(map(str, self.game.describe(self.state, player)))

    def points(self):
        """Return the points that the last action brought, in order."""
        return [event.points for event in self.state.events if event.points]

    def legal(self):
        """Return all legal actions as text."""
        actions = self.game.legal_actions(self.state)
        return [self.game.action_text(self.state, action) for action in actions]


def almost(target=21):
    """Return a table where a 6 at F1 completes the first row."""
    return Table().row(1, "1 2 3 4 5 .", target=target).hold(6)

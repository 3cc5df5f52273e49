"""The turns that can be played, what each looks like at once, and what would be played in reply."""

import dataclasses
import heapq
from collections.abc import Iterable, Iterator

from games.core.game import Game, Player
from games.tilekingdom.bots.evaluation import Outlook, advantage
from games.tilekingdom.bots.playout import Line
from games.tilekingdom.options import Options
from games.tilekingdom.position.model import Place, State
from games.tilekingdom.position.pieces import LOOKS, MOVES, PIECES, Piece, cell_at, position_of

Rules = Game[Options, State, Place]

PLACES = 6  # on the map as it was before a line, where a reply may lay its tile
CAREFUL = 3  # tiles to come after a reply, below which it is judged in full
SWAY = 1.0  # points that chance adds to what a reply seems to bring, in chess mode
NEVER = float("inf")


@dataclasses.dataclass(slots=True)
class Choice:
    """A turn that can be played now: the action, the line after it, and how good it looks."""

    action: Place
    after: Line
    value: float = 0.0


def choices(
    line: Line, options: Options, places: Iterable[tuple[int, Piece]] | None = None
) -> Iterator[Choice]:
    """Yield each turn that leads to another position, at some places, each on a line of its own."""
    if line.tile is None:
        return
    for cell, piece in line.index.looks(line.tile) if places is None else places:
        laid = line.copy()
        roots = laid.lay(cell, piece)
        for number in _claims(laid, roots):
            after = laid.copy()
            if number >= 0:
                after.claim(roots[number])
            after.settle(options, roots)
            key = piece.keys[number] if number >= 0 else None
            yield Choice(Place(*position_of(cell), piece.rotation, key), after)


def played(line: Line, options: Options, action: Place) -> Choice:
    """Return a legal turn, played on a line of its own."""
    assert line.tile is not None  # noqa: S101 - a turn can be played
    after = line.copy()
    piece = PIECES[line.tile][action.rotation]
    roots = after.lay(cell_at(action.x, action.y), piece)
    if action.subject is not None:
        after.claim(roots[piece.keys.index(action.subject)])
    after.settle(options, roots)
    return Choice(action, after)


def _claims(laid: Line, roots: list[int]) -> list[int]:
    """Return -1 for no subject, and the number of one feature for each free root."""
    if not laid.supplies[laid.player]:
        return [-1]
    free = laid.index.free(roots)
    return [-1, *(number for number in free if roots.index(roots[number]) == number)]


def ranked(outlook: Outlook, line: Line, player: Player) -> list[Choice]:
    """Return the choices of the player to move, judged at once, the best first."""
    found = list(choices(line, outlook.options))
    for choice in found:
        choice.value = advantage(outlook.prospects(choice.after), player)
    found.sort(key=lambda choice: -choice.value)
    return found


class Replies:
    """What would be played in reply on lines that go on from the same position.

    On most of the map a tile is worth there what it was before the first turn of a line. So the
    best places for each kind of tile are found once; what is new lies beside the tiles laid since.
    """

    def __init__(self, line: Line, outlook: Outlook) -> None:
        self.line, self.outlook = line.copy(), outlook
        self.odds = outlook.odds(line.index)
        self.best: dict[tuple[int, str], list[tuple[int, int, Piece]]] = {}

    def play(self, line: Line, jitter: int = 0) -> None:
        """Play the turn of the player to move that seems best by a quick judgement, in place.

        ``jitter`` is any large number that sways what seems equally good, or 0.
        """
        if len(line.bag) < CAREFUL:
            self._play_carefully(line)
            return
        odds, gain_of = self.outlook.odds(line.index), self.outlook.gain
        best, laid, claim = -NEVER, None, -1
        for cell, piece in self._candidates(line):
            gain, number = gain_of(line, cell, piece, odds)
            if jitter:
                jitter = jitter * 1103515245 + 12345 & 0xFFFFFFFF
                gain += SWAY * (jitter >> 16) / 65536
            if gain > best:
                best, laid, claim = gain, (cell, piece), number
        if laid is None:
            return
        roots = line.lay(*laid)
        if claim >= 0:
            line.claim(roots[claim])
        line.settle(self.outlook.options, roots)

    def _play_carefully(self, line: Line) -> None:
        """Play one of the last turns, judged in full: the very last as well as it can be."""
        outlook, odds, player = self.outlook, self.outlook.odds(line.index), line.player
        rows = [
            (outlook.gain(line, cell, piece, odds)[0], -place, cell, piece)
            for place, (cell, piece) in enumerate(line.index.looks(line.tile or ""))
        ]
        best = heapq.nlargest(PLACES, rows)
        found = choices(line, outlook.options, [(cell, piece) for _, _, cell, piece in best])
        after = max(found, key=lambda choice: advantage(outlook.prospects(choice.after), player))
        line.become(after.after)

    def _candidates(self, line: Line) -> list[tuple[int, Piece]]:
        """Return the places that were best before the line began, and those that are new."""
        kind, frontier = line.tile, line.index.frontier
        assert kind is not None  # noqa: S101 - a tile was drawn
        fits = LOOKS[kind]
        near = {cell + move for cell in line.recent for move in MOVES}
        found = [
            (cell, piece)
            for cell, code, piece in self._known(line.player, kind)
            if cell not in near and frontier.get(cell) == code
        ]
        found += [
            (cell, piece)
            for cell in near
            if (code := frontier.get(cell)) is not None
            for piece in fits[code]
        ]
        return found or line.index.looks(kind)

    def _known(self, player: Player, kind: str) -> list[tuple[int, int, Piece]]:
        """Return the best places for a player's tile on the map as it was."""
        found = self.best.get((player, kind))
        if found is None:
            line, gain = self.line, self.outlook.gain
            line.player = player
            rows = [
                (gain(line, cell, piece, self.odds)[0], place, cell, piece)
                for place, (cell, piece) in enumerate(line.index.looks(kind))
            ]
            rows.sort(key=lambda row: (-row[0], row[1]))
            frontier = line.index.frontier
            found = [(cell, frontier[cell], piece) for _, _, cell, piece in rows[:PLACES]]
            self.best[player, kind] = found
        return found

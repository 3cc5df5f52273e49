"""The turns that can be played, what each looks like at once, and what would be played in reply."""

import dataclasses
from collections.abc import Iterator

from games.core.game import Game, Player
from games.tilekingdom.bots.evaluation import advantage, outlook
from games.tilekingdom.bots.playout import Line
from games.tilekingdom.options import Options
from games.tilekingdom.position.model import Place, State
from games.tilekingdom.position.pieces import PIECES, Piece, cell_at, position_of

Rules = Game[Options, State, Place]

REPLIES = 8  # placements that a reply looks at


@dataclasses.dataclass(slots=True)
class Choice:
    """A turn that can be played now: the action, the line after it, and how good it looks."""

    action: Place
    after: Line
    value: float = 0.0


def choices(line: Line, options: Options) -> Iterator[Choice]:
    """Yield each turn that leads to another position, played on a line of its own."""
    if line.tile is None:
        return
    for cell, piece in line.index.looks(line.tile):
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


def ranked(game: Rules, view: State, player: Player) -> list[Choice]:
    """Return the choices of the player to move, judged at once, the best first."""
    line = Line(view)
    judge = outlook(game.options, len(line.bag))
    found = list(choices(line, game.options))
    for choice in found:
        choice.value = advantage(judge.prospects(choice.after), player)
    found.sort(key=lambda choice: -choice.value)
    return found


def reply(line: Line, options: Options, number: int) -> None:
    """Play the turn of the player to move that seems best among some of the placements."""
    judge = outlook(options, len(line.bag))
    best, laid, claim = -1e9, None, -1
    for cell, piece in _some(line, number):
        gain, number = judge.gain(line, cell, piece)
        if gain > best:
            best, laid, claim = gain, (cell, piece), number
    if laid is None:
        return
    roots = line.lay(*laid)
    if claim >= 0:
        line.claim(roots[claim])
    line.settle(options, roots)


def _some(line: Line, number: int) -> list[tuple[int, Piece]]:
    """Return a run of the placements of the tile in hand, beginning anywhere."""
    placements = line.index.looks(line.tile) if line.tile else []
    if len(placements) <= REPLIES:
        return placements
    start = number % len(placements)
    return (placements + placements[:REPLIES])[start : start + REPLIES]

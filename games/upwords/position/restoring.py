"""Whether stored facts make a position, whole or as one player sees it."""

import itertools
from collections import Counter

from games.core.codec import BadData
from games.core.table.words import ALPHABET
from games.upwords.options import Options
from games.upwords.position.model import State
from games.upwords.position.tiles import Rows, count_tiles, full_bag, size_of


def unseen_by(rows: Rows, racks: tuple[str | None, ...], options: Options) -> dict[str, int]:
    """Return how many tiles of each letter are neither on the board nor on a visible rack."""
    counts = Counter(full_bag(options.board))
    counts.subtract(count_tiles(rows))
    counts.subtract("".join(rack for rack in racks if rack))
    return {letter: count for letter, count in sorted(counts.items()) if count}


def restored(state: State, options: Options) -> State:
    """Return the position; raise BadData where its facts contradict each other."""
    _check_players(state, options)
    _check_board(state, options)
    _check_tiles(state, options)
    if min(state.passes, state.idle) < 0:
        raise BadData("passes, idle: counts cannot be below 0")
    return state


def _check_players(state: State, options: Options) -> None:
    players = len(state.scores)
    if not 2 <= players <= 4 or {len(state.racks), len(state.held), len(state.draws)} != {players}:
        raise BadData("scores, racks, held, draws: there must be 2 to 4 players in all")
    if state.to_move is not None and state.to_move not in range(players):
        raise BadData("to_move: no such player")
    for rack, held in zip(state.racks, state.held, strict=True):
        if not 0 <= held <= options.rack or (rack is not None and len(rack) != held):
            raise BadData("held: the numbers of tiles on the racks are wrong")
        if rack is not None and list(rack) != sorted(rack):
            raise BadData("racks: letters stand in the order of the alphabet")
    if not all(letters and set(letters) <= set(ALPHABET) for letters in state.draws):
        raise BadData("draws: everyone drew letters")


def _check_board(state: State, options: Options) -> None:
    size = size_of(options.board)
    if len(state.board) != size or any(len(row) != size for row in state.board):
        raise BadData(f"board: there must be {size} rows of {size} squares")
    for stack in (stack for row in state.board for stack in row):
        if len(stack) > options.height or any(a == b for a, b in itertools.pairwise(stack)):
            raise BadData("board: a stack is too high, or a letter lies on itself")
    for row, column in state.last:
        if row not in range(size) or column not in range(size) or not state.board[row][column]:
            raise BadData("last: tiles were laid where none lie")


def _check_tiles(state: State, options: Options) -> None:
    """Check that board, racks and bag add up to the tiles of the game (rules 1.3, 1.4)."""
    letters = set("".join(map("".join, state.board)) + "".join(rack or "" for rack in state.racks))
    if not letters <= set(ALPHABET):
        raise BadData("board, racks: a tile is a small letter")
    whole = state.bag is not None and None not in state.racks
    if whole == (state.unseen is not None) or (state.bag is None) == whole:
        raise BadData("bag, unseen: either all tiles are seen or some are not")
    counted = state.bag if whole else state.unseen
    if counted != unseen_by(state.board, state.racks, options):
        raise BadData("bag: the tiles do not add up to those of the game")
    hidden = sum(held for rack, held in zip(state.racks, state.held, strict=True) if rack is None)
    if not 0 <= state.pile == sum((counted or {}).values()) - hidden:
        raise BadData("pile: the number of tiles to draw is wrong")
    if min((counted or {}).values(), default=1) < 1:
        raise BadData("bag: counts must be at least 1")

"""Turns prepared while others are to move: in chess mode, where you know your next tile.

By default it is drawn when your turn begins (rule 2.1.1), so you can't plan for it.
"""

import dataclasses
from collections.abc import Mapping

from games.core.codec import JSON
from games.core.extras.conditions import Condition, labelled
from games.core.game import Player
from games.core.language.text import Text
from games.tilekingdom.position.features import Map
from games.tilekingdom.position.model import Place, State
from games.tilekingdom.position.pieces import DESERT, MOVES, PIECES, cell_at

CONDITIONS: Mapping[Condition, Text] = labelled(Condition.FOOTING, Condition.LEGAL)


def foresee(state: State, player: Player) -> State | None:
    """Return the position with the tile that the player gets if none has to be taken out."""
    if state.to_move is None:
        return None
    ahead = (player - state.to_move) % len(state.scores)
    if not ahead:
        return state
    tiles = state.order[:ahead]
    if len(tiles) < ahead or not state.index.fits_somewhere(tiles[-1]):
        return None
    return dataclasses.replace(state, to_move=player, tile=tiles[-1], order=state.order[ahead:])


def footing(state: State, action: Place) -> JSON:
    """Return the tile, its neighbours at the place, and what its features would be part of.

    For each road, city and mosque that is the data of the index, with its subjects, and how many
    tiles it has. Deserts reach far, so only the one that gets a subject counts.
    """
    assert state.tile is not None  # noqa: S101 - the action is legal
    index, cell = state.index, cell_at(action.x, action.y)
    piece = PIECES[state.tile][action.rotation]
    joins = []
    for number, key in enumerate(piece.keys):
        if piece.kinds[number] != DESERT or key == action.subject:
            data, marks, _ = index.joined(cell, piece, number)
            joins.append([key, data, marks.bit_count()])
    return {
        "tile": state.tile,
        "beside": [_tile_at(index, cell + move) for move in MOVES],
        "joins": joins,
    }


def _tile_at(index: Map, cell: int) -> str:
    there = index.placed.get(cell)
    return f"{there[1].kind}{90 * there[1].rotation}" if there else ""

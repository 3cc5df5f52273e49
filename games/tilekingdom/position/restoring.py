"""From stored facts to a playable position: checks them and lays the tiles in a new index."""

import dataclasses
from collections import Counter

from games.core.codec import BadData
from games.tilekingdom.options import Options
from games.tilekingdom.position.features import Map
from games.tilekingdom.position.model import Placement, State
from games.tilekingdom.position.pieces import CENTRE, OPEN, PIECES, REACH, cell_at
from games.tilekingdom.position.tiles import START, TILES


def restored(state: State, options: Options) -> State:
    """Return the position with its index rebuilt; raise BadData if its facts disagree."""
    _check_players(state, options)
    _check_tiles(state)
    index = Map()
    for number, placement in enumerate(state.placements):
        _lay(index, placement, first=number == 0, players=len(state.scores))
    _stand(index, state)
    if (state.tile is None) != (state.to_move is None):
        raise BadData("tile: there must be one in hand exactly while the game runs")
    if state.tile is not None and not index.fits_somewhere(state.tile):
        raise BadData("tile: the one in hand fits nowhere")
    return dataclasses.replace(state, index=index)


def _check_players(state: State, options: Options) -> None:
    players = len(state.scores)
    if not 2 <= players <= 5 or len(state.supplies) != players:
        raise BadData("scores, supplies: there must be 2 to 5 players in both")
    if state.to_move is not None and state.to_move not in range(players):
        raise BadData("to_move: no such player")
    if min(state.scores) < 0:
        raise BadData("scores: points cannot be below 0")
    standing = Counter(subject.player for subject in state.subjects)
    if not standing.keys() <= set(range(players)):
        raise BadData("subjects: no such player")
    for player, supply in enumerate(state.supplies):
        if supply < 0 or supply + standing[player] != options.subjects:
            raise BadData(f"supplies: player {player} does not have {options.subjects} subjects")


def _check_tiles(state: State) -> None:
    """Check that map, hand, bag, order and removed tiles add up to the 72 (rule 1.3)."""
    if state.bag and state.order:
        raise BadData("bag, order: only one of them can hold tiles")
    if min(state.bag.values(), default=1) < 1:
        raise BadData("bag: counts must be at least 1")
    tiles = Counter(state.bag)
    tiles.update(placement.kind for placement in state.placements)
    tiles.update(state.order)
    tiles.update(state.removed)
    if state.tile is not None:
        tiles[state.tile] += 1
    if tiles != {kind: tile.count for kind, tile in TILES.items()}:
        raise BadData("placements: the tiles do not add up to the set of 72")


def _lay(index: Map, placement: Placement, *, first: bool, players: int) -> None:
    at = f"placements: {placement.kind} at {placement.x},{placement.y}"
    if max(abs(placement.x), abs(placement.y)) > REACH or placement.rotation not in range(4):
        raise BadData(f"{at} lies out of reach")
    cell = cell_at(placement.x, placement.y)
    if first:
        if (placement.kind, cell, placement.rotation) != (START, CENTRE, 0):
            raise BadData(f"{at} is not the start tile")
    elif placement.player is None or placement.player not in range(players):
        raise BadData(f"{at} was laid by nobody")
    piece = PIECES[placement.kind][placement.rotation]
    if cell not in index.frontier or any(index.unlike(cell, piece)):
        raise BadData(f"{at} does not fit")
    index.lay(cell, piece)


def _stand(index: Map, state: State) -> None:
    """Put the standing subjects on their features; they left those that are complete (rule 4.5)."""
    for one in state.subjects:
        at = f"subjects: {one.feature} of {one.x},{one.y}"
        there = None
        if max(abs(one.x), abs(one.y)) <= REACH:
            there = index.placed.get(cell_at(one.x, one.y))
        if there is None or one.feature not in there[1].keys:
            raise BadData(f"{at} is not on the map")
        node = index.node(one.x, one.y, one.feature)
        if not index.data[index.root(node)] & OPEN:
            raise BadData(f"{at} is complete and carries no subject")
        index.claim(node, one.player)

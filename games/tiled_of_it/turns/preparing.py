"""Turns prepared while others are to move: their conditions, and what they rest on."""

import dataclasses
from collections.abc import Mapping
from typing import TYPE_CHECKING

from games.core.codec import JSON
from games.core.extras.conditions import Condition, labelled
from games.core.game import Player
from games.core.language.text import Text
from games.tiled_of_it.position.model import Action, Place, State
from games.tiled_of_it.turns.building import after, before, flow, words_at

if TYPE_CHECKING:
    from games.tiled_of_it.rules import TiledOfIt

PLACE = labelled(Condition.FOOTING, Condition.POINTS, Condition.LEGAL) | {
    Condition.FOOTING: Text("if the cards around it haven't changed")
}
DISCARD = {Condition.LEGAL: Text("whatever happens")}


def conditions(action: Action) -> Mapping[Condition, Text]:
    """Return the conditions a turn can be prepared on, in words."""
    return PLACE if isinstance(action, Place) else DISCARD


def as_if_moving(state: State, player: Player) -> State:
    """Return the position as if it were the player's turn, so they can try cards out before."""
    ahead = (player - (state.to_move or 0)) % len(state.scores)
    return dataclasses.replace(state, to_move=player, turns=state.turns + ahead)


def footing(game: "TiledOfIt", state: State, action: Place) -> JSON:
    """Return the cards that a turn rests on, [row, column, card, owner] each, and whose card it is.

    They are the ones on its cell and around it, and all that control flows to or could flow on to.
    """
    size, grid = game.options.size, state.grid
    at = action.row * size + action.col
    taken = flow(grid, size, words_at(grid, size, at, action.card, game.joins), game.joins)
    cells = {at, *before(size)[at], *after(size)[at], *taken}
    cells.update(nearby for cell in taken for nearby in after(size)[cell])
    cards = [(cell, grid[cell]) for cell in sorted(cells)]
    owners = [card.player for card in state.pile if card.text == action.card]
    return {
        "first": game.is_first_turn(state),
        "owner": owners[0] if owners and action.source == "discard" else None,
        "cards": [[*divmod(cell, size), card.text, card.player] for cell, card in cards if card],
    }

"""A card tried out on the grid before it is played."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from games.core.game import Player
from games.tiled_of_it.position.model import Card, Place, State
from games.tiled_of_it.turns.building import after, before, build
from games.tiled_of_it.turns.preparing import as_if_moving

if TYPE_CHECKING:
    from games.tiled_of_it.rules import TiledOfIt


def preview(game: "TiledOfIt", state: State, player: Player, action: Place) -> Mapping[str, Any]:
    """Return every pair with a neighbour, everyone's points, the cells taken, what is wrong."""
    options = game.options
    seen: dict[str, Any] = {"words": [], "points": 0, "gains": [], "takes": [], "problem": None}
    turn = as_if_moving(state, player)
    seen["problem"] = game.refusal(turn, action)
    size = options.size
    if action.row not in range(size) or action.col not in range(size) or game.is_first_turn(turn):
        return seen
    cell = action.row * size + action.col
    card = _card(game, turn, player, action)
    seen["words"] = _pairs(game, state, cell, card, player)
    built = build(state.grid, cell, card, player, options, game.joins, len(state.scores))
    if built is not None and not seen["problem"]:
        seen["gains"] = built.gains
        seen["points"] = built.gains[player]
        seen["takes"] = [list(divmod(taken, size)) for taken in sorted(built.taken)]
    return seen


def _card(game: "TiledOfIt", state: State, player: Player, action: Place) -> Card:
    if action.source == "discard":
        for card in game.open_cards(state):
            if card.text == action.card:
                return card
    return Card(action.card, player)


def _pairs(
    game: "TiledOfIt", state: State, cell: int, card: Card, player: Player
) -> list[dict[str, Any]]:
    """Return each pair at the cell: its letters, the player's points, whether it is a word."""
    options, cells, size = game.options, state.grid, game.options.size
    pairs: list[dict[str, Any]] = []
    for nearby in (*before(size)[cell], *after(size)[cell]):
        other = cells[nearby]
        if other is None:
            continue
        first = nearby > cell
        parts = (card.text, other.text) if first else (other.text, card.text)
        valid = game.joins[parts]
        owner = card.player if first else other.player
        points = options.word_points + options.neighbour_points * (owner == player)
        word = "".join(parts).upper()
        pairs.append({"word": word, "points": points if valid else 0, "valid": valid})
    return pairs

"""A position in words, for screen readers, mails and everyone who does not see the picture."""

from games.core.game import Player
from games.core.naming import Reader
from games.tiled_of_it.model import State
from games.tiled_of_it.notation import cell_text
from games.tiled_of_it.scoring import count_of


def describe(state: State, reader: Reader, size: int) -> str:
    """Return what is seen of a position in words, as it is told to a reader."""
    parts = [_turn(state, reader), _hand(state, reader.player), _grid(state, reader, size)]
    if state.pile:
        pile = ", ".join(card.text.upper() for card in state.pile)
        parts.append(f"The discard pile, the top card last: {pile}.")
    if state.to_move is not None:
        parts.append(f"The deck has {count_of(state.deck_size, 'card')}.")
    parts += [_standing(state, who, reader) for who in range(len(state.scores))]
    return " ".join(part for part in parts if part)


def _turn(state: State, reader: Reader) -> str:
    if state.to_move is None:
        return "The game is over."
    first = ""
    if state.turns < len(state.scores):
        first = ", and the first one: any empty cell will do"
    return f"It is {reader.owner(state.to_move)} turn{first}."


def _hand(state: State, player: Player | None) -> str:
    hand = None if player is None else state.hands[player]
    if hand is None:
        return ""
    return f"Your hand: {', '.join(card.upper() for card in hand) or 'empty'}."


def _grid(state: State, reader: Reader, size: int) -> str:
    """Return every card on the grid by row, with its cell and its owner."""
    if not any(state.grid):
        return "The grid is empty."
    rows = []
    for row in range(size):
        cards = [
            f"{card.text.upper()} at {cell_text(row, col)} {_colour(card.player, reader)}"
            for col, card in enumerate(state.grid[row * size : (row + 1) * size])
            if card is not None
        ]
        if cards:
            rows.append(f"Row {row + 1}: {', '.join(cards)}.")
    return " ".join(rows)


def _colour(who: Player, reader: Reader) -> str:
    return "yours" if reader.is_told(who) else f"of {reader.name(who)}"


def _standing(state: State, who: Player, reader: Reader) -> str:
    held = sum(card is not None and card.player == who for card in state.grid)
    return (
        f"{reader.has(who)} {count_of(state.scores[who], 'point')},"
        f" {count_of(state.sizes[who], 'card')} in hand and {held} on the grid."
    )

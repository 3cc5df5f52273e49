"""From stored facts to a position to play on, unless the facts contradict each other."""

from collections import Counter

from games.core.codec import BadData
from games.tiled_of_it.options import Options
from games.tiled_of_it.position.deck import CARDS
from games.tiled_of_it.position.model import State

MOST_PLAYERS = 4


def checked(state: State, options: Options, deck: tuple[str, ...] = CARDS) -> State:
    """Return the position; raise BadData naming what is wrong with it."""
    players = len(state.scores)
    if not 1 <= players <= MOST_PLAYERS or {len(state.hands), len(state.sizes)} != {players}:
        raise BadData("scores, hands, sizes: there must be as many as players")
    if state.first not in range(players) or state.turns < 0:
        raise BadData("first, turns: no such player or turn")
    if state.to_move not in (None, (state.first + state.turns) % players):
        raise BadData("to_move: not whose turn it is")
    if len(state.grid) != options.size**2:
        raise BadData(f"grid: there must be {options.size**2} cells")
    for card in (*state.grid, *state.pile):
        if card is not None and card.player not in range(players):
            raise BadData("grid, pile: a card of no player")
    if min(state.scores) < 0:
        raise BadData("scores: points cannot be below 0")
    _check_cards(state, options, deck)
    return state


def _check_cards(state: State, options: Options, deck: tuple[str, ...]) -> None:
    """Hold that grid, covered cards, pile, hands and deck make up the set (rules 1.3, 8.1)."""
    hidden = 0
    cards = Counter([*state.covered, *state.deck])
    cards.update(card.text for card in (*state.grid, *state.pile) if card is not None)
    for hand, size in zip(state.hands, state.sizes, strict=True):
        if hand is None:
            hidden += size
        elif len(hand) != size:
            raise BadData("sizes: not as many cards as the hand has")
        cards.update(hand or ())
    # The lesson's positions are of the usual cards, whatever the list has.
    known = cards <= Counter(deck) or cards <= Counter(CARDS)
    if cards.total() != options.cards or not known:
        raise BadData("grid: the cards do not add up to the set")
    if state.deck_size < 0 or len(state.deck) != state.deck_size + hidden:
        raise BadData("deck_size: not as many cards as the deck has")

"""From stored facts to a position to play on, unless the facts contradict each other."""

from collections import Counter

from games.core.codec import BadData
from games.words_with_chilwell.options import Options
from games.words_with_chilwell.position.model import State
from games.words_with_chilwell.position.tiles import VALUES

PLAYERS = 2


def checked(state: State, options: Options) -> State:
    """Return the position; raise BadData naming what is wrong with it."""
    for name in ("hands", "sizes", "known", "used", "scores"):
        if len(getattr(state, name)) != PLAYERS:
            raise BadData(f"{name}: there must be {PLAYERS}")
    if state.turns < 0 or state.to_move not in (None, state.turns % PLAYERS):
        raise BadData("to_move: not whose turn it is")
    if min(state.used) < 0:
        raise BadData("used: counts cannot be below 0")
    if len(state.queue) != options.queue_size:
        raise BadData(f"queue: there must be {options.queue_size} tiles")
    _check_tiles("queue", state.queue)
    for hand, size, known in zip(state.hands, state.sizes, state.known, strict=True):
        _check_tiles("known", known)
        if len(known) > size:
            raise BadData("known: more tiles than the hand has")
        if hand is not None:
            _check_hand(hand, size, known)
    return state


def _check_hand(hand: str, size: int, known: str) -> None:
    _check_tiles("hands", hand)
    if len(hand) != size:
        raise BadData("sizes: not as many tiles as the hand has")
    if not Counter(known) <= Counter(hand):
        raise BadData("known: tiles that are not in the hand")


def _check_tiles(name: str, tiles: str) -> None:
    if not VALUES.keys() >= set(tiles):
        raise BadData(f"{name}: there is no such tile")

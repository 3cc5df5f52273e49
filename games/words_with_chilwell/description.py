"""A position in words, for screen readers, mails and everyone who does not see the picture."""

from games.core.game import Player
from games.core.naming import Reader
from games.words_with_chilwell.model import State
from games.words_with_chilwell.options import Options
from games.words_with_chilwell.scoring import count_of
from games.words_with_chilwell.tiles import tiles_in_words


def describe(state: State, reader: Reader, options: Options) -> str:
    """Return what is seen of a position in words, as it is told to a reader."""
    parts = [_turn(state, reader), *_hands(state, reader)]
    parts.append(f"The queue, from its front: {tiles_in_words(state.queue)}.")
    parts += [_standing(state, who, reader) for who in range(len(state.scores))]
    if state.to_move is not None:
        parts.append(
            f"The game ends after a round in which a player has used more than"
            f" {options.used_limit} tiles or holds {options.hand_limit} or more."
        )
    return " ".join(parts)


def _turn(state: State, reader: Reader) -> str:
    if state.to_move is None:
        return "The game is over."
    return f"It is {reader.owner(state.to_move)} turn, round {state.turns // 2 + 1}."


def _owner(who: Player, reader: Reader) -> str:
    return "Your" if reader.is_told(who) else f"{reader.subject(who)}'s"


def _hands(state: State, reader: Reader) -> list[str]:
    return [
        f"{_owner(who, reader)} hand: {tiles_in_words(hand) or 'empty'}."
        for who, hand in enumerate(state.hands)
        if hand is not None
    ]


def _standing(state: State, who: Player, reader: Reader) -> str:
    text = (
        f"{reader.has(who)} {count_of(state.scores[who], 'point')},"
        f" {count_of(state.sizes[who], 'tile')} in hand and {state.used[who]} used."
    )
    if not reader.is_told(who) and state.known[who] and state.to_move is not None:
        text += f" Seen to take, and not played: {tiles_in_words(state.known[who])}."
    return text

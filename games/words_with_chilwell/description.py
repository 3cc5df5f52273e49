"""A position in words, for screen readers, mails and everyone who does not see the picture."""

from games.core.game import Player
from games.words_with_chilwell.model import State
from games.words_with_chilwell.options import Options
from games.words_with_chilwell.scoring import count_of
from games.words_with_chilwell.tiles import tiles_in_words


def describe(state: State, player: Player | None, options: Options) -> str:
    """Return what is seen of a position in words: "you" for the player, numbers for others."""
    parts = [_turn(state, player), *_hands(state, player)]
    parts.append(f"The queue, from its front: {tiles_in_words(state.queue)}.")
    parts += [_standing(state, who, player) for who in range(len(state.scores))]
    if state.to_move is not None:
        parts.append(
            f"The game ends after a round in which a player has used more than"
            f" {options.used_limit} tiles or holds {options.hand_limit} or more."
        )
    return " ".join(parts)


def _turn(state: State, player: Player | None) -> str:
    if state.to_move is None:
        return "The game is over."
    owner = _owner(state.to_move, player)
    return f"It is {owner[0].lower()}{owner[1:]} turn, round {state.turns // 2 + 1}."


def _owner(who: Player, player: Player | None) -> str:
    return "Your" if who == player else f"Player {who + 1}'s"


def _hands(state: State, player: Player | None) -> list[str]:
    return [
        f"{_owner(who, player)} hand: {tiles_in_words(hand) or 'empty'}."
        for who, hand in enumerate(state.hands)
        if hand is not None
    ]


def _standing(state: State, who: Player, player: Player | None) -> str:
    subject, verb = ("You", "have") if who == player else (f"Player {who + 1}", "has")
    text = (
        f"{subject} {verb} {count_of(state.scores[who], 'point')},"
        f" {count_of(state.sizes[who], 'tile')} in hand and {state.used[who]} used."
    )
    if who != player and state.known[who] and state.to_move is not None:
        text += f" Seen to take, and not played: {tiles_in_words(state.known[who])}."
    return text

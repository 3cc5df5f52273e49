"""A position in words, for screen readers, mails and everyone who doesn't see the picture."""

from collections.abc import Iterator

from games.core.game import Player
from games.core.language.naming import Reader
from games.core.language.text import OVER, Text, Who, points, tiles
from games.words_with_chilwell.options import Options
from games.words_with_chilwell.position.model import State
from games.words_with_chilwell.position.tiles import names_of


def describe(state: State, player: Player | None, options: Options) -> Iterator[Text]:
    """Yield what a player sees of a position, sentence by sentence."""
    reader = Reader(player)
    yield _turn(state, reader)
    yield from _hands(state, reader)
    yield Text("The queue, from the front: {tiles}.", tiles=names_of(state.queue))
    for who in range(len(state.scores)):
        yield from _standing(state, who, reader)
    if state.to_move is not None:
        yield Text(
            "The game ends after a round if someone has used more than {used}"
            " or holds {held} or more.",
            used=tiles(options.used_limit),
            held=tiles(options.hand_limit),
        )


def _turn(state: State, reader: Reader) -> Text:
    if state.to_move is None:
        return OVER
    return reader.told(
        state.to_move,
        Text("Round {round}: it's your turn."),
        Text("Round {round}: it's {player}'s turn."),
        round=state.turns // 2 + 1,
    )


def _hands(state: State, reader: Reader) -> Iterator[Text]:
    for who, hand in enumerate(state.hands):
        if hand:
            yield reader.told(
                who,
                Text("Your hand: {tiles}."),
                Text("{player}'s hand: {tiles}."),
                tiles=names_of(hand),
            )
        elif hand is not None:
            yield reader.told(who, Text("Your hand is empty."), Text("{player}'s hand is empty."))


def _standing(state: State, who: Player, reader: Reader) -> Iterator[Text]:
    yield reader.told(
        who,
        Text("You have {points} and {tiles} in hand."),
        Text("{player} has {points} and {tiles} in hand."),
        points=points(state.scores[who]),
        tiles=tiles(state.sizes[who]),
    )
    yield reader.told(
        who,
        Text("You've used {tiles}."),
        Text("{player} has used {tiles}."),
        tiles=tiles(state.used[who]),
    )
    known = state.known[who]
    if known and state.to_move is not None and not reader.is_told(who):
        yield Text(
            "Taken from the queue and still in {player}'s hand: {tiles}.",
            player=Who(who),
            tiles=names_of(known),
        )

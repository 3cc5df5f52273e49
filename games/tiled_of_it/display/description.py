"""A position in words, for screen readers, mails and everyone who doesn't see the picture."""

from collections.abc import Iterator

from games.core.game import Player
from games.core.language.naming import Reader
from games.core.language.text import Fact, Plural, Text, points
from games.tiled_of_it.position.model import Card, State
from games.tiled_of_it.turns.notation import cell_text


def describe(state: State, player: Player | None, size: int) -> tuple[Text, ...]:
    """Return what a player sees of a position, sentence by sentence."""
    reader = Reader(player)
    told = [_turn(state, reader), *_hand(state, reader), *_grid(state, reader, size)]
    if state.pile:
        pile = tuple(card.text.upper() for card in state.pile)
        told.append(Text("The discard pile, top card last: {cards}.", cards=pile))
    if state.to_move is not None:
        told.append(_deck(state.deck_size))
    return (*told, *(_standing(state, who, reader) for who in range(len(state.scores))))


def _turn(state: State, reader: Reader) -> Text:
    if state.to_move is not None and state.turns < len(state.scores):
        return reader.told(
            state.to_move,
            Text("It's your first turn: any empty cell will do."),
            Text("It's {player}'s first turn: any empty cell will do."),
        )
    return reader.turn(state.to_move)


def _hand(state: State, reader: Reader) -> Iterator[Text]:
    who = reader.player
    hand = None if who is None else state.hands[who]
    if who is None or hand is None:
        return
    if hand:
        cards = tuple(card.upper() for card in hand)
        own, other = Text("Your hand: {cards}."), Text("{player}'s hand: {cards}.")
        yield reader.told(who, own, other, cards=cards)
    else:
        yield reader.told(who, Text("Your hand is empty."), Text("{player}'s hand is empty."))


def _grid(state: State, reader: Reader, size: int) -> Iterator[Text]:
    """Yield every card on the grid by row, with its cell and whose it is."""
    if not any(state.grid):
        yield Text("The grid is empty.")
    for row in range(size):
        cards: tuple[Fact, ...] = tuple(
            _card(card, cell_text(row, col), reader)
            for col, card in enumerate(state.grid[row * size : (row + 1) * size])
            if card is not None
        )
        if cards:
            yield Text("Row {row}: {cards}.", row=row + 1, cards=cards)


def _card(card: Card, cell: str, reader: Reader) -> Text:
    return reader.told(
        card.player,
        Text("your {card} at {cell}"),
        Text("{player}'s {card} at {cell}"),
        card=card.text.upper(),
        cell=cell,
    )


def _deck(left: int) -> Text:
    if not left:
        return Text("The deck is empty.")
    return Plural("{n} card is left in the deck.", "{n} cards are left in the deck.", n=left)


def _standing(state: State, who: Player, reader: Reader) -> Text:
    return reader.told(
        who,
        Text("You have {points}, {cards} in hand and {held} on the grid."),
        Text("{player} has {points}, {cards} in hand and {held} on the grid."),
        points=points(state.scores[who]),
        cards=Plural("{n} card", "{n} cards", n=state.sizes[who]),
        held=sum(card is not None and card.player == who for card in state.grid),
    )

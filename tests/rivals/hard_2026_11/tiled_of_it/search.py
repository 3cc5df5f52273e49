"""What a computer player expects of a turn: points, control, and what the next player can do."""

import dataclasses
import math
from collections.abc import Iterable, Iterator

from games.core.bots import Budget
from games.core.game import Player
from games.core.table.words import Words
from games.tiled_of_it.position.model import Card, Place, Source, State
from games.tiled_of_it.rules import TiledOfIt
from games.tiled_of_it.turns.building import Build, Cells, build, joins_of, put

CONTROL = 0.25  # what leading by a card is worth during the game; it can be lost again
CONTROL_LAST = 1.0  # and once hardly any turns are left
REPLY = 0.8  # how much of the next player's expected gain counts
KEEP = 0.15  # how much of what the rest of the hand could build counts
CONSIDERED = 24


@dataclasses.dataclass(slots=True)
class Choice:
    """A turn that makes words, and how good it looks."""

    action: Place
    card: Card
    cell: int
    built: Build
    worth: float = 0.0


def lead(gains: Iterable[float], player: Player) -> float:
    """Return how far a player is ahead of the best of the others; alone, what they have."""
    row = list(gains)
    others = row[:player] + row[player + 1 :]
    return row[player] - max(others) if others else row[player]


def own_cards(game: TiledOfIt, view: State, player: Player) -> list[Card]:
    """Return the cards that the player can place: those of their hand, and those of the pile."""
    hand = [Card(text, player) for text in sorted(view.hands[player] or ())]
    return [*hand, *game.open_cards(view)]


def builds(game: TiledOfIt, view: State, player: Player, words: Words) -> Iterator[Choice]:
    """Yield all ways to make words, by a list that may be smaller than the table's."""
    size, players = game.options.size, len(view.scores)
    hand = view.hands[player] or ()
    joins, known = game.joins, joins_of(words)
    for card in own_cards(game, view, player):
        for cell in range(size * size):
            built = build(view.grid, cell, card, player, game.options, known, players)
            if built is None:
                continue
            if known is not joins:
                built = build(view.grid, cell, card, player, game.options, joins, players)
            if built is not None:
                source: Source = "hand" if card.text in hand else "discard"
                action = Place(card.text, *divmod(cell, size), source)
                yield Choice(action, card, cell, built)


def showable(game: TiledOfIt, found: list[Choice]) -> list[Choice]:
    """Return the choices whose words may be shown, or all if there are no others."""
    words = game.words
    shown = [
        choice
        for choice in found
        if all(words.is_showable(word.text) for word in choice.built.words)
    ]
    return shown or found


def least_useful(game: TiledOfIt, hand: Iterable[str]) -> str:
    """Return the card that makes the fewest words with all others."""
    joins = game.joins

    def partners(card: str) -> int:
        return sum(joins[card, other] + joins[other, card] for other in game.deck if other != card)

    return min(sorted(hand), key=partners)


def weigh(
    game: TiledOfIt, view: State, player: Player, found: list[Choice], budget: Budget
) -> Choice:
    """Return the choice that promises most, the best few looked at one turn further."""
    control = _control_worth(view)
    for choice in found:
        cells = put(view.grid, choice.cell, choice.card, choice.built.taken)
        held = [control * count for count in held_by(cells, len(view.scores))]
        gains = [a + b for a, b in zip(choice.built.gains, held, strict=True)]
        choice.worth = lead(gains, player)
    found.sort(key=lambda choice: -choice.worth)
    best, most = found[0], -math.inf
    for choice in found[:CONSIDERED]:
        worth = choice.worth + _prospect(game, view, player, choice, control)
        if worth > most:
            best, most = choice, worth
        if budget.spent():
            break
    return best


def _control_worth(view: State) -> float:
    """Return what controlling a card is worth now: the nearer the end, the more."""
    players = len(view.scores)
    turns_left = (view.deck_size + sum(view.sizes)) / players
    return CONTROL + (CONTROL_LAST - CONTROL) / max(1.0, turns_left)


def held_by(cells: Cells, players: int) -> list[int]:
    """Return how many cards of the grid each player controls."""
    held = [0] * players
    for card in cells:
        if card is not None:
            held[card.player] += 1
    return held


def _prospect(
    game: TiledOfIt, view: State, player: Player, choice: Choice, control: float
) -> float:
    """Return what may follow a choice: the player's own next turn, less the next player's."""
    cells = put(view.grid, choice.cell, choice.card, choice.built.taken)
    players = len(view.scores)
    hand = [text for text in view.hands[player] or () if text != choice.card.text]
    best = [_best(game, cells, Card(text, player), player, players, control) for text in hand]
    worth = KEEP * max(best, default=0.0)
    if players == 1:
        return worth
    other = (player + 1) % players
    replies = [_best(game, cells, Card(text, other), other, players, control) for text in view.deck]
    return worth - REPLY * expected_best(replies, view.sizes[other])


def _best(
    game: TiledOfIt, cells: Cells, card: Card, mover: Player, players: int, control: float
) -> float:
    """Return the most by which a card can put its player ahead on a grid."""
    best = 0.0
    options, joins = game.options, game.joins
    for cell in range(options.size**2):
        built = build(cells, cell, card, mover, options, joins, players)
        if built is not None:
            gain = lead(built.gains, mover) + control * _taken_over(cells, cell, card, built)
            best = max(best, gain)
    return best


def _taken_over(cells: Cells, at: int, card: Card, built: Build) -> int:
    """Return by how many cards a build puts its colour ahead."""
    won = 1
    for cell in (*built.taken, at):
        other = cells[cell]
        if other is not None and other.player != card.player:
            won += 2 if cell != at else 1
    return won


def expected_best(values: list[float], drawn: int) -> float:
    """Return the mean of the largest of some values drawn at random from a list."""
    count = len(values)
    drawn = min(drawn, count)
    if not drawn:
        return 0.0
    total = math.comb(count, drawn)
    ranked = sorted(values, reverse=True)
    return sum(
        value * math.comb(count - place - 1, drawn - 1) / total
        for place, value in enumerate(ranked)
        if count - place >= drawn
    )

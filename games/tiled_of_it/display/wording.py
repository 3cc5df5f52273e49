"""What happens in Tiled Of It, a sentence for each kind of event."""

from games.core.language.text import Plural, Text
from games.core.language.wording import Wording, deed, told

WORDING: Wording = {
    # What a line of the log says; no event is stored of these.
    "put": deed(Text("{player} put {card} on {cell}.")),
    "picked": deed(Text("{player} put {card} from the discard pile on {cell}.")),
    # What happens.
    "placed": deed(Text("{player} put {card} on the grid.")),
    "discarded": deed(Text("{player} discarded {card}.")),
    "word": told(Text("{player} made {word} for {points}.")),
    "neighbour": told(Text("{player} got {points} for {card} in {word}.")),
    "turned": told(
        Plural("{player} took over {n} card.", "{player} took over {n} cards."),
        n=lambda cards: cards,
    ),
    # How a game ends (rule 7).
    "over": told(Text("{player} has run out of cards, so the game is over.")),
    "bonus": told(
        Plural(
            "{player} got {points} for {n} card on the grid.",
            "{player} got {points} for {n} cards on the grid.",
        ),
        n=lambda cards: cards,
    ),
}

"""What happens in WordsWithChilwell, a sentence for each kind of event."""

from games.core.language.text import Plural, Text, listed
from games.core.language.text import tiles as counted
from games.core.language.wording import Wording, deed, told
from games.words_with_chilwell.position.tiles import names_of

WORDING: Wording = {
    "start": told(Text("{player} started with {points}.")),
    "word": deed(Text("{player} spelled {word} for {points}.")),
    "word_with_blanks": deed(
        Plural(
            "{player} spelled {word} for {points}, with a blank for {blanks}.",
            "{player} spelled {word} for {points}, with blanks for {blanks}.",
        ),
        n=lambda blanks: len(blanks),
        blanks=lambda blanks: listed(blanks),
    ),
    "bonus": told(
        Text("{player} got a bonus of {points} for using {count}."),
        count=lambda tiles: counted(tiles),
    ),
    "word_failed": deed(Text("{player} tried {word}, which doesn't count.")),
    "no_word": deed(Text("{player} didn't spell a word.")),
    "filled_hand": deed(
        Plural(
            "{player} took {n} tile to fill their hand and end the game.",
            "{player} took {n} tiles to fill their hand and end the game.",
        ),
        n=lambda tiles: tiles,
    ),
    "took": told(Text("{player} took {tiles}."), tiles=lambda tiles: listed(names_of(tiles))),
    # How a game ends (rules 6.1 to 6.3).
    "over_used": told(
        Plural(
            "The game is over: {player} has used more than {n} tile.",
            "The game is over: {player} has used more than {n} tiles.",
        ),
        n=lambda limit: limit,
    ),
    "over_hand": told(
        Plural(
            "The game is over: {player} holds {n} tile or more.",
            "The game is over: {player} holds {n} tiles or more.",
        ),
        n=lambda limit: limit,
    ),
    "left": told(
        Text("{player} lost {cost} for the tiles left in hand: {tiles}."),
        tiles=lambda tiles: names_of(tiles),
    ),
    "left_nothing": told(Text("{player} had no tiles left in hand.")),
}

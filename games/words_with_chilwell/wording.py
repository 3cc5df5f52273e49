"""What happens in WordsWithChilwell, a sentence for each kind of event."""

from collections.abc import Sequence

from games.core.text import Fact, Plural, Text
from games.core.text import tiles as count_of_tiles
from games.core.wording import Wording, told
from games.words_with_chilwell.tiles import BLANK


def names(tiles: Sequence[str]) -> tuple[Fact, ...]:
    """Return tiles as they are read out: "A", "N", "blank"."""
    return tuple(Text("blank") if tile == BLANK else tile.upper() for tile in tiles)


WORDING: Wording = {
    "start": told(Text("{player} starts with {points}.")),
    "word": told(Text("{player} spelled {word} for {points}.")),
    "word_with_blanks": told(
        Plural(
            "{player} spelled {word} for {points}, with a blank for {blanks}.",
            "{player} spelled {word} for {points}, with blanks for {blanks}.",
        ),
        n=lambda blanks: len(blanks),
    ),
    "bonus": told(
        Text("{player} got {points} more for using {count}."),
        count=lambda tiles: count_of_tiles(tiles),
    ),
    "word_failed": told(Text("{player} tried {word}, which doesn't count.")),
    "no_word": told(Text("{player} spelled no word.")),
    "filled_hand": told(
        Plural(
            "{player} took {n} tile to fill their hand and stop the game.",
            "{player} took {n} tiles to fill their hand and stop the game.",
        ),
        n=lambda tiles: tiles,
    ),
    "took": told(Text("{player} took {tiles}."), tiles=lambda tiles: names(tiles)),
    # How a game ends (rules 6.1 to 6.3).
    "over_used": told(Text("The game is over: someone has used more than {limit} tiles.")),
    "over_hand": told(Text("The game is over: a hand has {limit} tiles or more.")),
    "left": told(
        Text("{player} loses {cost} for {tiles} left in hand."), tiles=lambda tiles: names(tiles)
    ),
    "left_nothing": told(Text("{player} has nothing left in hand.")),
}

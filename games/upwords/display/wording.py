"""What happens in Upwords, a sentence for each kind of event."""

from collections.abc import Sequence

from games.core.language.text import Fact, Plural, Text
from games.core.language.wording import Wording, deed, told
from games.upwords.position.tiles import tile_name


def drawn(letters: Sequence[str]) -> Fact:
    """Return tiles drawn one after the other: "C", or "C, then A" after a tie."""
    first, *more = _names(letters)
    so_far: Fact = first
    for name in more:
        so_far = Text("{before}, then {after}", before=so_far, after=name)
    return so_far


def _names(letters: Sequence[str]) -> tuple[str, ...]:
    return tuple(map(tile_name, letters))


WORDING: Wording = {
    "drew": told(
        Text("{player} drew {tiles} to see who would go first."), tiles=lambda tiles: drawn(tiles)
    ),
    "begins": told(Text("{player} drew the letter nearest to A and got the first turn.")),
    "word": deed(Text("{player} played {word} for {points}.")),
    "bonus": told(Text("{player} used a whole rack in one turn for another {points}.")),
    "exchanged": deed(Text("{player} swapped a tile.")),
    "passed": deed(Text("{player} passed.")),
    "left": told(
        Plural(
            "{player} lost {cost} for {n} tile left on their rack: {tiles}.",
            "{player} lost {cost} for {n} tiles left on their rack: {tiles}.",
        ),
        n=lambda tiles: len(tiles),
        tiles=lambda tiles: _names(tiles),
    ),
    # Why a game is over (rules 5.1 to 5.4).
    "over_rack_empty": told(
        Text("The game is over: {player} has no tiles left and there are none to draw.")
    ),
    "over_all_laid": told(Text("The game is over: all the tiles are on the board.")),
    "over_nobody_can_play": told(
        Text("The game is over: there are no tiles left to draw and nobody can play.")
    ),
    "over_all_passed": told(Text("The game is over: everyone passed.")),
    "over_no_tile_laid": told(
        Plural(
            "The game is over: nobody has laid a tile for {n} round.",
            "The game is over: nobody has laid a tile for {n} rounds.",
        ),
        n=lambda rounds: rounds,
    ),
}

# The same to the player whose events they are, where a position is told. It doesn't know who made
# the turn for a player, so it doesn't say that they did.
OWN: Wording = {
    "word": told(Text("Your turn was {word}, for {points}.")),
    "bonus": told(Text("It used your whole rack, for another {points}.")),
    "exchanged": told(Text("Your turn was to swap a tile.")),
    "passed": told(Text("Your turn was a pass.")),
    "over_rack_empty": told(
        Text("The game is over: you have no tiles left and there are none to draw.")
    ),
    "left": told(
        Plural(
            "You lost {cost} for {n} tile left on your rack: {tiles}.",
            "You lost {cost} for {n} tiles left on your rack: {tiles}.",
        ),
        n=lambda tiles: len(tiles),
        tiles=lambda tiles: _names(tiles),
    ),
    "taken_back": told(Text("You took back {move}.")),
    "undone": told(Text("You gave {cost} back.")),
}

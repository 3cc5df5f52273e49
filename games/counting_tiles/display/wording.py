"""What happens in Counting Tiles, a sentence for each kind of event.

You play alone, so no sentence names a player.
"""

from games.core.language.text import Plural, Text
from games.core.language.wording import Wording, told
from games.counting_tiles.position.model import BONUSES, cell_text

WORDING: Wording = {
    "row_completed": told(
        Text("Row {number} completed, with a target of {target}: {points}."),
        number=lambda row: row + 1,
    ),
    "bonus_unlocked": told(Text("Bonus unlocked: {bonus}."), bonus=lambda bonus: BONUSES[bonus]),
    "combined": told(Text("{value} became {result}: {points}.")),
    "fell": told(Text("A random {value} fell on {cell}."), cell=lambda cell: cell_text(cell)),
    "bag_filled": told(Text("The bag was refilled.")),
    "tiles_joined": told(
        Plural(
            "{n} tile with the value {value} was added to the bag.",
            "{n} tiles with the value {value} were added to the bag.",
        ),
        n=lambda count: count,
    ),
    "faster_seconds": told(
        Plural(
            "From now on a random tile falls every {n} second.",
            "From now on a random tile falls every {n} seconds.",
        ),
        n=lambda every: every,
    ),
    "faster_actions": told(
        Plural(
            "From now on a random tile falls after every {n} action.",
            "From now on a random tile falls after every {n} actions.",
        ),
        n=lambda every: every,
    ),
    # How a game ends (rules 7.1 and 7.3).
    "over_full": told(Text("The game is over: the board is full.")),
    "over_last_tile": told(
        Plural(
            "The game is over: {n} random tile has fallen.",
            "The game is over: {n} random tiles have fallen.",
        ),
        n=lambda drops: drops,
    ),
}

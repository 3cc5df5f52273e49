"""What happens in Counting Tiles, a sentence for each kind of event.

You play alone, so no sentence names a player.
"""

from games.core.language.text import Plural, Text
from games.core.language.wording import Wording, deed, told
from games.counting_tiles.position.model import BONUSES, cell_text

WORDING: Wording = {
    # What a line of the log says; no event is stored of these.
    "put": deed(Text("Put {value} on {cell}."), cell=lambda cell: cell_text(cell)),
    "moved": deed(
        Text("Moved the tile on {cell} to {to}."),
        cell=lambda cell: cell_text(cell),
        to=lambda to: cell_text(to),
    ),
    "divided": deed(
        Text("Divided the tile on {cell} by the one on {onto}."),
        cell=lambda cell: cell_text(cell),
        onto=lambda onto: cell_text(onto),
    ),
    "discarded": deed(Text("Discarded the tile in hand.")),
    "removed": deed(Text("Removed the tile on {cell}."), cell=lambda cell: cell_text(cell)),
    "changed": deed(Text("Changed the tile on {cell} to 1."), cell=lambda cell: cell_text(cell)),
    "wild": deed(Text("Put a wild card on {cell}."), cell=lambda cell: cell_text(cell)),
    "dropped": deed(Text("Time for a random tile.")),
    # What happens.
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

"""What happens in Counting Tiles, a sentence for each kind of event. Its player plays alone."""

from games.core.text import Text
from games.core.wording import Wording, told
from games.counting_tiles.legality import BONUSES
from games.counting_tiles.notation import cell_text

WORDING: Wording = {
    "row_completed": told(
        Text("Row {number} adds up to {target}: {points}."), number=lambda row: row + 1
    ),
    "bonus_unlocked": told(Text("Bonus unlocked: {bonus}."), bonus=lambda bonus: BONUSES[bonus]),
    "combined": told(Text("{value} became {result}: {points}.")),
    "fell": told(Text("A {value} fell on {cell}."), cell=lambda cell: cell_text(cell)),
    "bag_filled": told(Text("The bag has been filled again.")),
    "tiles_joined": told(Text("{count} tiles of {value} joined the bag.")),
    "faster_seconds": told(Text("From now on a random tile falls every {every} seconds.")),
    "faster_actions": told(Text("From now on a random tile falls after every {every} actions.")),
    # How a game ends (rules 5.1 and 5.2).
    "over_full": told(Text("The game is over: the board is full.")),
    "over_last_tile": told(Text("The game is over: that was the last of {drops} random tiles.")),
}

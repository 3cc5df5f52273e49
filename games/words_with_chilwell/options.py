"""What a table can agree on: the supply of letters, the points and the limits of the rules."""

import dataclasses

from games.core.options import choice, number, switch
from games.core.words import WordOptions

TABLE = "Table"
POINTS = "Points"
LIMITS = "Tiles"
SUPPLIES = (
    ("weighted", "As often as in English, with blanks"),
    ("uniform", "Every letter equally often, without blanks"),
)


@dataclasses.dataclass(frozen=True, slots=True)
class Options(WordOptions):
    """The settings of a table, with the published values as defaults."""

    supply: str = choice(
        "weighted",
        "Letters",
        SUPPLIES,
        help="How often each letter comes into the queue.",
        group=TABLE,
    )
    training: bool = switch(
        False,
        "Training hands",
        help="Both players begin with the same well-known hands in every match.",
        group=TABLE,
    )
    open_hands: bool = switch(False, "Open hands", help="Everyone sees all hands.", group=TABLE)
    word_check: bool = switch(
        False,
        "Tell whether a word counts before it is played",
        help="Takes away the risk of a word that does not count.",
        group=TABLE,
    )
    stopping: bool = switch(
        False,
        "Allow filling the hand to stop the game",
        help="Instead of a word, a player may fill the hand beyond its limit.",
        group=TABLE,
    )
    early_end: bool = switch(
        False,
        "The computer may end the game early",
        help="Well ahead, Hard then fills its hand as soon as it can, often in the second round.",
        group=TABLE,
    )
    start_score: int = number(50, "Points at the start", low=0, high=500, group=POINTS)
    long_bonus: int = number(20, "Bonus for a long word", low=0, high=100, group=POINTS)
    long_length: int = number(8, "A long word has at least", low=3, high=20, group=POINTS)
    middle_bonus: int = number(5, "Bonus for a middle-sized word", low=0, high=100, group=POINTS)
    middle_length: int = number(6, "A middle-sized word has at least", low=2, high=20, group=POINTS)
    hand_size: int = number(15, "Tiles in a hand at the start", low=5, high=19, group=LIMITS)
    queue_size: int = number(20, "Tiles in the queue", low=5, high=40, group=LIMITS)
    extra: int = number(
        3,
        "Extra tiles",
        low=0,
        high=6,
        help="How many tiles one may take instead of, or besides, those just played.",
        group=LIMITS,
    )
    penalty: int = number(
        3, "Tiles to take for a word that does not count", low=1, high=6, group=LIMITS
    )
    used_limit: int = number(
        50,
        "Tiles used",
        low=10,
        high=200,
        help="The game ends when a player has used more than this.",
        group=LIMITS,
    )
    hand_limit: int = number(
        20, "Tiles in a hand", low=20, high=60, help="The game ends when a hand has this many.",
        group=LIMITS,
    )  # fmt: skip

"""What a table can agree on: the supply of letters, the points and the limits of the rules."""

import dataclasses

from typing_extensions import override

from games.core.language.text import Text
from games.core.table.options import choice, number, switch
from games.core.table.words import WordOptions

TABLE = Text("Table")
POINTS = Text("Points")
LIMITS = Text("Tiles")
TRAINING_SIZE = 15  # tiles in each of the training hands (rule 2.6)
LONGEST_WORD = 15  # letters of the longest words that a word list can have
SUPPLIES = (
    ("weighted", Text("As often as in English, with blanks")),
    ("uniform", Text("All equally often, without blanks")),
)


@dataclasses.dataclass(frozen=True, slots=True)
class Options(WordOptions):
    """The settings of a table, with the published values as defaults."""

    supply: str = choice(
        "weighted",
        Text("Letters"),
        SUPPLIES,
        help=Text("How often each letter comes up in the queue."),
        group=TABLE,
    )
    training: bool = switch(
        False,
        Text("Training hands"),
        help=Text("Every match starts with the same two hands, which are listed in the rules."),
        group=TABLE,
    )
    open_hands: bool = switch(
        False, Text("Open hands"), help=Text("Everyone can see both hands."), group=TABLE
    )
    word_check: bool = switch(
        False,
        Text("Show whether a word counts before you play it"),
        help=Text("Takes away the risk of playing a word that doesn't count."),
        group=TABLE,
    )
    stopping: bool = switch(
        False,
        Text("Players can fill their hand to end the game"),
        help=Text("Instead of spelling a word, you can take tiles until you're over the limit."),
        group=TABLE,
    )
    early_end: bool = switch(
        False,
        Text("The computer can end the game early"),
        help=Text(
            "When Hard is well ahead, it fills its hand as soon as it can, often in round 2."
        ),
        group=TABLE,
        same=True,  # among people it changes nothing
    )
    start_score: int = number(50, Text("Starting points"), low=0, high=500, group=POINTS)
    long_bonus: int = number(20, Text("Bonus for a long word"), low=0, high=100, group=POINTS)
    long_length: int = number(
        8, Text("Minimum tiles in a long word"), low=3, high=LONGEST_WORD, group=POINTS
    )
    middle_bonus: int = number(
        5, Text("Bonus for a medium-length word"), low=0, high=100, group=POINTS
    )
    middle_length: int = number(
        6, Text("Minimum tiles in a medium-length word"), low=2, high=LONGEST_WORD, group=POINTS
    )
    hand_size: int = number(
        15, Text("Tiles in each hand at the start"), low=5, high=19, group=LIMITS
    )
    queue_size: int = number(20, Text("Tiles in the queue"), low=5, high=40, group=LIMITS)
    extra: int = number(
        3,
        Text("Extra tiles"),
        low=0,
        high=6,
        help=Text(
            "After a word, you can take this many tiles, or this many more than you used in it."
        ),
        group=LIMITS,
    )
    penalty: int = number(
        3, Text("Tiles you take when a word doesn't count"), low=1, high=6, group=LIMITS
    )
    used_limit: int = number(
        50,
        Text("Tiles used"),
        low=10,
        high=200,
        help=Text("The game ends when a player has used more than this."),
        group=LIMITS,
    )
    hand_limit: int = number(
        20,
        Text("Tiles in hand"),
        low=20,
        high=60,
        help=Text("The game ends when a player holds this many."),
        group=LIMITS,
    )

    @override
    def contradiction(self) -> tuple[str, Text] | None:
        """Tell if hands or bonuses can't be as they're said to be, or the queue is too short."""
        if self.training and self.hand_size != TRAINING_SIZE:
            return "hand_size", Text(
                "Training hands have {n} tiles. Choose {n} tiles in each hand, or turn off training"
                " hands.",
                n=TRAINING_SIZE,
            )
        if self.middle_bonus and self.middle_length >= self.long_length:
            return "middle_length", Text(
                "A word of {n} tiles is a long word already. Choose fewer tiles for a medium-length"
                " word, or no bonus for one.",
                n=self.middle_length,
            )
        for name in ("extra", "penalty"):
            if (count := getattr(self, name)) > self.queue_size:
                return name, Text(
                    "Nobody could take {n} tiles from a queue of {size}. Choose a longer queue, or"
                    " fewer tiles to take.",
                    n=count,
                    size=self.queue_size,
                )
        return None

"""What a table agrees on beside its clock: rest, vacation, and what happens when time is over."""

import dataclasses
from enum import StrEnum

from games.core.clock import duration_in_words

DAY = 86400
LONGEST_REST = 60 * DAY
MOST_SPELLS = 9
EXCUSES = 2


class OnTimeout(StrEnum):
    """What happens when a player's time for a turn is over."""

    RANDOM = "random"
    PASS = "pass"  # noqa: S105 - no password
    EASY = "easy"
    LOSS = "loss"
    EXCUSED = "excused"


ON_TIMEOUT_IN_WORDS = {
    OnTimeout.RANDOM: "a random legal move is made",
    OnTimeout.PASS: "the turn is passed",
    OnTimeout.EASY: "the Easy computer player plays until the player is back",
    OnTimeout.LOSS: "the player loses the seat and comes last",
    OnTimeout.EXCUSED: (
        "the time starts again, twice in a match; from then on a random legal move is made"
    ),
}


@dataclasses.dataclass(frozen=True, slots=True)
class HouseRules:
    """What holds for every seat of a table alike; the defaults are those of live play.

    ``rest`` is for how many seconds of the match each player's clock may stand in sleep and days
    off. After ``spells`` times that the computer had to take over, a seat is lost; never if 0.
    Raises ValueError if a number is out of its bounds.
    """

    rest: int = 0
    vacation: bool = False
    on_timeout: OnTimeout = OnTimeout.RANDOM
    spells: int = 3
    takebacks: bool = False
    bench: bool = False

    def __post_init__(self) -> None:
        if not 0 <= self.rest <= LONGEST_REST:
            raise ValueError("a clock may stand for at most 60 days")
        if not 0 <= self.spells <= MOST_SPELLS:
            raise ValueError("a seat is lost after at most 9 spells")

    def in_words(self, *, slow: bool) -> list[str]:
        """Return one sentence for each rule, as a player reads them before joining."""
        said = []
        if slow:
            said.append(self._rest_in_words())
            said.append(
                "Vacation stops the clock."
                if self.vacation
                else "Vacation does not stop the clock here."
            )
        said.append(f"When time is over, {ON_TIMEOUT_IN_WORDS[self.on_timeout]}.")
        if self.spells:
            times = "once" if self.spells == 1 else f"{self.spells} times"
            said.append(f"A seat the computer had to take over {times} is lost.")
        if self.bench:
            said.append("A lost seat is offered to players on the bench.")
        if self.takebacks:
            said.append("A move can be taken back if all agree and it revealed nothing.")
        return said

    def _rest_in_words(self) -> str:
        if not self.rest:
            return "The clock runs day and night."
        return (
            "Your clock stands still in your sleep hours and days off, "
            f"for {duration_in_words(self.rest)} of the match at most."
        )

"""What a table agrees on beside its clock: rest, vacation, and what happens when time is over."""

import dataclasses
from enum import StrEnum

from games.core.clock import Form, Pace, TimeControl, duration_in_words

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
        "the time starts again, twice for each player; after that a random legal move is made"
    ),
}
# At a day or two a move people take about half a day for a turn; a third of it they sleep, and days
# off are as much again. In a match of 30 turns that is ten days, so nobody has to count them.
USUAL_REST = 14 * DAY
USUAL_SPELLS = 0  # rule 7.3: the seat is held for as long as its owner is away
Line = tuple[str, str, bool]  # label, value in words, differs from what is usual


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
    spells: int = USUAL_SPELLS
    takebacks: bool = False
    bench: bool = False

    def __post_init__(self) -> None:
        if not 0 <= self.rest <= LONGEST_REST:
            raise ValueError("a clock may stand for at most 60 days")
        if not 0 <= self.spells <= MOST_SPELLS:
            raise ValueError("a seat is lost after at most 9 spells")

    def in_words(self, control: TimeControl) -> list[Line]:
        """Return what a player reads before joining; nothing of what such a clock never needs."""
        usual, lines = usual_at(control.pace), []
        if can_rest(control):
            lines += [
                ("Sleep and days off", self._rest_in_words(), self.rest != usual.rest),
                ("Vacation", self._vacation_in_words(), self.vacation != usual.vacation),
            ]
        if control.form is not Form.NO_CLOCK:
            said = ON_TIMEOUT_IN_WORDS[self.on_timeout]
            lines.append(("When time is over", said, self.on_timeout is not usual.on_timeout))
            if control.pace is Pace.LIVE or self.on_timeout is OnTimeout.EASY:
                differs = self.spells != usual.spells
                lines.append(("The computer steps in", self._spells_in_words(), differs))
        if self.takebacks:
            said = "the last move, if all agree and it revealed nothing"
            lines.append(("Taking back", said, True))
        if self.bench:
            lines.append(("A lost seat", "is offered to players on the bench", True))
        return lines

    def in_short(self, control: TimeControl) -> str:
        """Return what matters most to somebody who looks for a table: "sleeps, no vacation"."""
        facts = []
        if can_rest(control):
            facts += ["sleeps"] if self.rest else []
            facts += [] if self.vacation else ["no vacation"]
        if self.on_timeout is OnTimeout.LOSS and control.form is not Form.NO_CLOCK:
            facts.append("seat lost on time")
        return ", ".join(facts)

    def _rest_in_words(self) -> str:
        if not self.rest:
            return "do not stop the clock: it runs day and night"
        return f"stop a player's clock, for up to {duration_in_words(self.rest)} of the match"

    def _vacation_in_words(self) -> str:
        return "stops the clock" if self.vacation else "does not stop the clock"

    def _spells_in_words(self) -> str:
        if not self.spells:
            return "for a player who is away, as often as needed"
        times = "once" if self.spells == 1 else f"{self.spells} times"
        return f"for a player who is away, {times}; after that the seat is lost"


def usual_at(pace: Pace) -> HouseRules:
    """Return what tables of a pace agree on unless somebody wishes otherwise."""
    if pace is Pace.LIVE:
        return HouseRules()
    return HouseRules(rest=USUAL_REST, vacation=True)


def can_rest(control: TimeControl) -> bool:
    """Tell whether a clock is one that rest and vacation can stop."""
    return control.pace is Pace.CORRESPONDENCE and control.form is not Form.NO_CLOCK

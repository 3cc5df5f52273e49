"""What a table agrees on besides its clock: rest, holiday, and what happens when time runs out."""

import dataclasses
from enum import StrEnum

from games.core.clock import Form, Pace, TimeControl, duration_in_words
from games.core.language.text import Plural, Text

DAY = 86400
LONGEST_REST = 60 * DAY
MOST_SPELLS = 9
EXCUSES = 2


class OnTimeout(StrEnum):
    """What happens when a player's time for a turn runs out."""

    MOVE = "move"  # the clock makes the game's own move for it
    EASY = "easy"
    LOSS = "loss"
    EXCUSED = "excused"


def timeouts_in_words(clock_move: Text) -> dict[OnTimeout, Text]:
    """Return what can be agreed on for a time-out, in a game whose clock does ``clock_move``."""
    return {
        OnTimeout.MOVE: clock_move,
        OnTimeout.EASY: Text("the Easy computer player takes over until the player is back"),
        OnTimeout.LOSS: Text("the player loses their seat and comes last"),
        OnTimeout.EXCUSED: Text(
            "the clock starts again, up to twice for each player; after that, {clock_move}",
            clock_move=clock_move,
        ),
    }


# At a day or two a move people take about half a day for a turn; a third of it they sleep, and days
# off are as much again. In a match of 30 turns that is ten days, so nobody has to count them.
USUAL_REST = 14 * DAY
USUAL_SPELLS = 0  # rule 7.3: the seat is held for as long as its owner is away
Line = tuple[Text, Text, bool]  # label, value in words, differs from what is usual


@dataclasses.dataclass(frozen=True, slots=True)
class Agreement:
    """What holds for every seat of a table alike; the defaults are those of live play.

    ``rest`` is for how many seconds of the match each player's clock may stand in sleep and days
    off. After ``spells`` times that the computer had to take over, a seat is lost; never if 0.
    Raises ValueError if a number is out of its bounds.
    """

    rest: int = 0
    holiday: bool = False
    on_timeout: OnTimeout = OnTimeout.MOVE
    spells: int = USUAL_SPELLS
    takebacks: bool = False
    asks_substitutes: bool = False

    def __post_init__(self) -> None:
        if not 0 <= self.rest <= LONGEST_REST:
            raise ValueError("a clock may stand for at most 60 days")
        if not 0 <= self.spells <= MOST_SPELLS:
            raise ValueError("a seat is lost after at most 9 spells")

    def in_words(self, control: TimeControl, clock_move: Text) -> list[Line]:
        """Return what a player reads before joining; nothing of what such a clock never needs.

        ``clock_move`` is what the game's clock does.
        """
        usual, lines = usual_at(control.pace), []
        if can_rest(control):
            lines += [
                (Text("Sleep and days off"), self._rest_in_words(), self.rest != usual.rest),
                (Text("Holiday"), self._holiday_in_words(), self.holiday != usual.holiday),
            ]
        if control.form is not Form.NO_CLOCK:
            said = timeouts_in_words(clock_move)[self.on_timeout]
            lines.append(
                (Text("When time runs out"), said, self.on_timeout is not usual.on_timeout)
            )
            if control.pace is Pace.LIVE or self.on_timeout is OnTimeout.EASY:
                differs = self.spells != usual.spells
                lines.append((Text("The computer steps in"), self._spells_in_words(), differs))
        if self.takebacks:
            said = Text(
                "the last move can be taken back if it revealed nothing and everyone agrees"
            )
            lines.append((Text("Take-backs"), said, True))
        if self.asks_substitutes:
            said = Text("is offered to substitutes")
            lines.append((Text("A lost seat"), said, True))
        return lines

    def in_short(self, control: TimeControl) -> tuple[Text, ...]:
        """Return what matters most to someone looking for a table, such as "no holiday"."""
        facts = []
        if can_rest(control):
            facts += [Text("sleep and days off")] if self.rest else []
            facts += [] if self.holiday else [Text("no holiday")]
        if self.on_timeout is OnTimeout.LOSS and control.form is not Form.NO_CLOCK:
            facts.append(Text("lose your seat if time runs out"))
        return tuple(facts)

    def _rest_in_words(self) -> Text:
        if not self.rest:
            return Text("don't stop the clock, which runs day and night")
        most = duration_in_words(self.rest)
        return Text("stop a player's clock for up to {most} in all", most=most)

    def _holiday_in_words(self) -> Text:
        return Text("stops the clock") if self.holiday else Text("doesn't stop the clock")

    def _spells_in_words(self) -> Text:
        if not self.spells:
            return Text("for a player who is away, as often as needed")
        return Plural(
            "for a player who is away, once; after that they lose their seat",
            "for a player who is away, up to {n} times; after that they lose their seat",
            n=self.spells,
        )


def usual_at(pace: Pace) -> Agreement:
    """Return what tables of a pace agree on unless somebody wishes otherwise."""
    if pace is Pace.LIVE:
        return Agreement()
    return Agreement(rest=USUAL_REST, holiday=True)


def can_rest(control: TimeControl) -> bool:
    """Tell whether a clock is one that rest and holiday can stop."""
    return control.pace is Pace.CORRESPONDENCE and control.form is not Form.NO_CLOCK

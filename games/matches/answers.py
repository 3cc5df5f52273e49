"""What the play service answers: an outcome once it is stored, or a kind of refusal."""

import dataclasses
from enum import StrEnum

from games.core.errors import Refusal
from games.core.language.text import Text


class Actor(StrEnum):
    """Who made an action."""

    HUMAN = "human"
    PREPARED = "prepared"  # what the player prepared, played when its turn came
    COMPUTER = "computer"
    CLOCK = "clock"


@dataclasses.dataclass(frozen=True, slots=True)
class Outcome:
    """What the server answers to a command once it is safely stored."""

    ply: int
    version: int
    replayed: bool = False


class MatchOver(Refusal):
    """The match has ended."""

    code = "over"
    usual = Text("This match is over.")


class NotYourTurn(Refusal):
    """Someone else is to move."""

    code = "not_your_turn"
    usual = Text("It isn't your turn.")


class NotSeated(Refusal):
    """Whoever sent the command has no seat."""

    code = "not_seated"
    usual = Text("You don't have a seat at this table.")


class SignedOut(NotSeated):
    """Whoever sent the command isn't signed in, so they have no seat that we know of."""

    code = "signed_out"
    usual = Text("You've been signed out. Sign in to play this turn.")


class StalePly(Refusal):
    """The command was made for an older position."""

    code = "stale"
    usual = Text("The position has changed. Here's the new one.")


class TooLate(Refusal):
    """The turn's time was used up; the clock has moved instead."""

    code = "too_late"
    usual = Text("Your time ran out, so the clock moved for you.")


class SeatHeld(Refusal):
    """The computer is playing this seat for its owner."""

    code = "seat_held"
    usual = Text("The computer is playing for you. Take your seat back first.")


class Paused(Refusal):
    """The match is stopped by a fault until someone looks at it."""

    code = "paused"
    usual = Text("Sorry, something went wrong on our side. This match is paused.")


class Unreadable(Refusal):
    """What was sent is no such command."""

    code = "bad_request"
    usual = Text("We couldn't read that.")

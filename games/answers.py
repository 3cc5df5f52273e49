"""What the play service answers: an outcome once it is stored, or a refusal in words."""

import dataclasses
from enum import StrEnum


class Actor(StrEnum):
    """Who made an action."""

    HUMAN = "human"
    ORDER = "order"  # the player's own standing order
    COMPUTER = "computer"
    CLOCK = "clock"


@dataclasses.dataclass(frozen=True, slots=True)
class Outcome:
    """What the server answers to a command once it is safely stored."""

    ply: int
    version: int
    replayed: bool = False


class PlayError(Exception):
    """A command that cannot be carried out; ``text`` is for the player, nothing has changed."""

    code = "refused"
    text = "That cannot be done now."

    def __init__(self, text: str = "") -> None:
        super().__init__(text or self.text)
        self.text = text or self.text


class MatchOver(PlayError):
    """The match has ended."""

    code = "over"
    text = "This match is over."


class NotYourTurn(PlayError):
    """Someone else is to move."""

    code = "not_your_turn"
    text = "It is not your turn."


class StalePly(PlayError):
    """The command was made for an older position."""

    code = "stale"
    text = "The position has changed since; here is the new one."


class TooLate(PlayError):
    """The turn's time was used up; the clock has moved instead."""

    code = "too_late"
    text = "Your time for this turn had run out, so a move was made for you."


class SeatHeld(PlayError):
    """The computer is playing this seat for its owner."""

    code = "seat_held"
    text = "The computer is playing for you. Take your seat back first."


class Refused(PlayError):
    """The rules do not allow the action."""

    code = "illegal"


class Paused(PlayError):
    """The match is stopped by a fault until someone looks at it."""

    code = "paused"
    text = "This match is paused because of a fault of ours. The administrator has been told."

"""What a game may refuse, in words for the person who tried it."""


class IllegalAction(Exception):
    """An action the rules do not allow; its text is shown to the player as it stands."""


class BadData(ValueError):
    """Data from outside that does not have the promised shape; its text says where and why."""


class BadNotation(ValueError):
    """A line of notation that cannot be read; its text says what was expected instead."""

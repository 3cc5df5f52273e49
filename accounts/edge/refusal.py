"""Refusals as data, since clocks know no Django: the edge says them in somebody's language."""


class Refusal(ValueError):
    """Something that cannot be: an English message with named places, and the facts for them.

    ``Refusal("You have {have} saved.", have=3)``; ``str()`` is English.
    """

    def __init__(self, message: str, **facts: int) -> None:
        super().__init__(message.format(**facts))
        self.message = message
        self.facts = facts

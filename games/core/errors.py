"""How the rules say no to a person, in words; data without its shape is ``codec.BadData``."""

from collections.abc import Iterable
from typing import ClassVar

from typing_extensions import override

from games.core.language.text import OR, OVER, Fact, Text, listed

LONGEST = 40  # of a line that is quoted in a refusal


class Refusal(Exception):
    """A polite no to a person: ``text`` says what is wrong, and nothing has changed.

    ``Refusal("{word} isn't in the word list.", word="CATX")``, or a whole ``Text``; without either
    it says what is ``usual`` for its kind. ``code`` is what programs know the kind by.
    """

    code: ClassVar[str] = "refused"
    usual: ClassVar[Text] = Text("You can't do that now.")

    def __init__(self, message: str | Text = "", /, **facts: Fact) -> None:
        text = Text(message, **facts) if isinstance(message, str) and message else message
        self.text: Text = text if isinstance(text, Text) else self.usual
        super().__init__(self.text)

    @override
    def __str__(self) -> str:
        return str(self.text)


class IllegalAction(Refusal):
    """An action the rules do not allow."""

    code = "illegal"


class GameOver(IllegalAction):
    """An action after the end."""

    usual = OVER


class BadNotation(Refusal):
    """A line of notation that cannot be read; its text says what was expected instead."""

    code = "notation"

    @staticmethod
    def unlike(examples: Iterable[str], line: str) -> "NoTurn":
        """Return what is said of a line that is no turn."""
        return NoTurn(
            "Write a turn like {examples}, not “{line}”.",
            examples=listed(tuple(examples), OR),
            line=line.strip()[:LONGEST],
        )


class NoTurn(BadNotation):
    """A line that isn't like any turn of the game, as a sentence isn't."""

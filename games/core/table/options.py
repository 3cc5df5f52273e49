"""Table settings as data: a frozen dataclass per game whose fields carry label, bounds and words.

The lobby builds its form from the fields, shows the chosen values in words before anyone joins, and
``check`` refuses values out of bounds wherever they come from. Most values make another game of the
one that everybody else plays; with its default, and with those that a field declares ``same``, it's
still the same game, so that results can be compared (``that_change_the_game``).

Values that are fine one by one may contradict each other, or leave nobody a way to score: a game
tells that of its options as a whole (``GameOptions``), and nobody can agree on them (``insist``).
"""

import dataclasses
import re
import typing
from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum
from typing import Any, Literal, Self

from games.core.codec import decode, encode
from games.core.errors import Refusal
from games.core.language.text import Text

Kind = Literal["number", "choice", "switch"]
NO_LABEL = Text("")
NOBODY_SCORES = Text("Nobody could score at this table. Choose points for something.")


@dataclasses.dataclass(frozen=True, slots=True)
class Field:
    """One setting as a form and a reader need it."""

    name: str
    label: Text
    kind: Kind
    default: int | str | bool
    low: int = 0
    high: int = 0
    choices: tuple[tuple[str, Text], ...] = ()
    help: Text | None = None
    group: Text | None = None
    asked: bool = True  # a form asks for it; else it follows from the table's pace
    others: str = ""  # a pattern of values beside the choices, known to whoever binds the rules
    # Another setting, and the value of it without which this one means nothing.
    only_at: tuple[str, str] | None = None
    # With which values besides the default it's the same game: the least and the most of a number.
    same: tuple[int | str | bool, ...] = ()

    def is_same(self, value: int | str | bool) -> bool:
        """Tell whether it's still the same game with this value."""
        if self.kind == "number" and self.same:
            least, most = self.same
            return int(least) <= int(value) <= int(most)
        return value == self.default or value in self.same

    def takes(self, value: str) -> bool:
        """Tell whether a choice may have this value."""
        return value in dict(self.choices) or bool(re.fullmatch(self.others or "(?!)", value))

    def in_words(self, value: int | str | bool, named: Callable[[str], str] = str) -> Text:
        """Return the value as a reader sees it: the choice's label, yes or no, or the number.

        ``named`` tells the label of a value that is not among the choices.
        """
        if self.kind == "choice":
            known = dict(self.choices).get(str(value))
            return known or Text("{name}", name=named(str(value)))
        if self.kind == "switch":
            return Text("yes") if value else Text("no")
        return Text("{number}", number=int(value))


class GameOptions:
    """What the options of every game inherit: they are looked at as a whole."""

    __slots__ = ()

    def contradiction(self) -> tuple[str, Text] | None:
        """Return what nobody can agree on: the name of a setting, and a sentence that says why.

        That is what cannot come about as the settings tell it, and a table at which nobody can
        score. None if there is nothing of that kind.
        """
        return None


class Labelled(StrEnum):
    """The values of a choice with their labels: ``ROUNDS = "rounds", Text("Round by round")``."""

    label: Text

    def __new__(cls, value: str, label: Text = NO_LABEL) -> Self:
        """Return a member; what looks one up by its value gives no label."""
        member = str.__new__(cls, value)
        member._value_ = value
        member.label = label
        return member

    @classmethod
    def choices(cls) -> tuple[tuple[str, Text], ...]:
        """Return the (value, label) pairs."""
        return tuple((member.value, member.label) for member in cls)


def number(
    default: int,
    label: Text,
    *,
    low: int,
    high: int,
    help: Text | None = None,
    group: Text | None = None,
    only_at: tuple[str, str] | None = None,
    same: tuple[int, int] | tuple[()] = (),
) -> Any:
    """Declare a whole-number setting with inclusive bounds.

    ``only_at`` names another setting and the value of it without which this one means nothing.
    From the least to the most of ``same`` it's the same game; without it at the default alone.
    """
    facts = {"label": label, "help": help, "group": group, "only_at": only_at, "same": same}
    return _declare(default, kind="number", low=low, high=high, **facts)


def choice(
    default: str,
    label: Text,
    choices: tuple[tuple[str, Text], ...] = (),
    *,
    help: Text | None = None,
    group: Text | None = None,
    asked: bool = True,
    others: str = "",
    same: tuple[str, ...] = (),
) -> Any:
    """Declare a setting that takes one of some named values, as (value, label) pairs.

    Without pairs they are those of its default, which is then ``Labelled``.
    ``others`` is a pattern of further values; whether there is one is for the site to say. With
    those of ``same`` it's the same game as with the default.
    """
    if isinstance(default, Labelled):
        choices, default = default.choices(), default.value
    facts = {"label": label, "choices": choices, "help": help, "group": group, "asked": asked}
    return _declare(default, kind="choice", **facts, others=others, same=same)


def switch(
    default: bool,
    label: Text,
    *,
    help: Text | None = None,
    group: Text | None = None,
    same: bool = False,
) -> Any:
    """Declare a yes-or-no setting; ``same``: it's the same game either way."""
    facts = {"label": label, "help": help, "group": group, "same": (True, False) if same else ()}
    return _declare(default, kind="switch", **facts)


def _declare(default: int | str | bool, **facts: Any) -> Any:
    return dataclasses.field(default=default, metadata={"option": facts})


def fields(cls: type[Any]) -> Iterator[Field]:
    """Yield the settings of an options class in the order they are declared."""
    for field in dataclasses.fields(cls):
        yield Field(
            name=field.name, default=typing.cast("Any", field.default), **field.metadata["option"]
        )


def check(options: Any) -> None:
    """Raise Refusal for the host if a value lies outside its bounds."""
    for field in fields(type(options)):
        value = getattr(options, field.name)
        if field.kind == "number" and not field.low <= value <= field.high:
            raise Refusal(
                "{setting} must be between {low} and {high}.",
                setting=field.label,
                low=field.low,
                high=field.high,
            )
        if field.kind == "choice" and not field.takes(value):
            labels = tuple(label for _, label in field.choices)
            raise Refusal("{setting} must be one of: {values}.", setting=field.label, values=labels)


def insist(options: GameOptions) -> None:
    """Raise Refusal if nobody can agree on these options, whose values are in their bounds."""
    if found := options.contradiction():
        raise Refusal(found[1])


def read(data: Mapping[str, Any], cls: type[Any]) -> Any:
    """Return options of class ``cls`` from stored or posted JSON, with defaults for the missing.

    Raise BadData for what does not have their shape, Refusal for a value out of its bounds.
    """
    options = decode(dict(data), cls)
    check(options)
    return options


def write(options: Any) -> dict[str, Any]:
    """Return options as JSON for storing with a match."""
    return typing.cast("dict[str, Any]", encode(options, type(options)))


def that_change_the_game(options: Any) -> list[Field]:
    """Return the settings by which it's no longer the same game that everybody else plays.

    What follows from the pace was nobody's choice, and what means nothing changes nothing.
    """
    return [
        field
        for field in fields(type(options))
        if field.asked and _means_something(field, options)
        if not field.is_same(getattr(options, field.name))
    ]


def _means_something(field: Field, options: Any) -> bool:
    return field.only_at is None or getattr(options, field.only_at[0]) == field.only_at[1]


def in_words(
    options: Any, *, only_changed: bool = False, named: Callable[[str], str] = str
) -> list[tuple[Text, Text, bool]]:
    """Return (label, value in words, differs from the default) for each setting that counts.

    What follows from the pace was nobody's choice, so it never differs.
    """
    rows = [
        (field.label, field.in_words(value, named), field.asked and value != field.default)
        for field in fields(type(options))
        if _means_something(field, options)
        for value in [getattr(options, field.name)]
    ]
    return [row for row in rows if row[2]] if only_changed else rows

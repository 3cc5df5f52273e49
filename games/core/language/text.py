"""Sentences as data: an English message with named places, and the facts that fill them.

Rules, refusals and descriptions say what they have to say as a ``Text``. It becomes words at the
edge, in the language of whoever reads it and with the names of the people; nothing of it is stored.
Nothing here knows where translations come from: the site hands its language in, as gettext does.
"""

import functools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from string import Formatter
from typing import Any, NamedTuple, Protocol, Self, TypeAlias

from typing_extensions import override

MINUS = "\N{MINUS SIGN}"

Fact: TypeAlias = "str | int | Text | Who | tuple[Fact, ...]"


@dataclass(frozen=True, slots=True)
class Who:
    """A player, by seat: whoever knows the people gives the name."""

    player: int


class Language(Protocol):
    """What a language is asked: the words for a message, and how it writes numbers."""

    def single(self, message: str) -> str:
        """Return a message in this language, its places left as they are."""

    def plural(self, one: str, many: str, number: int) -> str:
        """Return the message that goes with a number of things."""

    def number(self, number: int) -> str:
        """Return a number as it is written."""


class English:
    """The language that all messages are written in."""

    def single(self, message: str) -> str:
        """Return the message itself."""
        return message

    def plural(self, one: str, many: str, number: int) -> str:
        """Return the message for one thing, or for any other number."""
        return one if number == 1 else many

    def number(self, number: int) -> str:
        """Return the digits, after a minus that's no hyphen if it's less than nothing."""
        return str(number).replace("-", MINUS)


ENGLISH = English()
_spoken: list[Callable[[], Language]] = [lambda: ENGLISH]


def speak(language: Callable[[], Language]) -> None:
    """Have each text put into the words of the language that this returns: its reader's."""
    _spoken[:] = [language]


class Part(NamedTuple):
    """A piece of a sentence; ``name`` is the place it fills, "" for the words between places."""

    text: str
    name: str = ""


class Text:
    """An English message and the facts for its places: ``Text("{n} is too long.", n="CAT")``.

    A fact is a word, a number, another text, a player (``Who``), or a tuple of those, which is read
    with commas in between. Two texts are equal if they say the same. ``str()`` speaks the language
    that the program was given (``speak``), plain English without one.
    """

    __slots__ = ("facts", "message", "to_others")

    def __init__(self, message: str, /, **facts: Fact) -> None:
        self.message = message
        self.facts = facts
        self.to_others: Text | None = None

    def having(self, **facts: Fact) -> Self:
        """Return the same message with these facts as well."""
        return type(self)(*self._messages(), **{**self.facts, **facts})

    def or_to_others(self, other: "Text") -> Self:
        """Return what is said to a player as "you"; ``other`` says the same by their name."""
        said = self.having()
        said.to_others = other
        return said

    def by_name(self) -> "Text":
        """Return the text with nobody as "you" and everyone by name."""
        if self.to_others is not None:
            return self.to_others.by_name()
        facts = {name: _by_name(fact) for name, fact in self.facts.items()}
        return type(self)(*self._messages(), **facts)

    def places(self) -> frozenset[str]:
        """Return the names of the facts that the message asks for."""
        return frozenset(
            name for message in self._messages() for _, name in _pieces(message) if name
        )

    def parts(self, names: Sequence[str] = (), language: Language | None = None) -> list[Part]:
        """Return the sentence piece by piece; ``names`` are the players', by seat."""
        return _joined(self._parts(language or _spoken[-1](), names))

    def in_words(self, names: Sequence[str] = (), language: Language | None = None) -> str:
        """Return the sentence; ``names`` are the players', by seat."""
        spoken = language or _spoken[-1]()
        # Not joined from `parts`: a page of a league says this thousands of times.
        return "".join(
            [
                f"{between}{_word(self.facts[name], spoken, names)}" if name else between
                for between, name in _pieces(self._said(spoken))
            ]
        )

    @override
    def __str__(self) -> str:
        return self.in_words()

    @override
    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self)!r})"

    @override
    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Text):
            return NotImplemented
        return self._messages() == other._messages() and self.facts == other.facts

    __hash__ = None  # type: ignore[assignment]  # facts may be anything

    @property
    def messages(self) -> tuple[str, ...]:
        """Return the message, for a plural both of them."""
        return self._messages()

    def _messages(self) -> tuple[str, ...]:
        return (self.message,)

    def _said(self, language: Language) -> str:
        return language.single(self.message)

    def _parts(self, language: Language, names: Sequence[str]) -> Iterator[Part]:
        for between, name in _pieces(self._said(language)):
            if between:
                yield Part(between)
            if name:
                yield from _told(name, self.facts[name], language, names)


class Plural(Text):
    """A message that differs by the number of things, which is the fact ``n``.

    ``Plural("{n} tile is left.", "{n} tiles are left.", n=3)``
    """

    __slots__ = ("many",)

    def __init__(self, one: str, many: str, /, **facts: Fact) -> None:
        super().__init__(one, **facts)
        self.many = many

    @override
    def _messages(self) -> tuple[str, ...]:
        return (self.message, self.many)

    @override
    def _said(self, language: Language) -> str:
        number = self.facts["n"]
        assert isinstance(number, int)  # noqa: S101 - it counts things
        return language.plural(self.message, self.many, abs(number))


@functools.lru_cache(maxsize=4096)
def _pieces(message: str) -> tuple[tuple[str, str], ...]:
    """Return a message as (words, name of the place after them) pairs."""
    return tuple((words, name or "") for words, name, _, _ in Formatter().parse(message))


def _word(fact: Fact, language: Language, names: Sequence[str]) -> str:
    match fact:
        case Text():
            return fact.in_words(names, language)
        case Who(player):
            if names:
                return names[player]
            return Text("Player {number}", number=player + 1).in_words(language=language)
        case tuple():
            return language.single(", ").join([_word(item, language, names) for item in fact])
        case int():
            return language.number(fact)
        case _:
            return fact


def _by_name(fact: Fact) -> Fact:
    match fact:
        case Text():
            return fact.by_name()
        case tuple():
            return tuple(map(_by_name, fact))
        case _:
            return fact


def _told(name: str, fact: Fact, language: Language, names: Sequence[str]) -> Iterator[Part]:
    match fact:
        case Text():
            for part in fact.parts(names, language):
                inner = "" if part.name in LISTED else part.name
                yield Part(part.text, inner or name)
        case tuple():
            for place, item in enumerate(fact):
                if place:
                    yield Part(language.single(", "))
                yield from _told(name, item, language, names)
        case _:
            yield Part(_word(fact, language, names), name)


def _joined(parts: Iterator[Part]) -> list[Part]:
    """Return the parts with words that follow each other made one."""
    made: list[Part] = []
    for part in parts:
        if made and not part.name and not made[-1].name:
            made[-1] = Part(made[-1].text + part.text)
        else:
            made.append(part)
    return made


# --- Parts of many sentences ----------------------------------------------------------------------


def points(number: int) -> Text:
    """Return "1 point", "12 points"."""
    return Plural("{n} point", "{n} points", n=number)


def tiles(number: int) -> Text:
    """Return "1 tile", "7 tiles"."""
    return Plural("{n} tile", "{n} tiles", n=number)


AND, OR = Text("{most} and {last}"), Text("{most} or {last}")
LISTED = ("most", "last")  # things of a list go by the name of its place


def verbatim(words: str) -> Text:
    """Return words that are nobody's message, such as a name or what somebody wrote."""
    return Text("{words}", words=words)


def listed(items: Sequence[Fact], last: Text = AND) -> Fact:
    """Return things one after the other: "a", "a and b", "a, b and c"."""
    *most, end = items
    return last.having(most=tuple(most), last=end) if most else end


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Sentences that are read one after the other."""

    texts: tuple[Text, ...]

    def in_words(self, names: Sequence[str] = (), language: Language | None = None) -> str:
        """Return the sentences; ``names`` are the players', by seat."""
        spoken = language or _spoken[-1]()
        return " ".join([text.in_words(names, spoken) for text in self.texts])


@dataclass(frozen=True, slots=True)
class Pieces:
    """A sentence that is told piece by piece; without one there is nothing to tell.

    Whoever shows it can make something of a word that was played without reading the sentence.
    """

    text: Text | None

    def told(self, names: Sequence[str] = (), language: Language | None = None) -> list[Any]:
        """Return words, or ``{name, text}`` for a place that was filled."""
        return [
            {"name": part.name, "text": part.text} if part.name else part.text
            for part in (self.text.parts(names, language) if self.text else ())
        ]


def as_json(value: Any) -> Any:
    """Return a fact as it is stored and sent: lists for tuples."""
    return [as_json(item) for item in value] if isinstance(value, (list, tuple)) else value


OVER = Text("The game is over.")

"""Where facts become words: in the language of whoever reads, with the names of the people."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.utils import formats, translation
from typing_extensions import override

from games.core.game import Event
from games.core.text import Language, Text
from games.core.wording import Wording, sentence


class Gettext(Language):
    """The language that Django has active: the reader's."""

    @override
    def single(self, message: str) -> str:
        return translation.gettext(message)

    @override
    def plural(self, one: str, many: str, number: int) -> str:
        return translation.ngettext(one, many, number)

    @override
    def number(self, number: int) -> str:
        return formats.number_format(number)


def say(text: Text | Iterable[Text], names: Sequence[str] = ()) -> str:
    """Return a text, or several as a paragraph, in words; ``names`` are the players', by seat."""
    if isinstance(text, Text):
        return text.in_words(names)
    return " ".join(one.in_words(names) for one in text)


def said(value: Any, names: Sequence[str] = ()) -> Any:
    """Return JSON with each text in it put into words."""
    if isinstance(value, Text):
        return say(value, names)
    if isinstance(value, Mapping):
        return {key: said(item, names) for key, item in value.items()}
    return [said(item, names) for item in value] if isinstance(value, (list, tuple)) else value


def tell(wording: Wording, event: Event, names: Sequence[str] = ()) -> str:
    """Return what is said of an event."""
    return say(sentence(wording, event), names)


def with_sentences(
    wording: Wording, events: Iterable[Mapping[str, Any]], names: Sequence[str]
) -> list[dict[str, Any]]:
    """Return events as JSON, each with its sentence under ``told``, in pieces.

    A piece is words, or ``{name, text}`` for a place that was filled: whoever shows it can make
    something of a word that was played without reading the sentence.
    """
    return [{**event, "told": _pieces(wording, Event(**event), names)} for event in events]


def _pieces(wording: Wording, event: Event, names: Sequence[str]) -> list[Any]:
    try:
        told = sentence(wording, event)
    except (LookupError, TypeError):  # played by older rules, which told other things
        return []
    return [
        {"name": part.name, "text": part.text} if part.name else part.text
        for part in told.parts(names)
    ]

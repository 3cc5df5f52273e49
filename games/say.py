"""Where facts become words: in the language of whoever reads, with the names of the people."""

import functools
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from django.utils import formats, translation

from games.core.game import Game
from games.core.language.events import Event
from games.core.language.text import MINUS, Language, Paragraph, Pieces, Text, Who
from games.core.language.wording import Wording, is_deed, sentence

Told = Game[Any, Any, Any] | type[Game[Any, Any, Any]]

GROUPED_FROM = 10_000
PLAIN = {str, int, float, bool, type(None)}  # most of what a page is sent


class Gettext(Language):
    """A language of Django's.

    What it has said is kept: gettext looks in a dozen places for words that need no translation.
    """

    def __init__(self, code: str | None) -> None:
        self.single = functools.lru_cache(8192)(self._single)  # type: ignore[method-assign]
        self.plural = functools.lru_cache(8192)(self._plural)  # type: ignore[method-assign]
        self.number = functools.lru_cache(8192)(self._number)  # type: ignore[method-assign]
        self._code = code

    def _single(self, message: str) -> str:
        with translation.override(self._code):
            return translation.gettext(message)

    def _plural(self, one: str, many: str, number: int) -> str:
        with translation.override(self._code):
            return translation.ngettext(one, many, number)

    def _number(self, number: int) -> str:
        # As scripts group them (``useGrouping: "min2"``): 9999, and 10,000.
        with translation.override(self._code):
            written = formats.number_format(number, force_grouping=abs(number) >= GROUPED_FROM)
        return written.replace("-", MINUS)


_language = functools.lru_cache(64)(Gettext)


def language(code: str | None) -> Language:
    """Return a language by its code."""
    return _language(code)


def spoken() -> Language:
    """Return the language that Django has active: the reader's."""
    return _language(translation.get_language())


def say(text: Text | Iterable[Text], names: Sequence[str] = ()) -> str:
    """Return a text, or several as a paragraph, in words; ``names`` are the players', by seat."""
    if isinstance(text, Text):
        return text.in_words(names)
    language = spoken()
    return " ".join([one.in_words(names, language) for one in text])


def said(value: Any, names: Sequence[str] = ()) -> Any:
    """Return JSON with each text in it put into words."""
    # Lists come first: a board's hints are hundreds of them.
    if isinstance(value, (list, tuple)):
        return [item if type(item) in PLAIN else said(item, names) for item in value]
    if isinstance(value, (Text, Paragraph)):
        return value.in_words(names)
    if isinstance(value, Mapping):
        return {
            key: item if type(item) in PLAIN else said(item, names) for key, item in value.items()
        }
    if isinstance(value, Pieces):
        return value.told(names)
    return value


def tell(wording: Wording, event: Event, names: Sequence[str] = ()) -> str:
    """Return what is said of an event."""
    return say(sentence(wording, event), names)


def move_in_words(
    game: Told,
    move: Any,
    names: Sequence[str],
    *,
    prepared: bool = False,
    by_itself: Collection[int] = (),
) -> str:
    """Return what a move of the log was, and what it brought: "Anna laid a road. Anna scored ...".

    ``game`` is its class, or its rules at a table; ``move`` has the ``player``, ``actor``, ``text``
    and ``events`` of the log. ``prepared`` words it for the player who had prepared it, and
    ``by_itself`` are the seats at which the computer has always played.
    """
    whom = for_whom(move.actor, move.player, len(names), by_itself)
    begun = [Text("Your prepared turn was played.")] if prepared else [whom] if whom else []
    return say([*begun, *_sentences(game, move)], names)


def for_whom(actor: str, player: int, players: int, by_itself: Collection[int] = ()) -> Text | None:
    """Return for whom the clock or the computer made a move; None if its player did, or is alone.

    ``by_itself`` are the seats at which the computer has always played.
    """
    if players > 1 and actor == "clock":
        return Text("The clock moved for {player}.", player=Who(player))
    if actor == "computer" and player not in by_itself:
        return Text("The computer moved for {player}.", player=Who(player))
    return None


def move_in_short(
    game: Told,
    move: Any,
    names: Sequence[str],
    *,
    most: int,
    by_itself: Collection[int] = (),
) -> str:
    """Return the first sentences of ``move_in_words``: one at least, up to so many characters."""
    whom = for_whom(move.actor, move.player, len(names), by_itself)
    words = ""
    for one in [*([whom] if whom else []), *_sentences(game, move)]:
        longer = f"{words} {say(one, names)}".lstrip()
        if words and len(longer) > most:
            break
        words = longer
    return words


def _sentences(game: Told, move: Any) -> list[Text]:
    did = deed(game, move)
    events = (_sentence(game.wording, event) for event in move.events)
    return [*([did] if did else []), *(one for one in events if one)]


def deed(game: Told, move: Any) -> Text | None:
    """Return what is said of a move itself, None if one of its events tells that.

    A line of older rules is said as it was written.
    """
    wording = game.wording
    if any(is_deed(wording, one["kind"]) and _sentence(wording, one) for one in move.events):
        return None
    found = game.read_log(move.player, move.text)
    if found is not None:
        return sentence(wording, found)
    return Text("{player} played {move}.", player=Who(move.player), move=move.text)


def with_sentences(wording: Wording, events: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return events as JSON, each with its sentence under ``told``, in ``Pieces``."""
    return [{**event, "told": Pieces(_sentence(wording, event))} for event in events]


def _sentence(wording: Wording, event: Mapping[str, Any]) -> Text | None:
    """Return what is said of an event that was stored; None if older rules told other things."""
    try:
        return sentence(wording, Event(**event))
    except (LookupError, TypeError):
        return None

"""How events become sentences: one for each kind, in each game's ``wording.py``.

An event holds facts; its sentence is a ``Text`` with places for them. Two places every sentence may
have without more ado: ``{player}``, whose event it is, and ``{points}``, what it brought.
"""

import dataclasses
import functools
import inspect
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from games.core.language.events import Event
from games.core.language.text import Fact, Text, Who, points, verbatim

# What fills a place, by the facts that its parameters are named after.
Filling: TypeAlias = "Callable[..., Fact]"


@dataclasses.dataclass(frozen=True, slots=True)
class Sentence:
    """How events of a kind are told; a place is filled by a function of facts, or by its fact.

    A ``deed`` tells the move itself; any other event is what came of one.
    """

    text: Text
    fillings: Mapping[str, Filling]
    is_deed: bool = False

    def knows(self) -> frozenset[str]:
        """Return the names of all facts that this sentence tells."""
        places = (self.text.places() | self.fillings.keys()) - {"player", "points", "cost"}
        return frozenset(name for place in places for name in self._asks(place))

    def tell(self, event: Event) -> Text:
        """Return the sentence for an event of its kind."""
        facts = {
            place: self._fill(place, event.facts)
            for place in self.text.places() | self.fillings.keys()
            if place not in ("player", "points", "cost")
        }
        given: dict[str, Fact] = {"points": points(event.points), "cost": points(-event.points)}
        if event.player is not None:
            given["player"] = Who(event.player)
        wanted = self.text.places()
        return self.text.having(
            **{name: fact for name, fact in given.items() if name in wanted}, **facts
        )

    def _asks(self, place: str) -> tuple[str, ...]:
        filling = self.fillings.get(place)
        return _parameters(filling) if filling else (place,)

    def _fill(self, place: str, facts: Mapping[str, Any]) -> Fact:
        filling = self.fillings.get(place)
        if filling:
            return filling(*(facts[name] for name in self._asks(place)))
        fact = facts[place]
        return tuple(fact) if isinstance(fact, list) else fact


@functools.cache
def _parameters(filling: Filling) -> tuple[str, ...]:
    return tuple(inspect.signature(filling).parameters)


def told(text: Text, /, **fillings: Filling) -> Sentence:
    """Return how a kind is told: ``told(Text("{player} drew {tiles}."), tiles=names_of)``."""
    return Sentence(text, fillings)


def deed(text: Text, /, **fillings: Filling) -> Sentence:
    """Return how a kind is told that is a move itself: ``deed(Text("{player} passed."))``."""
    return Sentence(text, fillings, is_deed=True)


Wording: TypeAlias = Mapping[str, Sentence]

# What happens in all games.
COMMON: Wording = {
    "taken_back": deed(
        Text("{player}'s last move was taken back."), move=lambda move: verbatim(move)
    ),
    "went_back": deed(Text("{player} went back to an earlier turn.")),
    "undone": told(Text("{player} gave {cost} back.")),
}


def sentence(wording: Wording, event: Event) -> Text:
    """Return what is to be said of an event, by a game's wording."""
    return (wording.get(event.kind) or COMMON[event.kind]).tell(event)


def is_deed(wording: Wording, kind: str) -> bool:
    """Tell whether events of a kind say what the move itself was."""
    known = wording.get(kind) or COMMON.get(kind)
    return known is not None and known.is_deed

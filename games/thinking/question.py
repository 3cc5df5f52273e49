"""A question as data: what turns promise in a position, with all that the answer follows from."""

import dataclasses
import hashlib
from collections.abc import Callable, Sequence
from typing import Any

import orjson

from games.core import codec
from games.core.extras.protocols import AnyGame
from games.core.table import options as table_options
from games.core.weighing import Weighed
from games.registry import version_of
from games.words.lists.lexicon import bound

MOST = 6  # choices that an answer tells of, besides those asked about

# ask(question) -> the choices that seem best and those asked about, best first.
Ask = Callable[["Question"], Sequence[Weighed[Any]]]


@dataclasses.dataclass(frozen=True, slots=True)
class Question:
    """What turns promise to a player, by what they see, ``also`` those turns among them.

    ``words`` is the version of the word list, None where there's none; ``seed`` (hex), ``ply`` and
    ``stream`` are the chance of the search, ``looks`` its length.
    """

    rules: AnyGame
    words: int | None
    view: Any
    player: int
    seed: str
    ply: int
    stream: str
    looks: int
    also: tuple[Any, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Return it as JSON."""
        return {
            "game": self.rules.info.slug,
            "options": table_options.write(self.rules.options),
            "words": self.words,
            "view": self.rules.encode_state(self.view),
            "player": self.player,
            "seed": self.seed,
            "ply": self.ply,
            "stream": self.stream,
            "looks": self.looks,
            "also": [self.rules.encode_action(action) for action in self.also],
        }


def from_json(data: dict[str, Any]) -> Question:
    """Return a question as it was asked."""
    rules = bound(data["game"], data["options"], data["words"])
    return Question(
        rules=rules,
        words=data["words"],
        view=rules.decode_state(data["view"]),
        player=data["player"],
        seed=data["seed"],
        ply=data["ply"],
        stream=data["stream"],
        looks=data["looks"],
        also=tuple(rules.decode_action(action) for action in data["also"]),
    )


def key_of(data: dict[str, Any]) -> str:
    """Return what tells a question from all others: a hash of it and of those who judge now."""
    made_of = orjson.dumps([data, version_of(data["game"])], option=orjson.OPT_SORT_KEYS)
    return hashlib.sha256(made_of).hexdigest()


@dataclasses.dataclass(frozen=True, slots=True)
class _Choice:
    action: codec.JSON
    chances: tuple[float, ...]
    points: tuple[float, ...]
    error: float
    apart: float | None


def answer_as_json(question: Question, found: Sequence[Weighed[Any]]) -> codec.JSON:
    """Return the part of an answer that is kept, as JSON."""
    kept = [one for at, one in enumerate(found) if at < MOST or one.action in question.also]
    encode = question.rules.encode_action
    encoded = tuple(
        _Choice(encode(one.action), one.chances, one.points, one.error, one.apart) for one in kept
    )
    return codec.encode(encoded, tuple[_Choice, ...])


def answer_from_json(question: Question, data: codec.JSON) -> list[Weighed[Any]]:
    """Return an answer as it was found."""
    decode, player = question.rules.decode_action, question.player
    return [
        Weighed(decode(one.action), player, one.chances, one.points, one.error, one.apart)
        for one in codec.decode(data, tuple[_Choice, ...])
    ]

"""From ``settings.GAMES`` to rules: the one place that knows which games this site has."""

import functools
import hashlib
import importlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from django.conf import settings

from games.core.bots import Bot
from games.core.diagrams import Diagrams
from games.core.game import Game, GameInfo
from games.core.lessons import Lesson
from games.core.table import options as table_options
from games.core.table.words import Words

AnyGame = Game[Any, Any, Any]

VERSION_DIGITS = 10


@functools.cache
def package(slug: str) -> Any:
    """Return the package of a game; raise UnknownGame."""
    if slug not in settings.GAMES:
        raise UnknownGame(slug)
    return importlib.import_module(f"games.{slug}")


class UnknownGame(LookupError):
    """No game of that name is installed on this site."""


def game_class(slug: str) -> type[AnyGame]:
    """Return the rules class of a game; raise UnknownGame."""
    return package(slug).game  # type: ignore[no-any-return]


def infos() -> list[GameInfo]:
    """Return the facts of every installed game, in the order of the settings."""
    return [game_class(slug).info for slug in settings.GAMES]


def load_game(
    slug: str, options: Mapping[str, Any] | None = None, words: Words | None = None
) -> AnyGame:
    """Return a game's rules bound to a table's options (JSON); raise BadData or UnknownGame.

    A word game without ``words`` tells its facts and options, but cannot be played.
    """
    cls = game_class(slug)
    return cls(table_options.read(options or {}, cls.options_class), words)


def bots(slug: str) -> dict[str, Bot]:
    """Return a game's computer players by level, weakest first."""
    return {bot.level: bot for bot in package(slug).bots}


def looks_of(slug: str) -> int:
    """Return how many looks at its budget a review spends on a turn; raise UnknownGame."""
    return package(slug).judge.looks  # type: ignore[no-any-return]


def indexes_of(words: Sequence[str]) -> dict[str, bytes]:
    """Return what computer players look up in a list beside its graph, by the game's slug."""
    makers = {slug: getattr(package(slug), "make_index", None) for slug in settings.GAMES}
    return {slug: make(words) for slug, make in makers.items() if make}


@functools.cache
def version_of(slug: str) -> str:
    """Return what tells one state of a game's rules and judgement from all others: a short hash.

    It's made of the sources, so nobody has to count it up.
    """
    here = Path(__file__).parent
    sources = sorted([*(here / "core").rglob("*.py"), *(here / slug).rglob("*.py")])
    made_of = hashlib.sha256()
    for source in sources:
        made_of.update(source.read_bytes())
    return made_of.hexdigest()[:VERSION_DIGITS]


def lesson_of(slug: str) -> Lesson[Any, Any]:
    """Return a game's lesson; raise UnknownGame."""
    return package(slug).lesson  # type: ignore[no-any-return]


def diagrams_of(slug: str) -> Diagrams[Any, Any]:
    """Return the diagrams of a game's rules; raise UnknownGame."""
    return package(slug).diagrams  # type: ignore[no-any-return]

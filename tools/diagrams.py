"""Draws the diagrams of the rules anew: ``python -m tools.diagrams``, or ``make diagrams``.

They lie in each game's folder, so that whoever reads a game's README in the repository sees them
too. A test compares them with what the games draw today.
"""

import os
from pathlib import Path
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

from django.conf import settings

from games.core import diagrams
from games.registry import AnyGame, diagrams_of, game_class
from games.words.lists.packing import words_of

GAMES = Path(__file__).parents[1] / "games"
REASON = "Many files: one picture for each diagram of the rules; `make diagrams` draws them.\n"


def folder(slug: str) -> Path:
    """Return where a game's diagrams lie."""
    return GAMES / slug / "static" / "diagrams" / slug


def rules(slug: str) -> AnyGame:
    """Return a game as its diagrams have it, with the few words they rely on."""
    cls, drawn = game_class(slug), diagrams_of(slug)
    if not cls.info.uses_words:
        return cls(drawn.options)
    words = words_of(drawn.words)
    if drawn.cards:
        words.cards = {slug: drawn.cards}
    return cls(drawn.options, words)


def files(slug: str) -> dict[str, str]:
    """Return a game's diagrams by the names of their files, and why there are so many."""
    game: Any = rules(slug)
    drawn = diagrams_of(slug)
    pictures = {f"{one.name}.svg": diagrams.draw(game, drawn, one) for one in drawn.each}
    return {"README.md": REASON, **pictures}


def write(slug: str) -> None:
    """Write a game's diagrams, and take away those it no longer has."""
    place, drawn = folder(slug), files(slug)
    place.mkdir(parents=True, exist_ok=True)
    for path in place.iterdir():
        if path.name not in drawn:
            path.unlink()
    for name, content in drawn.items():
        (place / name).write_text(content, encoding="utf-8")


if __name__ == "__main__":
    for game in settings.GAMES:
        write(game)

"""What is asked of every installed game before the site starts."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, register

from games.core.table import options as table_options
from games.core.table.words import WordOptions
from games.registry import bots, game_class, lesson_of


@register
def check_games(**_: Any) -> list[CheckMessage]:
    """Check that each game has a board, rules, sound options, a lesson and computer players."""
    return [problem for slug in settings.GAMES for problem in _check_game(slug)]


def _check_game(slug: str) -> list[CheckMessage]:
    folder = Path(__file__).parent.parent / slug
    problems: list[CheckMessage] = []
    try:
        cls = game_class(slug)
        table_options.check(cls.options_class())
        levels = list(bots(slug))
        lesson_of(slug)
    except Exception as error:  # noqa: BLE001 - whatever is wrong with a game, say so and go on
        return [Error(f"The game {slug} does not load: {error!r}", id="games.E001")]
    if levels != ["easy", "medium", "hard"]:
        problems.append(Error(f"{slug}: needs bots easy, medium and hard", id="games.E002"))
    problems += [
        Error(f"{slug}: {name} is missing", id="games.E003")
        for name in (f"static/games/{slug}/board.js", "README.md")
        if not (folder / name).is_file()
    ]
    if cls.info.uses_words and not issubclass(cls.options_class, WordOptions):
        problems.append(Error(f"{slug}: a word game's options are WordOptions", id="games.E005"))
    if cls.info.slug != slug:
        problems.append(Error(f"{slug}: its info says {cls.info.slug}", id="games.E004"))
    return problems

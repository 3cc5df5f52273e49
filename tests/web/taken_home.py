"""What of a match can be taken home, and what the stand-alone program finds wrong with it."""

import json
from pathlib import Path
from typing import Any

from django.test import Client

from games.models import Match
from tests.web.finished import finished

SCRIPT = Path(__file__).parents[2] / "docs" / "fairness" / "check_game.py"
_files: dict[str, str] = {}


def told(client: Client, match: Match) -> dict[str, Any]:
    """Return the file of a match as somebody downloads it."""
    answer: dict[str, Any] = client.get(f"/match/{match.public_id}/game.json").json()
    return answer


def file_of(client: Client, slug: str) -> dict[str, Any]:
    """Return the file of a finished match of a game, always the same; it is played once."""
    if slug not in _files:
        _files[slug] = json.dumps(told(client, finished(slug)))
    game: dict[str, Any] = json.loads(_files[slug])
    return game


def wrong(script: Any, game: dict[str, Any], *noted: str) -> dict[str, list[str]]:
    """Return what the program finds wrong, by the words that name where."""
    return {what: problems for what, problems in script.check(game, *noted) if problems}


def is_wrong(script: Any, game: dict[str, Any]) -> bool:
    """Tell whether the program finds anything wrong, without letting it read on."""
    return any(problems for _, problems in script.check(game))

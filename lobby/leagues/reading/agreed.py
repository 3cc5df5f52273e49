"""What a league or a season has agreed on, as it is stored."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.core.codec import BadData
from games.core.errors import Refusal
from games.core.table import options as settings_as_data
from games.registry import load_game
from games.words.lists.lexicon import NotLoaded
from lobby.leagues.season.rules import Rules

if TYPE_CHECKING:
    from lobby.leagues.models import League, Season


class Unreadable(Exception):
    """What is stored cannot be read: a fault of the site, and no refusal of what somebody asked.

    So it is no Refusal, which is told to whoever asked and then forgotten.
    """

    def __init__(self, row: League | Season, why: object) -> None:
        super().__init__(f"{row!r}: {why}")
        self.row = row


def rules_of(row: League | Season) -> Rules:
    """Return the rules of a league, or those a season began with; raise Unreadable."""
    try:
        found: Rules = settings_as_data.read(row.rules, Rules)
    except (BadData, Refusal, TypeError, ValueError) as error:
        raise Unreadable(row, error) from error
    return found


def insist_on_reading(row: League | Season) -> None:
    """Raise Unreadable if rules or settings of the table cannot be read, now or ever.

    A word list that is not loaded yet is no such fault.
    """
    rules_of(row)
    try:
        load_game(row.game, row.options)
    except NotLoaded:
        return
    except (BadData, Refusal, LookupError, TypeError) as error:
        raise Unreadable(row, error) from error


def is_readable(row: League | Season) -> bool:
    """Tell whether all that is agreed can be read."""
    try:
        insist_on_reading(row)
    except Unreadable:
        return False
    return True

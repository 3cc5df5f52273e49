"""Tiled Of It as text: a turn as a line, for the log, mails and tests.

``LE C2`` puts LE in column C of row 2, ``LE C2 pile`` takes it from the discard pile, and
``discard LE`` puts it there. Small letters are fine too.
"""

import re

from games.core.errors import BadNotation
from games.core.game import Player
from games.core.language.events import Event
from games.core.language.text import Text
from games.tiled_of_it.position.model import Action, Discard, Place

COLUMNS = "ABCDEFGH"
PLACE = re.compile(r"\s*([A-Z]{1,6})\s+([A-H])\s*([1-8])(\s+pile)?\s*", re.IGNORECASE)
DISCARD = re.compile(r"\s*discard\s+([A-Z]{1,6})\s*", re.IGNORECASE)
EXAMPLES = ("LE C2", "LE C2 pile", "discard LE")


def cell_text(row: int, col: int) -> str:
    """Return the name of a cell: column and row, ``A1`` in the top left corner."""
    return f"{COLUMNS[col]}{row + 1}"


def action_text(action: Action) -> str:
    """Return the action as a line."""
    card = action.card.upper()
    if isinstance(action, Discard):
        return f"discard {card}"
    text = f"{card} {cell_text(action.row, action.col)}"
    return f"{text} pile" if action.source == "discard" else text


def choice(action: Action) -> Text:
    """Return the action as a choice in a list."""
    card = action.card.upper()
    if isinstance(action, Discard):
        return Text("Discard {card}", card=card)
    cell = cell_text(action.row, action.col)
    if action.source == "discard":
        return Text("{card} from the pile on {cell}", card=card, cell=cell)
    return Text("{card} on {cell}", card=card, cell=cell)


def parse_action(text: str) -> Action:
    """Return the action a line stands for; raise BadNotation saying what was expected."""
    if not text.isascii():
        raise BadNotation.unlike(EXAMPLES, text)
    if match := DISCARD.fullmatch(text):
        return Discard(match[1].lower())
    if match := PLACE.fullmatch(text):
        card, column, row, pile = match.groups()
        col = COLUMNS.index(column.upper())
        return Place(card.lower(), int(row) - 1, col, "discard" if pile else "hand")
    raise BadNotation.unlike(EXAMPLES, text)


def read_log(player: Player, text: str) -> Event | None:
    """Return what a line of the log says was put on the grid, None if it says nothing of that."""
    try:
        action = parse_action(text)
    except BadNotation:
        return None
    if isinstance(action, Discard):
        return None  # its event tells that
    facts = {"card": action.card.upper(), "cell": cell_text(action.row, action.col)}
    return Event("picked" if action.source == "discard" else "put", player, facts)

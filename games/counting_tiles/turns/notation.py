"""Counting Tiles as text: an action as a line, for the log, mails and tests.

``7 B3`` puts the 7 in hand in column B of row 3, ``B3-E3`` moves a tile, ``B3/B4`` divides the one
at B3 by the one at B4. The bonuses are ``discard``, ``remove B3``, ``B3=1`` and ``wild B3``, and
``drop`` is the clock's. Small letters are read too, and the number of the tile in hand can be left
out.
"""

import re

from games.core.errors import BadNotation
from games.core.language.events import Event
from games.core.language.text import Text
from games.counting_tiles.position.model import (
    COLUMNS,
    LETTERS,
    PLAYER,
    Action,
    Change,
    Combine,
    Discard,
    Drop,
    Move,
    Place,
    Remove,
    Wild,
    cell_text,
)

EXAMPLES = ("B3", "B3-E3", "B3/B4", "discard", "remove B3", "B3=1", "wild B3")
CELL = r"([A-F][1-7])"
PUT = re.compile(r"\s*(\d{1,2})\s")
PATTERNS: tuple[tuple[re.Pattern[str], type[Action]], ...] = tuple(
    (re.compile(rf"\s*{pattern}\s*", re.IGNORECASE), action)
    for pattern, action in (
        (rf"(?:\d{{1,2}}\s+)?{CELL}", Place),
        (rf"{CELL}\s*-\s*{CELL}", Move),
        (rf"{CELL}\s*/\s*{CELL}", Combine),
        (r"discard", Discard),
        (rf"remove\s+{CELL}", Remove),
        (rf"{CELL}\s*=\s*1", Change),
        (rf"wild\s+{CELL}", Wild),
        (r"drop", Drop),
    )
)


def cell_of(text: str) -> int:
    """Return the cell of that name."""
    return (int(text[1]) - 1) * COLUMNS + LETTERS.index(text[0].upper())


def action_text(action: Action, tile: int | None) -> str:
    """Return the action as a line, with ``tile`` in hand."""
    match action:
        case Place(cell):
            return f"{tile} {cell_text(cell)}"
        case Move(cell, to):
            return f"{cell_text(cell)}-{cell_text(to)}"
        case Combine(cell, onto):
            return f"{cell_text(cell)}/{cell_text(onto)}"
        case Remove(cell):
            return f"remove {cell_text(cell)}"
        case Change(cell):
            return f"{cell_text(cell)}=1"
        case Wild(cell):
            return f"wild {cell_text(cell)}"
        case Discard() | Drop():
            return type(action).__name__.lower()


def choice(action: Action, tile: int | None) -> Text:
    """Return the action as a choice in a list, with ``tile`` in hand."""
    match action:
        case Place(cell):
            return Text("{tile} on {cell}", tile=tile or "", cell=cell_text(cell))
        case Move(cell, to):
            return Text("Move the tile on {cell} to {to}", cell=cell_text(cell), to=cell_text(to))
        case Combine(cell, onto):
            return Text(
                "Divide the tile on {cell} by the one on {onto}",
                cell=cell_text(cell),
                onto=cell_text(onto),
            )
        case Remove(cell):
            return Text("Remove the tile on {cell}", cell=cell_text(cell))
        case Change(cell):
            return Text("Change the tile on {cell} to 1", cell=cell_text(cell))
        case Wild(cell):
            return Text("Put a wild card on {cell}", cell=cell_text(cell))
        case Discard():
            return Text("Discard the tile in hand")
        case Drop():
            return Text("A random tile falls")


def parse_action(text: str) -> Action:
    """Return the action a line stands for; raise BadNotation, which says how one is written."""
    if text.isascii():
        for pattern, action in PATTERNS:
            if match := pattern.fullmatch(text):
                return action(*map(cell_of, match.groups()))
    raise BadNotation.unlike(EXAMPLES, text)


def read_log(text: str) -> Event | None:
    """Return what a line of the log says was done, None if it isn't one."""
    try:
        action = parse_action(text)
    except BadNotation:
        return None
    match action:
        case Place(cell):
            found = PUT.match(text)
            return Event("put", PLAYER, {"value": int(found[1]), "cell": cell}) if found else None
        case Move(cell, to):
            return Event("moved", PLAYER, {"cell": cell, "to": to})
        case Combine(cell, onto):
            return Event("divided", PLAYER, {"cell": cell, "onto": onto})
        case Discard():
            return Event("discarded", PLAYER)
        case Remove(cell):
            return Event("removed", PLAYER, {"cell": cell})
        case Change(cell):
            return Event("changed", PLAYER, {"cell": cell})
        case Wild(cell):
            return Event("wild", PLAYER, {"cell": cell})
        case Drop():
            return Event("dropped", PLAYER)

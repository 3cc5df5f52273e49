"""What a client reads in the frames of a match's socket; nothing else here knows their format.

Frames are searched and not parsed, as a client that plays has better things to do: what is looked
for stands nowhere else in the frames of these matches, in which nobody talks.
"""

import json
import random
import re
from typing import Any

PONG = '{"t":"pong"}'
# A frame that brings a position is the whole view, or what a move has changed of it.
_POSITION = re.compile(r'\{"t": ?"(?:view|moves)"')
_PING = re.compile(r'\{"t": ?"ping"')
_PLY = re.compile(r'"ply": ?(\d+)')  # the position's own comes first
_TO_MOVE = re.compile(r'"to_move": ?(\d+)')
_OVER = re.compile(r'"status": ?"finished"')
_HINTS = re.compile(r'"hints": ?')
_decoder = json.JSONDecoder()


def is_ping(frame: str) -> bool:
    """Tell whether a frame asks for a sign of life."""
    return _PING.match(frame) is not None


def ply_of(frame: str) -> int:
    """Return the ply of the position that a frame brings, -1 if it brings none."""
    found = _PLY.search(frame) if _POSITION.match(frame) else None
    return int(found[1]) if found else -1


def to_move(frame: str) -> int | None:
    """Return who is to move in the position of a frame, None if nobody is."""
    found = _TO_MOVE.search(frame)
    return int(found[1]) if found else None


def is_over(frame: str) -> bool:
    """Tell whether the match has ended in the position of a frame."""
    return _OVER.search(frame) is not None


def choose(frame: str, chance: random.Random) -> dict[str, Any]:
    """Return any of the moves of Tilekingdom that a frame offers to whoever is to move."""
    found = _HINTS.search(frame)
    assert found, frame
    hints, _ = _decoder.raw_decode(frame, found.end())
    return any_of(hints["places"], chance)


def any_of(places: Any, chance: random.Random) -> dict[str, Any]:
    """Return any of the moves of Tilekingdom that the hints of a position offer."""
    x, y, turns = chance.choice(places)
    rotation, subjects = chance.choice(turns)
    subject = chance.choice([None, *subjects])
    return {"type": "Place", "x": x, "y": y, "rotation": rotation, "subject": subject}

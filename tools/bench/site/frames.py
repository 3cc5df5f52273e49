"""What a client knows of the frames of a match's socket; nothing else here knows their format.

A frame is looked into as little as its reader needs: whoever only waits for a move looks for its
number, and only those who are next read the position.
"""

import json
import random
import re
from typing import Any

PONG = b'{"t":"pong"}'
_PING = re.compile(rb'\{"t": ?"ping"')
_VIEW = re.compile(rb'\{"t": ?"(view|news)"')
_PLY = re.compile(rb'"ply": ?(\d+)')  # that of the position comes before those of the log


def is_ping(frame: bytes) -> bool:
    """Tell whether a frame asks for a sign of life."""
    return _PING.match(frame) is not None


def ply_of(frame: bytes) -> int:
    """Return the ply of the position that a frame brings, -1 if it brings none."""
    found = _PLY.search(frame) if _VIEW.match(frame) else None
    return int(found[1]) if found else -1


def answered_ply(body: bytes) -> int:
    """Return the ply at which the site says that a move was made."""
    return int(json.loads(body)["ply"])


class Position:
    """What a page shows of a match of Tilekingdom, by the frames that have come."""

    def __init__(self) -> None:
        self.ply = -1
        self._unread = b""
        self._view: dict[str, Any] = {}

    def take(self, frame: bytes) -> bool:
        """Take a frame; tell whether it has brought a position."""
        ply = ply_of(frame)
        if ply < 0:
            return False
        self.ply, self._unread = ply, frame
        return True

    @property
    def view(self) -> dict[str, Any]:
        """The position as the site has told it."""
        if self._unread:
            self._view, self._unread = json.loads(self._unread), b""
        return self._view

    def choose(self, chance: random.Random) -> dict[str, Any]:
        """Return any of the moves that are offered."""
        return any_of(self.view["hints"]["places"], chance)


def any_of(places: Any, chance: random.Random) -> dict[str, Any]:
    """Return any of the moves of Tilekingdom that the hints of a view offer."""
    x, y, turns = chance.choice(places)
    rotation, subjects = chance.choice(turns)
    subject = chance.choice([None, *subjects])
    return {"type": "Place", "x": x, "y": y, "rotation": rotation, "subject": subject}

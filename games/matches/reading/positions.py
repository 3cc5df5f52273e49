"""Positions that a process knows: each was made here by a move, or decoded once.

A position follows from the entries of the log, so the log's last hash stands for it. What is told
of entries made elsewhere is kept with it: to play them costs less than to decode what they led to.
"""

import threading
from collections.abc import Sequence
from typing import Any, NamedTuple

from games.core.codec import BadData
from games.core.errors import IllegalAction
from games.core.game import Game
from games.core.rng import Rng
from games.matches.recent import Recent

AnyGame = Game[Any, Any, Any]

KNOWN = 400  # matches whose latest position a process keeps
MOST_AHEAD = 8  # entries that are kept to be played; after more the position is decoded


class Entry(NamedTuple):
    """An entry of a log: its ply, its action as JSON, and the hash of the log with it."""

    ply: int
    action: Any
    hash: str


class Known(NamedTuple):
    """A position, the hash of the log that led to it, and the entries made since."""

    hash: str
    state: Any
    ahead: tuple[Entry, ...] = ()

    @property
    def latest(self) -> str:
        """Return the hash of the latest log that can be reached from here."""
        return self.ahead[-1].hash if self.ahead else self.hash


_known: Recent[int, Known] = Recent(KNOWN)
_lock = threading.Lock()


def latest(match_id: int) -> str:
    """Return the hash of the log up to which a match's position is known here; "" for none."""
    known = _known.get(match_id)
    return known.latest if known else ""


def keep(match_id: int, log_hash: str, state: Any) -> Any:
    """Keep the position to which a log led, and return it."""
    _known.keep(match_id, Known(log_hash, state))
    return state


def note(match_id: int, before: str, entries: Sequence[Entry]) -> None:
    """Keep what is told of entries made after a log with the hash ``before``."""
    with _lock:
        known = _known.get(match_id)
        if known is None or known.latest != before:
            return
        if len(known.ahead) + len(entries) <= MOST_AHEAD:
            _known.keep(match_id, known._replace(ahead=(*known.ahead, *entries)))


def find(match_id: int, log_hash: str, rules: AnyGame, secret: bytes | None = None) -> Any | None:
    """Return the position to which a log led, if it is known here or follows from what is.

    Nothing follows without the match's ``secret``.
    """
    known = _known.get(match_id)
    if known is None:
        return None
    state, reached = known.state, known.hash
    try:
        for ply, action, log in known.ahead:
            if reached == log_hash or secret is None:
                break
            state = rules.apply_action(state, rules.decode_action(action), Rng(secret, ply))
            reached = log
    except (BadData, IllegalAction):  # a move taken back, or one by other rules: it is decoded
        return None
    if reached != log_hash:
        return None
    return state if known.hash == log_hash else keep(match_id, log_hash, state)

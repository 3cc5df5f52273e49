"""Whether the site is closed while its host changes something, as far as this process knows.

A web process learns it by its pulse (games.matches.clocks), which it notes every two seconds, so no
page asks the database for it. A worker asks every two seconds: while the site is closed no task is
carried out, as each is a hint and the next sweep sees the rows.
"""

import time
from collections.abc import Callable

LOOK_EVERY = 2.0  # seconds


class _Known:
    is_on = False
    asked_at = -LOOK_EVERY  # by the monotonic clock


def note(*, is_on: bool) -> None:
    """Note whether the site is closed."""
    _Known.is_on = is_on


def is_on() -> bool:
    """Tell whether the site is closed."""
    return _Known.is_on


def is_on_for_tasks(ask: Callable[[], bool]) -> bool:
    """Tell whether the site is closed; of all tasks of this process one asks every two seconds."""
    now = time.monotonic()
    if now - _Known.asked_at >= LOOK_EVERY:
        _Known.is_on, _Known.asked_at = ask(), now
    return _Known.is_on

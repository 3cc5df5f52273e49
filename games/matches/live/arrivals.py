"""When a request came: a loop that is held up reads late what came in time.

Every now and then it's noted until when all has been read. Whatever is read right after the loop
was held up may have come at any moment since, and counts from the first.
"""

import asyncio
from datetime import datetime, timedelta

from accounts.edge.clock import read_clock

NOTE_EVERY = 0.25  # seconds
SETTLING = 0.05  # seconds, in which what has come by then is read
HELD_UP = timedelta(seconds=1)


class _Read:
    until: datetime | None = None


async def note() -> None:
    """Note that all has been read that came until now."""
    at = read_clock()
    await asyncio.sleep(SETTLING)
    _Read.until = at


def instant() -> datetime:
    """Return when what is being read came, at the earliest."""
    at = read_clock()
    if _Read.until is not None and at - _Read.until > HELD_UP:
        return _Read.until
    return at

"""Whether workers rest: during maintenance no task is carried out.

Each is a hint, and the next sweep sees the rows.
"""

import time

LOOK_EVERY = 2.0  # seconds


class _Last:
    looked_at = -LOOK_EVERY  # by the monotonic clock
    rests = False


def rests() -> bool:
    """Tell whether the site rests; of all tasks of this process one asks every two seconds."""
    from games.matches import play  # the apps are ready by now

    now = time.monotonic()
    if now - _Last.looked_at >= LOOK_EVERY:
        _Last.rests, _Last.looked_at = play.in_maintenance(), now
    return _Last.rests

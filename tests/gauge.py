"""How slow this machine is just now: what guards against hanging waits for as much longer.

Tests wait for facts, and go on as soon as those are there. A wait that only ends what would hang is
PATIENCE seconds long, or ``patience(seconds)`` where another length says more.
"""

import os
import time

_ROUNDS, _USUAL = 400_000, 0.04  # of a loop, and the seconds it takes on a good machine
_NAME = "TESTS_SLOWNESS"


def _measure() -> float:
    """Return how many times longer than on a good machine a fixed loop takes, at least 1."""
    began = time.perf_counter()
    for number in range(_ROUNDS):
        number * number
    return max(1.0, (time.perf_counter() - began) / _USUAL)


# Taken once for a run: its parallel workers and programs read what the first process has found.
SLOWNESS = float(os.environ.setdefault(_NAME, f"{_measure():.1f}"))


def patience(seconds: float) -> float:
    """Return the seconds to wait here for what takes less than ``seconds`` on a good machine."""
    return seconds * SLOWNESS


PATIENCE = patience(60.0)
# A site's first start writes tables and words, and may do so beside all else a machine has to do.
FIRST_START = patience(300.0)

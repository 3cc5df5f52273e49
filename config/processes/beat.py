"""The clock of the periodic tasks, which notes that it lives."""

import time
from pathlib import Path
from typing import Any

from celery import beat
from django.conf import settings
from typing_extensions import override

from config.processes import alive

EVERY = 10.0  # seconds between two notes


class Scheduler(beat.Scheduler):
    """The periodic tasks, and when they were queued last: in memory alone."""

    _noted_at = float("-inf")

    @override
    def tick(self, *args: Any, **kwargs: Any) -> float:
        """Queue what is due; return the seconds until the next is."""
        at = time.monotonic()
        if at - self._noted_at >= EVERY:
            alive.note(Path(settings.DATA_DIR), "beat")
            self._noted_at = at
        return float(super().tick(*args, **kwargs))

"""Python runs this first where ``PYTHONPATH`` names its folder: the machine's clock goes wrong.

It's ahead by ``CLOCK_AHEAD`` seconds in all of a node's programs.
"""

import os
from datetime import datetime, timedelta

from django.utils import timezone

AHEAD = timedelta(seconds=float(os.environ["CLOCK_AHEAD"]))
right = timezone.now


def wrong() -> datetime:
    """Return what this node takes the time to be."""
    return right() + AHEAD


timezone.now = wrong

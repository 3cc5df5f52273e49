"""Maintenance: all clocks stand while the host of the site changes something.

It's noted in the row of the pulse. While it is, nobody reaches the site: the pulse doesn't beat, so
no clock moves and no seat is taken. At its end all of that time is given back, once.
"""

from datetime import datetime, timedelta

from django.db import transaction

from config.processes import maintenance
from games.matches.clocks.pulse import LONGEST, end_outage, first_pulse
from games.matches.models import Pulse


def begin_maintenance(*, now: datetime) -> bool:
    """Have all clocks stand from now on; return False if they do already."""
    with transaction.atomic():
        pulse = first_pulse(now)
        if pulse.maintenance_at is not None:
            return False
        # A silence that has begun before goes on.
        if now - pulse.beat_at <= LONGEST:
            pulse.beat_at = max(now, pulse.beat_at)
        pulse.maintenance_at = now
        pulse.save(update_fields=["beat_at", "maintenance_at"])
    return True


def end_maintenance(*, now: datetime) -> timedelta | None:
    """Let clocks go on and return the time they got back, or None if there was no maintenance."""
    with transaction.atomic():
        pulse = first_pulse(now)
        if pulse.maintenance_at is None:
            return None
        stood = end_outage(pulse, now)
    maintenance.note(is_on=False)
    return stood


def in_maintenance() -> bool:
    """Tell whether the site rests, as the database knows it."""
    return Pulse.objects.filter(maintenance_at__isnull=False).exists()

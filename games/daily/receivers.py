"""What follows for challenges when a match is over: if it's one of theirs, its points are noted."""

from typing import Any

from django.dispatch import receiver

from games.daily import acts
from games.matches.signals import match_finished


@receiver(match_finished)
def note_points(match_id: int, **_: Any) -> None:
    """Note the points of a day's game; the sweep finds it if this is lost."""
    acts.note(match_id=match_id)

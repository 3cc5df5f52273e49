"""What follows in the lobby when people do something elsewhere."""

from typing import Any

from django.dispatch import receiver

from accounts.signals import blocked
from lobby import services


@receiver(blocked)
def part_people(user_id: int, other_id: int, **_: Any) -> None:
    """Have two people wait at no table together, once one has blocked the other."""
    services.keep_apart(user_id=user_id, other_id=other_id)

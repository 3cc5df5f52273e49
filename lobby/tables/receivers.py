"""What follows in the lobby when people do something elsewhere."""

from typing import Any

from django.dispatch import receiver

from accounts.edge.clock import read_clock
from accounts.rest.signals import holiday_changed
from accounts.trust.signals import blocked
from lobby.tables.acts import clearing


@receiver(blocked)
def part_people(user_id: int, other_id: int, **_: Any) -> None:
    """Have two people wait at no table together, once one has blocked the other."""
    clearing.keep_apart(user_id=user_id, other_id=other_id)


@receiver(holiday_changed)
def get_up(user_id: int, **_: Any) -> None:
    """Have somebody wait no longer where the clock would not stop for the holiday just booked."""
    now = read_clock()
    clearing.get_up_for_holiday(user_id=user_id, now=now)

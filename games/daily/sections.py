"""What a profile tells of challenges: on how many days in a row somebody finished one."""

from typing import Any

from accounts.edge.clock import read_clock
from accounts.users.models import User
from games.daily import days, reading


def streak(person: User, _viewer: User | None) -> dict[str, Any] | None:
    """Tell on how many days in a row somebody finished a challenge."""
    if not days.is_on() or person.is_guest:
        return None
    found = reading.streak_of(user_id=person.pk, now=read_clock())
    return {"streak": found} if found.longest else None

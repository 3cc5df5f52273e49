"""What people are called at their seats: the name they had when they sat down, or a later one."""

import contextlib
from datetime import UTC, datetime

from games.matches.models import Match, Seat
from games.matches.play.held import hold

NEVER = datetime.min.replace(tzinfo=UTC)  # no clock hears of it


def rename(user_id: int, name: str) -> None:
    """Give a person's seats a new name, in running matches and in those that are over.

    Works in the transaction that changes the name. No entry of a log has a name in it, so the
    chains of their hashes stay as they are; a running match gets a version, for whoever watches it.
    """
    seats = Seat.objects.filter(user_id=user_id).exclude(name=name)
    running = seats.filter(match__status=Match.Status.RUNNING).order_by("match_id")
    with contextlib.ExitStack() as held_until_then:
        for match_id in running.values_list("match_id", flat=True):
            held = held_until_then.enter_context(hold(match_id, now=NEVER))
            if held.is_running:
                held.seats_changed = True
                held.seen()
                for seat in held.seats:
                    seat.name = name if seat.user_id == user_id else seat.name
        seats.update(name=name)

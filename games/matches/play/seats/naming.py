"""What people are called at their seats: the name they had when they sat down, or a later one."""

from games.matches import reading
from games.matches.models import Match, Seat
from games.matches.play.rows import lock, save_match
from games.matches.play.telling import announce


def rename(user_id: int, name: str) -> None:
    """Give a person's seats a new name, in running matches and in those that are over.

    Works in the transaction that changes the name. No entry of a log has a name in it, so the
    chains of their hashes stay as they are; a running match gets a version, for whoever watches it.
    """
    seats = Seat.objects.filter(user_id=user_id).exclude(name=name)
    running = seats.filter(match__status=Match.Status.RUNNING)
    held = [lock(key) for key in running.order_by("match_id").values_list("match_id", flat=True)]
    seats.update(name=name)
    for match in held:
        if match.status == Match.Status.RUNNING:
            save_match(match)
            announce(match, reading.seats(match_id=match.pk))

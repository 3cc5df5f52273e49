"""The mails of tables that wait."""

from datetime import datetime

from accounts import notifications
from accounts.mail import Hold, Mail, compose
from accounts.models import Notification
from games.registry import game_class
from lobby import queries

LABEL = "Someone wants a rematch with you"


def register() -> None:
    """Make the kind of mail known to the outbox."""
    notifications.register_kind("table", LABEL, rematch_mail)


def rematch_mail(notice: Notification, _now: datetime) -> Mail | Hold:
    """Return the mail about a rematch, or hold it: the table has begun, or one sits there."""
    lobby = queries.waiting(lobby_id=notice.ref["lobby"])
    if lobby is None or any(seat.user_id == notice.user_id for seat in lobby.seats.all()):
        return Hold("the table no longer waits for you")
    title = game_class(lobby.game).info.title
    return compose(
        notice=notice,
        label=LABEL,
        subject=f"{notice.ref['by']} would like a rematch: {title}",
        lines=[f"{notice.ref['by']} has set up the table again and keeps a seat for you."],
        link=lobby.get_absolute_url(),
        action="Sit down",
    )

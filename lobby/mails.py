"""The mails of tables that wait."""

from datetime import datetime

from accounts import notifications
from accounts.mail import Hold, Mail, compose
from accounts.models import Notification
from games.registry import game_class
from lobby import queries

LABEL = "Someone wants a rematch with you"


INVITED = "A friend keeps a seat for you"


def register() -> None:
    """Make the kinds of mail known to the outbox."""
    notifications.register_kind("table", LABEL, rematch_mail)
    notifications.register_kind("invitation", INVITED, invitation_mail)


def invitation_mail(notice: Notification, _now: datetime) -> Mail | Hold:
    """Return the mail about a seat that a friend keeps, or hold it: it is taken or given up."""
    lobby = queries.waiting(lobby_id=notice.ref["lobby"])
    seats = lobby.seats.all() if lobby else []
    kept = any(seat.kept_for_id == notice.user_id and not seat.taken for seat in seats)
    if lobby is None or not kept:
        return Hold("no seat is kept for you")
    info = game_class(lobby.game).info
    by = notice.ref["by"]
    return compose(
        notice=notice,
        label=INVITED,
        subject=f"{by} would like to play {info.title} with you",
        lines=[
            f"{by} has opened a table of {info.title} and keeps a seat for you.",
            f"The clock: {info.time_in_words(lobby.control)}.",
        ],
        link=lobby.get_absolute_url(),
        action="Look at the table",
    )


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

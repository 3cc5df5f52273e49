"""The mails of tables that wait."""

from datetime import datetime
from typing import TYPE_CHECKING

from accounts import notifications
from accounts.mail import Hold, Mail, compose
from accounts.models import Notification
from games.registry import game_class
from lobby import queries

if TYPE_CHECKING:
    from lobby.models import Lobby

LABEL = "Someone wants a rematch with you"


INVITED = "A friend keeps a seat for you"
AWAY = "You got up from a table, as you have a vacation"


def register() -> None:
    """Make the kinds of mail known to the outbox."""
    notifications.register_kind("table", LABEL, rematch_mail)
    notifications.register_kind("invitation", INVITED, invitation_mail)
    notifications.register_kind("away", AWAY, away_mail)


def invitation_mail(notice: Notification, _now: datetime) -> Mail | Hold:
    """Return the mail about a seat that a friend keeps, or hold it: it is taken or given up."""
    lobby = _keeping(notice)
    if lobby is None:
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


def away_mail(notice: Notification, _now: datetime) -> Mail | Hold:
    """Return the mail about a table that somebody left because its clock stops for no vacation."""
    title = game_class(notice.ref["game"]).info.title
    return compose(
        notice=notice,
        label=AWAY,
        subject=f"You got up from a table of {title}",
        lines=[
            (
                "You have a vacation, and the clock of this table does not stop for one. So you "
                "got up from it before it began. If it still waits when your vacation is over or "
                "called off, you can sit down again."
            )
        ],
        link=notice.about,
        action="Look at the table",
    )


def rematch_mail(notice: Notification, _now: datetime) -> Mail | Hold:
    """Return the mail about a rematch, or hold it: it has begun, or no seat is kept any more."""
    lobby = _keeping(notice)
    if lobby is None:
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


def _keeping(notice: Notification) -> "Lobby | None":
    """Return the table a notice is about if a seat is kept there for its reader."""
    lobby = queries.waiting(lobby_id=notice.ref["lobby"])
    seats = lobby.seats.all() if lobby else []
    kept = (seat.kept_for_id == notice.user_id and not seat.taken for seat in seats)
    return lobby if any(kept) else None

"""The mails of tables that wait."""

from datetime import datetime
from typing import TYPE_CHECKING

from django.utils.translation import gettext, gettext_noop
from django.utils.translation import gettext_lazy as _

from accounts.notices import outbox as notifications
from accounts.notices.mail import Hold, Mail, compose
from accounts.notices.models import Notification
from games.registry import game_class
from lobby.ratings.terms import in_words
from lobby.tables import reading

if TYPE_CHECKING:
    from lobby.tables.models import Lobby

LABEL = _("Someone would like a rematch")
INVITED = _("A friend is keeping a seat for you")
AWAY = _("We've freed your seat because of your holiday")


def register() -> None:
    """Make the kinds of mail known to the outbox."""
    people = notifications.Subject.PEOPLE
    notifications.register_kind("invitation", INVITED, invitation_mail, subject=people)
    notifications.register_kind("table", LABEL, rematch_mail, subject=people)
    notifications.register_kind("away", AWAY, away_mail, subject=people)


def invitation_mail(notice: Notification, _now: datetime) -> Mail | Hold:
    """Return the mail about a seat that a friend keeps, or hold it: it is taken or given up."""
    lobby = _keeping(notice)
    if lobby is None:
        return Hold(gettext_noop("your seat was no longer being kept"))
    info = game_class(lobby.game).info
    by = notice.ref["by"]
    return compose(
        notice=notice,
        label=INVITED,
        subject=gettext("%(name)s would like to play %(game)s with you")
        % {"name": by, "game": info.title},
        lines=[
            gettext("%(name)s has opened a table for %(game)s and is keeping a seat for you.")
            % {"name": by, "game": info.title},
            gettext("The clock: %(time)s.") % {"time": info.time_in_words(lobby.control)},
            f"{in_words(reading.terms_of(lobby))}.",
        ],
        link=lobby.get_absolute_url(),
        action=gettext("Go to the table"),
    )


def away_mail(notice: Notification, _now: datetime) -> Mail | Hold:
    """Return the mail about a table that somebody left because its clock stops for no holiday."""
    title = game_class(notice.ref["game"]).info.title
    return compose(
        notice=notice,
        label=AWAY,
        subject=gettext("We've freed your seat at %(game)s because of your holiday")
        % {"game": title},
        lines=[
            gettext(
                "This table's clock doesn't stop for holidays, so we freed your seat before the "
                "game started. If the table is still waiting when you're back, you can sit down "
                "again."
            )
        ],
        link=notice.about,
        action=gettext("Go to the table"),
    )


def rematch_mail(notice: Notification, _now: datetime) -> Mail | Hold:
    """Return the mail about a rematch, or hold it: it has begun, or no seat is kept any more."""
    lobby = _keeping(notice)
    if lobby is None:
        return Hold(gettext_noop("the seat was no longer being kept for you"))
    said = {"name": notice.ref["by"], "game": game_class(lobby.game).info.title}
    return compose(
        notice=notice,
        label=LABEL,
        subject=gettext("%(name)s would like a rematch at %(game)s") % said,
        lines=[
            gettext("%(name)s has set up the table again and is keeping a seat for you.") % said,
            f"{in_words(reading.terms_of(lobby))}.",
        ],
        link=lobby.get_absolute_url(),
        action=gettext("Sit down"),
    )


def _keeping(notice: Notification) -> "Lobby | None":
    """Return the table a notice is about if a seat is kept there for its reader."""
    lobby = reading.waiting(lobby_id=notice.ref["lobby"])
    seats = lobby.seats.all() if lobby else []
    kept = (seat.kept_for_id == notice.user_id and not seat.taken for seat in seats)
    return lobby if any(kept) else None

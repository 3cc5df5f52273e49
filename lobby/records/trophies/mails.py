"""The notice about a trophy: on the site, and elsewhere only for those who choose so."""

from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext, gettext_noop
from django.utils.translation import gettext_lazy as _

from accounts.notices import outbox
from accounts.notices.kinds import APP
from accounts.notices.mail import Hold, Mail, compose
from accounts.notices.models import Notification
from lobby.records.models import Trophy
from lobby.records.trophies import showing

LABEL = _("You've earned a trophy")


def register() -> None:
    """Make the kind of notice known to the outbox."""
    outbox.register_kind("trophy", LABEL, trophy_mail, on=(APP,), subject=outbox.Subject.LEAGUES)


def trophy_mail(notice: Notification, _now: datetime) -> Mail | Hold:
    """Return the notice about a trophy, or hold it: it has been taken back."""
    row = Trophy.objects.select_related("season__league").filter(pk=notice.ref["trophy"]).first()
    if row is None:
        return Hold(gettext_noop("the trophy had been taken back"))
    shown = showing.of(row)
    return compose(
        notice=notice,
        label=LABEL,
        subject=gettext("You've earned a trophy: %(trophy)s") % {"trophy": shown.title},
        lines=[f"{shown.why}."],
        link=reverse("profile", args=[notice.user.username]) + "#trophies",
        action=gettext("See your trophies"),
    )

"""The mail about a holiday that began by itself, so that somebody who was away knows."""

from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop

from accounts.notices.delivery.scheduling import schedule
from accounts.notices.kinds import register_kind
from accounts.notices.mail import Hold, Mail, compose
from accounts.notices.models import Notification
from accounts.rest import week
from accounts.rest.models import HolidayRow

KIND, LABEL = "holiday", gettext_lazy("Your holiday has started automatically")


def register() -> None:
    """Make the kind of mail known to the outbox."""
    register_kind(KIND, LABEL, begun_mail)


def tell_begun(row: HolidayRow) -> None:
    """Owe the mail about a holiday that began by itself, in the transaction that stores it."""
    schedule(
        user_id=row.user_id,
        kind=KIND,
        key=f"holiday:{row.pk}",
        ref={"holiday": row.pk},
        due_at=row.from_at,
        about=reverse("holiday"),
    )


def begun_mail(notice: Notification, now: datetime) -> Mail | Hold:
    """Return the mail about a holiday that began by itself, if it still goes on."""
    row = HolidayRow.objects.filter(pk=notice.ref["holiday"]).first()
    if row is None or row.ended_at is not None or row.until_at <= now:
        return Hold(gettext_noop("your holiday had ended"))
    until = week.until(row.until_at, zone=notice.user.zone, now=now)
    return compose(
        notice=notice,
        label=LABEL,
        subject=_("Your holiday has started automatically"),
        lines=[
            _(
                "You had nearly run out of time for a turn, so we've stopped your clocks until "
                "%(until)s at every table that allows holidays."
            )
            % {"until": until},
            _(
                "When you're back, end your holiday on the holiday page, and you'll get back the "
                "days that haven't begun. You can also turn off the automatic start there."
            ),
        ],
        link=reverse("holiday"),
        action=_("My holiday"),
    )

"""The mail that a vacation began by itself: somebody was away, and is to know what it cost."""

from datetime import datetime

from django.urls import reverse

from accounts import models, week
from accounts.mail import Hold, Mail, compose
from accounts.notices.kinds import register_kind
from accounts.notices.owing import schedule

KIND, LABEL = "vacation", "Your vacation has begun by itself"


def register() -> None:
    """Make the kind of mail known to the outbox."""
    register_kind(KIND, LABEL, begun_mail)


def tell_begun(row: models.Vacation) -> None:
    """Owe the mail about a vacation that began by itself, in the transaction that stores it."""
    schedule(
        user_id=row.user_id,
        kind=KIND,
        key=f"vacation:{row.pk}",
        ref={"vacation": row.pk},
        due_at=row.from_at,
        about=reverse("vacation"),
    )


def begun_mail(notice: models.Notification, now: datetime) -> Mail | Hold:
    """Return the mail about a vacation that began by itself, if it still goes on."""
    row = models.Vacation.objects.filter(pk=notice.ref["vacation"]).first()
    if row is None or row.ended_at is not None or row.until_at <= now:
        return Hold("the vacation is over")
    until = week.until(row.until_at, zone=notice.user.zone, now=now)
    return compose(
        notice=notice,
        label=LABEL,
        subject=LABEL,
        lines=[
            (
                "Your time for a turn was nearly up, so your vacation began by itself. Your clocks "
                f"stand still until {until} at all tables that have vacation."
            ),
            (
                "When you come back, say so on the page of your vacation: days that have not begun "
                "are yours again. There you can also choose that it never begins by itself."
            ),
        ],
        link=reverse("vacation"),
        action="My vacation",
    )

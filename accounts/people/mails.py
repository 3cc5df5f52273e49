"""The mails between people and from moderators: who would be a friend, what became of a report."""

from datetime import datetime

from django.urls import reverse
from django.utils.formats import date_format

from accounts import notifications
from accounts.mail import Hold, Mail, compose
from accounts.models import Notification, User
from accounts.people import friends, reports
from accounts.people.cases import Act

LABELS = {
    "friend": "Someone would like to be your friend",
    "report": "What became of something you reported",
    "silence": "A moderator has something to tell you",
}


def register() -> None:
    """Make these kinds known to the outbox."""
    notifications.register_kind("friend", LABELS["friend"], friend_mail)
    notifications.register_kind("report", LABELS["report"], report_mail)
    notifications.register_kind("silence", LABELS["silence"], silence_mail)


def friend_mail(notice: Notification, _now: datetime) -> Mail | Hold:
    """Return the mail about a question for friendship, or hold it: it is answered already."""
    asker = User.objects.filter(pk=notice.ref["asker"], is_active=True).first()
    if asker is None:
        return Hold("the account is closed")
    if friends.standing(user_id=notice.user_id, other_id=asker.pk) != "asks":
        return Hold("it is answered")
    name = asker.display_name
    return compose(
        notice=notice,
        label=LABELS["friend"],
        subject=f"{name} would like to be your friend",
        lines=[
            (
                f"{name} would like to be your friend. Friends see when the other is here, and can "
                "keep a seat for each other. If you would rather not, do nothing."
            )
        ],
        link=reverse("people"),
        action="Answer",
    )


def report_mail(notice: Notification, _now: datetime) -> Mail | Hold:
    """Return the mail that tells what became of a report."""
    try:
        case = reports.get(report_id=notice.ref["report"])
    except reports.UnknownReport:
        return Hold("there is no such report")
    return compose(
        notice=notice,
        label=LABELS["report"],
        subject="What became of your report",
        lines=[f"You reported a line of {case.about_name}.", reports.outcome(case)],
        link=reverse("people"),
        action="Your reports",
    )


def silence_mail(notice: Notification, now: datetime) -> Mail | Hold:
    """Return the mail that tells somebody until when he may not write, and why."""
    ruling = reports.silence_of(user_id=notice.user_id, now=now)
    if ruling is None or ruling.pk != notice.ref["ruling"] or ruling.act != Act.SILENCE:
        return Hold("it is over")
    assert ruling.until_at is not None  # noqa: S101 - a silence has an end
    until = date_format(ruling.until_at.astimezone(notice.user.zone), "j F Y, H:i")
    return compose(
        notice=notice,
        label=LABELS["silence"],
        subject=f"You cannot write at tables until {until}",
        lines=[
            f"A moderator has read what you wrote at a table. You cannot write until {until}.",
            f"The reason: {ruling.reason}",
            "You can play on as before.",
        ],
        link=reverse("people"),
        action="Read about it",
    )

"""The mails between people and from moderators: who would be a friend, what became of a report."""

from datetime import datetime

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop

from accounts.notices import outbox as notifications
from accounts.notices.mail import Hold, Mail, compose
from accounts.notices.models import Notification
from accounts.trust import friends, reports
from accounts.trust.models import Measure
from accounts.users.models import User

LABELS = {
    "friend": gettext_lazy("Someone would like to be your friend"),
    "report": gettext_lazy("The outcome of something you reported"),
    "silence": gettext_lazy("A moderator has something to tell you"),
}


def register() -> None:
    """Make these kinds known to the outbox."""
    notifications.register_kind(
        "friend", LABELS["friend"], friend_mail, subject=notifications.Subject.PEOPLE
    )
    notifications.register_kind("report", LABELS["report"], report_mail)
    notifications.register_kind("silence", LABELS["silence"], silence_mail)


def friend_mail(notice: Notification, _now: datetime) -> Mail | Hold:
    """Return the mail about a question for friendship, or hold it: it is answered already."""
    asker = User.objects.filter(pk=notice.ref["asker"], is_active=True).first()
    if asker is None:
        return Hold(gettext_noop("the account is closed"))
    if friends.standing(user_id=notice.user_id, other_id=asker.pk) != "asks":
        return Hold(gettext_noop("you had already answered"))
    name = asker.display_name
    return compose(
        notice=notice,
        label=LABELS["friend"],
        subject=_("%(name)s would like to be your friend") % {"name": name},
        lines=[
            _(
                "%(name)s would like to be your friend. As friends, you can each see when the "
                "other is here, and keep seats for each other. If you'd rather not, just do "
                "nothing."
            )
            % {"name": name}
        ],
        link=reverse("people"),
        action=_("Answer"),
    )


def report_mail(notice: Notification, _now: datetime) -> Mail | Hold:
    """Return the mail that tells what became of a report."""
    try:
        case = reports.get(report_id=notice.ref["report"])
    except reports.UnknownReport:
        return Hold(gettext_noop("the report had been deleted"))
    return compose(
        notice=notice,
        label=LABELS["report"],
        subject=_("We've reached a decision on your report about %(name)s")
        % {"name": case.about_name},
        lines=[
            _("You reported a message from %(name)s.") % {"name": case.about_name},
            reports.outcome(case),
        ],
        link=reverse("people"),
        action=_("My reports"),
    )


def silence_mail(notice: Notification, now: datetime) -> Mail | Hold:
    """Return the mail that tells somebody until when they can't write, and why."""
    decision = reports.silence_of(user_id=notice.user_id, now=now)
    if (
        decision is None
        or decision.pk != notice.ref["decision"]
        or decision.measure != Measure.SILENCE
    ):
        return Hold(gettext_noop("you could already post messages again"))
    assert decision.until_at is not None  # noqa: S101 - a silence has an end
    until = date_format(decision.until_at.astimezone(notice.user.zone), "j F Y, H:i")
    return compose(
        notice=notice,
        label=LABELS["silence"],
        subject=_("You can't post messages until %(until)s") % {"until": until},
        lines=[
            _("A moderator has read what you wrote and silenced you until %(until)s.")
            % {"until": until},
            _("Their reason: %(reason)s") % {"reason": decision.reason},
            _("You can still play as usual."),
        ],
        link=reverse("people"),
        action=_("See the details"),
    )

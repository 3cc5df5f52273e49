"""Mails that come back: mail is paused for the address, and its owner is told so on every page."""

from datetime import datetime

from django.db.models.functions import Now
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop

from accounts.edge import addresses
from accounts.notices.delivery.reasons import with_fact
from accounts.notices.delivery.scheduling import schedule
from accounts.notices.kinds import MAIL, Urgency, register_kind
from accounts.notices.mail import Hold, Mail, compose
from accounts.notices.models import Delivery, DeliveryStatus, NoticeChoices, Notification
from accounts.users.models import User

AGAIN, AGAIN_LABEL = "again", gettext_lazy("Our emails are reaching you again")


def register() -> None:
    """Make the mail known that tries whether mail arrives again."""
    register_kind(AGAIN, AGAIN_LABEL, again_mail, urgency=Urgency.LAST, on=(MAIL,), optional=False)


def note_bounce(*, user_id: int, address: str, reason: str) -> bool:
    """Pause mail to an address that takes none, if it is still that person's; return whether."""
    user = User.objects.filter(pk=user_id).first()
    if user is None or not addresses.same(user.email, address):
        return False
    reason = " ".join(reason.split())[:150] or gettext_noop("it gave no reason")
    facts = {"refused_address": user.email, "refused_reason": reason, "refused_at": Now()}
    NoticeChoices.objects.update_or_create(user=user, defaults=facts)
    sent = Delivery.objects.filter(user=user, channel=MAIL, status=DeliveryStatus.SENT)
    last = sent.order_by("-sent_at").values("pk")[:1]
    outcome = with_fact(gettext_noop("it came back: %(fact)s"), reason)
    Delivery.objects.filter(pk__in=last).update(outcome=outcome)
    return True


def try_again(*, user: User, now: datetime) -> None:
    """Let mail go out again to somebody, beginning with one that says so."""
    NoticeChoices.objects.filter(user=user).update(
        refused_address="", refused_reason="", refused_at=None
    )
    schedule(
        user_id=user.pk,
        kind=AGAIN,
        key=f"again:{user.pk}:{now.timestamp():.0f}",
        ref={},
        due_at=now,
        about=reverse("preferences"),
    )


def again_mail(notice: Notification, _now: datetime) -> Mail | Hold:
    """Return the mail that says that mail arrives again."""
    return compose(
        notice=notice,
        label=AGAIN_LABEL,
        subject=_("Our emails are reaching you again"),
        lines=[
            _("An earlier email to this address came back. This one has arrived, so all is well.")
        ],
        link=reverse("preferences"),
        action=_("My preferences"),
    )

"""Which mail leaves when: a budget for the day, what is kept of it, and what goes together.

A quarter of the day's mails, and at least one, is kept for last reminders. What can wait then waits
for the day's last hour for digests, or for a last reminder to go with; and the day's last mail
takes along all that would be too late tomorrow. So nobody gets more mails in a day than they want,
and yet no deadline passes unannounced.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Q, QuerySet
from django.utils.translation import gettext_noop as _

from accounts.notices import kinds
from accounts.notices.delivery import reasons
from accounts.notices.delivery.digests import DIGEST, bundle, urgency_of
from accounts.notices.kinds import ACCOUNT, MAIL, Urgency
from accounts.notices.models import Delivery, DeliveryStatus
from accounts.notices.preferences import reading
from accounts.notices.preferences.hours import (
    SOON_AFTER,
    day_of,
    last_digest,
    next_digest,
    quiet_at,
    tomorrow,
)
from accounts.notices.preferences.reading import Person

# So soon due, a notice may as well go with the day's last mail.
NEARLY_DUE = timedelta(hours=1)
KEPT = _("we kept what was left of your daily email limit for last reminders")


@dataclass(frozen=True)
class Wait:
    """Why a delivery does not leave yet; without ``until`` it never will."""

    reason: str
    until: datetime | None = None
    bundled: bool = False


def reserve(mails_per_day: int) -> int:
    """Return how many of a day's mails are kept for last reminders."""
    return max(1, mails_per_day // 4)


def choose(delivery: Delivery, now: datetime) -> Delivery | Wait:
    """Return what leaves when a delivery is due: it, the digest it goes with, or why it waits.

    The caller holds the delivery and its user, so that a day's mails are counted by one at a time.
    """
    channel = kinds.CHANNELS.get(delivery.channel)
    if channel is None or not channel.rings:
        return delivery
    person = reading.person(delivery.user_id)
    if wait := _quiet(delivery, person, now):
        return wait
    if delivery.channel != MAIL:
        return delivery
    if person.refusal:
        return Wait(
            reasons.with_fact(
                _("your mail server refused an earlier email: %(fact)s"), person.refusal
            )
        )
    return _within_budget(delivery, person, now)


def _quiet(delivery: Delivery, person: Person, now: datetime) -> Wait | None:
    night = quiet_at(person.hours, now)
    kind = kinds.KINDS.get(delivery.notification.kind)
    if night is None or (kind and not kind.optional):
        return None  # what somebody has asked for comes
    deadline_at = delivery.notification.deadline_at
    is_over_soon = deadline_at is not None and deadline_at <= night.to_at + SOON_AFTER
    if urgency_of(delivery) is Urgency.LAST and is_over_soon:
        return None
    return Wait(_("your quiet hours"), until=night.to_at, bundled=delivery.bundled)


def _within_budget(delivery: Delivery, person: Person, now: datetime) -> Delivery | Wait:
    today = day_of(person.hours.zone, now)
    if delivery.lease_until is not None and delivery.lease_until > today.from_at:
        return delivery  # whoever took it never said whether it went; it is paid for
    left = person.mails_per_day - spent(user_id=delivery.user_id, since=today.from_at)
    is_last_reminder = urgency_of(delivery) is Urgency.LAST
    if left <= 0:
        until = tomorrow(person.hours, now)
        if is_last_reminder and _is_too_late(delivery, until + SOON_AFTER):
            until = today.to_at  # though it may be quiet
        elif not is_last_reminder:
            until = next_digest(person.hours, until)
        return Wait(_("you had reached your daily email limit"), until=until, bundled=True)
    is_reserve = left <= reserve(person.mails_per_day)
    if is_reserve and not is_last_reminder and delivery.notification.kind != DIGEST:
        evening = last_digest(person.hours, now)
        if evening and now < evening:
            return Wait(KEPT, until=evening, bundled=True)
        if not (evening and delivery.bundled and delivery.due_at <= evening):
            morning = next_digest(person.hours, tomorrow(person.hours, now))
            return Wait(KEPT, until=morning, bundled=True)
    others = _companions(delivery, person, now, left=left, is_reserve=is_reserve)
    return bundle(delivery, others, now) if others else delivery


def spent(*, user_id: int, since: datetime) -> int:
    """Return how many mails a person was sent since an instant, with those on their way.

    Mails about the account itself are not counted: somebody waits for them.
    """
    mails = Delivery.objects.filter(user_id=user_id, channel=MAIL)
    mails = mails.exclude(notification__kind=ACCOUNT)
    sent = Q(status=DeliveryStatus.SENT, sent_at__gte=since)
    leaving = Q(status=DeliveryStatus.QUEUED, lease_until__gt=since)
    return mails.filter(sent | leaving).count()


def _companions(
    delivery: Delivery, person: Person, now: datetime, *, left: int, is_reserve: bool
) -> list[Delivery]:
    """Return what leaves in one mail with a delivery."""
    waiting = _waiting(delivery)
    if left == 1:
        too_late = tomorrow(person.hours, now) + SOON_AFTER
        found = [
            other
            for other in waiting
            if _is_at_hand(other, now + NEARLY_DUE) or _is_too_late(other, too_late)
        ]
    elif is_reserve:
        found = [other for other in waiting if _is_at_hand(other, now)]
    elif delivery.bundled and delivery.notification.kind != DIGEST:
        found = [other for other in waiting if other.bundled and other.due_at <= now]
    else:
        found = []
    return found


def _waiting(delivery: Delivery) -> QuerySet[Delivery]:
    """Return the mails of the same person that nobody is sending; locked, as we hold the person."""
    mails = Delivery.objects.filter(user_id=delivery.user_id, channel=MAIL)
    queued = mails.filter(status=DeliveryStatus.QUEUED, lease_until__isnull=True)
    return (
        queued.exclude(pk=delivery.pk)
        .exclude(notification__kind=DIGEST)
        .select_related("notification")
        .select_for_update(skip_locked=True, no_key=True, of=("self",))
        .order_by("pk")
    )


def _is_at_hand(delivery: Delivery, at: datetime) -> bool:
    """Tell whether a notice is due by then, whatever its mail waits for."""
    return delivery.notification.due_at <= at


def _is_too_late(delivery: Delivery, at: datetime) -> bool:
    deadline_at = delivery.notification.deadline_at
    return deadline_at is not None and deadline_at < at

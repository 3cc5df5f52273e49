"""Emptying the outbox: each delivery is claimed, written, sent, and noted.

Sending is at least once; a mail goes out twice only if a process dies between the mail server's yes
and our note of it. Any number of processes may do this at once.
"""

import contextlib
import hashlib
import logging
from collections.abc import Iterator
from datetime import datetime, timedelta
from smtplib import SMTPException
from time import monotonic

from django.conf import settings
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from accounts.edge.languages import speaking_to
from accounts.notices import kinds
from accounts.notices.delivery import budget, digests, kept_mails, server
from accounts.notices.delivery.budget import Wait
from accounts.notices.delivery.digests import DIGEST, SWITCHED_OFF, UNKNOWN_KIND
from accounts.notices.delivery.reasons import NotSent
from accounts.notices.kinds import MAIL, Gone
from accounts.notices.mail import Hold, Mail
from accounts.notices.models import Delivery, DeliveryStatus, Notification
from accounts.notices.preferences import reading
from accounts.users.services import is_confirmed
from config.meters import counting, queues

logger = logging.getLogger(__name__)

QUEUE = "deliver_notices"
UNDECIDED = _("something went wrong on our side; we'll try again")
LEASE = timedelta(seconds=60)
BATCH_SECONDS = 20.0  # then the next round begins, with a fresh clock
MOST_ATTEMPTS = 12
MEMORY = timedelta(days=90)  # so long it is known that somebody has been told
FIRST_DELAY = timedelta(seconds=30)


def deliver(*, now: datetime, limit: int = 50) -> int:
    """Send what is due; return how many deliveries went.

    Each is claimed in a short transaction of its own and sent outside of it.
    """
    sent = 0
    stop_at = monotonic() + BATCH_SECONDS
    for _round in range(limit):
        delivery = _claim(now)
        if delivery is None:
            break
        with queues.apart(QUEUE, delivery.pk, now=now):
            sent += _deliver_one(delivery, now)
        if monotonic() > stop_at:
            break
    return sent


def _claim(now: datetime) -> Delivery | None:
    """Return a due delivery nobody else is sending, leased to us, or None.

    What has to wait is put off on the way.
    """
    while True:
        with transaction.atomic():
            delivery = _next_due(now)
            if delivery is None:
                return None
            with _put_off_alone(delivery, now), transaction.atomic():
                if (chosen := _chosen(delivery, now)) is not None:
                    return chosen


def _chosen(delivery: Delivery, now: datetime) -> Delivery | None:
    """Return what leaves for a due delivery, leased to us, or None if it waits."""
    chosen = budget.choose(delivery, now)
    if isinstance(chosen, Wait):
        _wait(delivery, chosen)
        return None
    chosen.user = chosen.notification.user = delivery.user
    chosen.lease_until = now + LEASE
    chosen.attempts += 1
    chosen.save(update_fields=["lease_until", "attempts"])
    return chosen


@contextlib.contextmanager
def _put_off_alone(delivery: Delivery, now: datetime) -> Iterator[None]:
    """Have a delivery that we cannot even decide about wait, and the others go on."""
    try:
        yield
    except Exception:
        due_at = queues.put_off(QUEUE, delivery.pk, now=now)
        logger.exception("delivery %s could not be claimed; it waits until %s", delivery.pk, due_at)
        queued = Delivery.objects.filter(pk=delivery.pk, status=DeliveryStatus.QUEUED)
        queued.update(due_at=due_at, lease_until=None, outcome=UNDECIDED)
        _count(delivery, "put_off")


def _next_due(now: datetime) -> Delivery | None:
    """Return what has been due for longest, held with its user."""
    queued = Delivery.objects.filter(status=DeliveryStatus.QUEUED, due_at__lte=now)
    if server.rests():
        queued = queued.exclude(channel=MAIL)
    free = queued.filter(Q(lease_until__isnull=True) | Q(lease_until__lte=now))
    locked = free.select_for_update(skip_locked=True, no_key=True, of=("self", "user"))
    return locked.select_related("user", "notification").order_by("due_at", "pk").first()


def _wait(delivery: Delivery, wait: Wait) -> None:
    """Put a delivery off, or hold it for good; the caller holds it."""
    delivery.outcome = wait.reason[:200]
    delivery.lease_until = None
    if wait.until is None:
        delivery.status = DeliveryStatus.HELD
        _count(delivery, DeliveryStatus.HELD)
    else:
        delivery.due_at, delivery.bundled = wait.until, wait.bundled
    delivery.save(update_fields=["status", "due_at", "bundled", "lease_until", "outcome"])


def _deliver_one(delivery: Delivery, now: datetime) -> bool:
    """Send one claimed delivery, or note why not; return whether it went."""
    try:
        content = _render(delivery, now)
        if isinstance(content, Hold):
            _hold(delivery, content, now)
            return False
        if not _mine(delivery).exists():
            return False  # taken back while it was written
        kinds.CHANNELS[delivery.channel].send(delivery, content)
    except Gone as gone:
        _end(delivery, DeliveryStatus.BOUNCED, str(gone))
        return False
    except (SMTPException, OSError) as error:
        logger.warning(
            "delivery %s was not taken (attempt %d): %s", delivery.pk, delivery.attempts, error
        )
        _put_off(delivery, now, error)
        return False
    except Exception as error:
        queues.put_off(QUEUE, delivery.pk, now=now)
        logger.exception("delivery %s failed (attempt %d)", delivery.pk, delivery.attempts)
        _put_off(delivery, now, error)
        return False
    # Whatever became of the row meanwhile, this is what happened.
    Delivery.objects.filter(pk=delivery.pk).update(
        status=DeliveryStatus.SENT,
        sent_at=now,
        lease_until=None,
        outcome=kept_mails.OUTCOME if delivery.channel == MAIL and not settings.MAIL_LEAVES else "",
        subject=content.subject[:200],
        link=content.link[:200],
    )
    _count(delivery, DeliveryStatus.SENT)
    return True


def _render(delivery: Delivery, now: datetime) -> Mail | Hold:
    if delivery.attempts > MOST_ATTEMPTS:
        raise RuntimeError("every attempt to send this ended without an error")
    notice = delivery.notification
    if notice.kind != DIGEST and notice.kind not in kinds.KINDS:
        return Hold(UNKNOWN_KIND)
    if delivery.channel not in kinds.CHANNELS:
        return Hold(_("we no longer send notifications this way"))
    if reason := _refusal(delivery):
        return Hold(reason)
    with timezone.override(notice.user.zone), speaking_to(notice.user):
        if notice.kind == DIGEST:
            return digests.write(notice, delivery, now)
        return kinds.KINDS[notice.kind].render(notice, now)


def _refusal(delivery: Delivery) -> str:
    """Return why this person gets no such notice by this channel, or nothing."""
    user, kind = delivery.user, delivery.notification.kind
    if not user.is_active:
        return _("the account is closed")
    if delivery.channel == MAIL:
        if user.is_guest:
            return _("guests don't get emails")
        if not user.email:
            return _("you haven't given us an email address")
        if not is_confirmed(user):
            return _("your address isn't confirmed")
    if not reading.wants(user_id=user.pk, kind=kind, channel=delivery.channel):
        return SWITCHED_OFF
    return ""


def _mine(delivery: Delivery) -> QuerySet[Delivery]:
    """Return the row as long as it is queued and leased to us."""
    return Delivery.objects.filter(
        pk=delivery.pk, status=DeliveryStatus.QUEUED, lease_until=delivery.lease_until
    )


def _end(delivery: Delivery, status: DeliveryStatus, outcome: str) -> None:
    _mine(delivery).update(status=status, lease_until=None, outcome=outcome[:200])
    _count(delivery, status)


def _count(delivery: Delivery, outcome: str) -> None:
    counting.NOTICES.labels(delivery.channel, str(outcome)).inc()


def _hold(delivery: Delivery, hold: Hold, now: datetime) -> None:
    if hold.until is None:
        _end(delivery, DeliveryStatus.HELD, hold.reason)
        return
    # Waiting is no failure; and never in the same round again.
    due_at = max(hold.until, now + timedelta(seconds=1))
    _mine(delivery).update(due_at=due_at, attempts=0, lease_until=None, outcome=hold.reason[:200])


def _put_off(delivery: Delivery, now: datetime, error: Exception) -> None:
    told = error.reason if isinstance(error, NotSent) else f"{type(error).__name__}: {error}"
    outcome = told[:200]
    if delivery.attempts >= MOST_ATTEMPTS:
        _end(delivery, DeliveryStatus.FAILED, outcome)
        return
    key = delivery.notification.key
    due_at = now + retry_delay(key=key, attempts=delivery.attempts)
    _mine(delivery).update(due_at=due_at, lease_until=None, outcome=outcome)
    _count(delivery, "put_off")


def retry_delay(*, key: str, attempts: int) -> timedelta:
    """Return the pause after a number of failed attempts: doubling, and up to a quarter more.

    The extra follows from the key, so that mails that failed together do not come back together.
    """
    digest = hashlib.sha256(f"{key}:{attempts}".encode()).digest()
    return FIRST_DELAY * 2.0 ** (attempts - 1) * (1 + digest[0] / 1024)


def forget_ended(*, now: datetime, limit: int = 10_000) -> int:
    """Delete notices that were due ninety days ago and have come to their end; return how many.

    What is still queued stays, however old it is.
    """
    queued = Delivery.objects.filter(status=DeliveryStatus.QUEUED).values("notification_id")
    old = Notification.objects.filter(due_at__lt=now - MEMORY).exclude(pk__in=queued)
    chosen = list(old.values_list("pk", flat=True)[:limit])
    return Notification.objects.filter(pk__in=chosen).delete()[1].get("notices.Notification", 0)

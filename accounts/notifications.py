"""The outbox: the only writer of Notification.

A notice is written in the transaction of what it tells of, and is delivered later by whoever comes
along: a row, not a message, so nothing is lost when a process dies. Sending is at least once; a
mail goes out twice only if a process dies between the mail server's yes and our note of it.
"""

import hashlib
import logging
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from smtplib import SMTPException
from time import monotonic
from typing import Any

from allauth.account.app_settings import AppSettings
from allauth.account.models import EmailAddress
from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from accounts import mail
from accounts.mail import Hold, Mail
from accounts.models import Notification, NotificationPreference, NotificationStatus, User

logger = logging.getLogger(__name__)

LEASE = timedelta(seconds=60)
BATCH_SECONDS = 20.0  # then the next round begins, with a fresh clock
MOST_ATTEMPTS = 12
MEMORY = timedelta(days=90)  # so long it is known that somebody has been told
FIRST_DELAY = timedelta(seconds=30)

Ref = dict[str, Any]
Renderer = Callable[[Notification, datetime], Mail | Hold]


@dataclass(frozen=True)
class Kind:
    """A kind of notice: its name in the preferences and who writes its mails."""

    name: str
    label: str
    render: Renderer
    default: bool = True


@dataclass(frozen=True)
class Notice:
    """A notice to be scheduled; ``key`` is unique among all notices ever."""

    user_id: int
    kind: str
    key: str
    ref: Ref
    due_at: datetime


KINDS: dict[str, Kind] = {}


def register_kind(kind: str, label: str, render: Renderer, *, default: bool = True) -> None:
    """Make a kind of notice known; apps call it when they are ready.

    ``render`` is called at delivery and decides then, from what the tables say, whether there still
    is something to tell.
    """
    KINDS[kind] = Kind(kind, label, render, default)


# --- Writing and taking back --------------------------------------------------------------------


def schedule(*, user_id: int, kind: str, key: str, ref: Ref, due_at: datetime) -> None:
    """Owe a person a mail, in the caller's transaction; a key already known changes nothing."""
    schedule_all(notices=[Notice(user_id, kind, key, ref, due_at)])


def schedule_all(*, notices: Iterable[Notice]) -> None:
    """Owe several mails with one query."""
    Notification.objects.bulk_create(
        (
            Notification(
                user_id=notice.user_id,
                kind=notice.kind,
                key=notice.key,
                ref=notice.ref,
                due_at=notice.due_at,
            )
            for notice in notices
        ),
        ignore_conflicts=True,
    )


def reschedule(*, user_id: int, kind: str, key: str, ref: Ref, due_at: datetime) -> None:
    """Owe a mail at another instant than before, though it was taken back; never one that went."""
    schedule(user_id=user_id, kind=kind, key=key, ref=ref, due_at=due_at)
    waiting = [NotificationStatus.QUEUED, NotificationStatus.CANCELLED]
    Notification.objects.filter(key=key, status__in=waiting).update(
        user_id=user_id, ref=ref, status=NotificationStatus.QUEUED, due_at=due_at, lease_until=None
    )


def cancel(*, keys: Collection[str] = (), prefix: str = "") -> int:
    """Take back what has not been sent, by keys or by the beginning of keys; return how many."""
    chosen = Q(key__in=keys)
    if prefix:
        chosen |= Q(key__startswith=prefix)
    return Notification.objects.filter(chosen, status=NotificationStatus.QUEUED).update(
        status=NotificationStatus.CANCELLED, lease_until=None
    )


def forget_ended(*, now: datetime, limit: int = 10_000) -> int:
    """Delete notices that came to their end and were due ninety days ago; return how many.

    What is still queued stays, however old it is.
    """
    old = Notification.objects.filter(due_at__lt=now - MEMORY)
    ended = old.exclude(status=NotificationStatus.QUEUED).values("pk")[:limit]
    return Notification.objects.filter(pk__in=ended).delete()[0]


# --- Delivering ---------------------------------------------------------------------------------


def deliver(*, now: datetime, limit: int = 50) -> int:
    """Send what is due; return how many mails the mail server took.

    Any number of processes may do this at once: each notice is claimed in a short transaction of
    its own and sent outside of it.
    """
    sent = 0
    stop_at = monotonic() + BATCH_SECONDS
    for _ in range(limit):
        notice = _claim(now)
        if notice is None:
            break
        sent += _deliver_one(notice, now)
        if monotonic() > stop_at:
            break
    return sent


def _claim(now: datetime) -> Notification | None:
    """Return a due notice nobody else is sending, leased to us, or None."""
    with transaction.atomic():
        notice = (
            Notification.objects.select_for_update(skip_locked=True, no_key=True, of=("self",))
            .select_related("user")
            .filter(status=NotificationStatus.QUEUED, due_at__lte=now)
            .filter(Q(lease_until__isnull=True) | Q(lease_until__lte=now))
            .order_by("due_at", "pk")
            .first()
        )
        if notice is None:
            return None
        notice.lease_until = now + LEASE
        notice.attempts += 1
        notice.save(update_fields=["lease_until", "attempts"])
        return notice


def _deliver_one(notice: Notification, now: datetime) -> bool:
    """Send one claimed notice, or note why not; return whether it was sent."""
    try:
        content = _render(notice, now)
        if isinstance(content, Hold):
            _hold(notice, content, now)
            return False
        message = mail.assemble(notice=notice, mail=content)
        if not _mine(notice).exists():
            return False  # taken back while its picture was drawn
        message.send()
    except (SMTPException, OSError) as error:
        logger.warning("mail %s was not taken (attempt %d): %s", notice.pk, notice.attempts, error)
        _put_off(notice, now, error)
        return False
    except Exception as error:
        logger.exception("mail %s could not be made (attempt %d)", notice.pk, notice.attempts)
        _put_off(notice, now, error)
        return False
    # Whatever became of the row meanwhile, this is what happened.
    Notification.objects.filter(pk=notice.pk).update(
        status=NotificationStatus.SENT, sent_at=now, lease_until=None, outcome=""
    )
    return True


def _render(notice: Notification, now: datetime) -> Mail | Hold:
    if notice.attempts > MOST_ATTEMPTS:
        raise RuntimeError("whoever tried to send this came to an end without a word")
    if (kind := KINDS.get(notice.kind)) is None:
        return Hold("nobody writes mails of this kind")
    if reason := _refusal(notice, kind):
        return Hold(reason)
    with timezone.override(notice.user.zone):
        return kind.render(notice, now)


def _refusal(notice: Notification, kind: Kind) -> str:
    """Return why this person gets no such mail, or nothing."""
    user = notice.user
    if not user.is_active:
        return "the account is closed"
    if user.is_guest:
        return "guests get no mail"
    if not user.email:
        return "no address"
    if settings.ACCOUNT_EMAIL_VERIFICATION == AppSettings.EmailVerificationMethod.MANDATORY:
        confirmed = EmailAddress.objects.filter(
            user=user, email__iexact=user.email, verified=True
        ).exists()
        if not confirmed:
            return "the address is not confirmed"
    if not wants_mail(user_id=user.pk, kind=kind):
        return "switched off in the preferences"
    return ""


def wants_mail(*, user_id: int, kind: Kind) -> bool:
    """Return whether a person wants mails of a kind."""
    choices = NotificationPreference.objects.filter(user_id=user_id, kind=kind.name)
    choice = choices.values_list("mail", flat=True).first()
    return kind.default if choice is None else choice


def reachable(*, user_ids: Collection[int], kind: str) -> set[int]:
    """Return who of these people gets a mail of a kind if one is owed."""
    people = User.objects.filter(pk__in=user_ids, is_active=True, is_guest=False).exclude(email="")
    if settings.ACCOUNT_EMAIL_VERIFICATION == AppSettings.EmailVerificationMethod.MANDATORY:
        confirmed = EmailAddress.objects.filter(
            user=OuterRef("pk"), email__iexact=OuterRef("email"), verified=True
        )
        people = people.filter(Exists(confirmed))
    choices = NotificationPreference.objects.filter(user_id__in=user_ids, kind=kind)
    wanted = dict(choices.values_list("user_id", "mail"))
    default = KINDS[kind].default
    return {pk for pk in people.values_list("pk", flat=True) if wanted.get(pk, default)}


def choices_of(*, user_id: int) -> dict[str, bool]:
    """Return by kind of notice whether a person wants mails, in the order of registration."""
    choices = NotificationPreference.objects.filter(user_id=user_id)
    chosen = dict(choices.values_list("kind", "mail"))
    return {name: chosen.get(name, kind.default) for name, kind in KINDS.items()}


def _mine(notice: Notification) -> QuerySet[Notification]:
    """Return the row as long as it is queued and leased to us."""
    return Notification.objects.filter(
        pk=notice.pk, status=NotificationStatus.QUEUED, lease_until=notice.lease_until
    )


def _hold(notice: Notification, hold: Hold, now: datetime) -> None:
    if hold.until is None:
        _mine(notice).update(
            status=NotificationStatus.HELD, lease_until=None, outcome=hold.reason[:200]
        )
        return
    # Waiting is no failure; and never in the same round again.
    due_at = max(hold.until, now + timedelta(seconds=1))
    _mine(notice).update(due_at=due_at, attempts=0, lease_until=None, outcome=hold.reason[:200])


def _put_off(notice: Notification, now: datetime, error: Exception) -> None:
    outcome = f"{type(error).__name__}: {error}"[:200]
    if notice.attempts >= MOST_ATTEMPTS:
        _mine(notice).update(status=NotificationStatus.FAILED, lease_until=None, outcome=outcome)
        return
    due_at = now + retry_delay(key=notice.key, attempts=notice.attempts)
    _mine(notice).update(due_at=due_at, lease_until=None, outcome=outcome)


def retry_delay(*, key: str, attempts: int) -> timedelta:
    """Return the pause after a number of failed attempts: doubling, and up to a quarter more.

    The extra follows from the key, so that mails that failed together do not come back together.
    """
    digest = hashlib.sha256(f"{key}:{attempts}".encode()).digest()
    return FIRST_DELAY * 2.0 ** (attempts - 1) * (1 + digest[0] / 1024)

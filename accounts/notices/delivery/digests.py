"""Several notices in one mail: a line for each, with its link and the time left."""

import logging
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import F
from django.shortcuts import resolve_url
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.timesince import timeuntil
from django.utils.translation import gettext, gettext_noop, ngettext

from accounts.edge.links import site_link
from accounts.notices import kinds
from accounts.notices.kinds import MAIL, Urgency
from accounts.notices.mail import Hold, Mail, inline, unsubscribe_url
from accounts.notices.models import Delivery, DeliveryStatus, Notification
from accounts.notices.preferences import reading
from accounts.notices.preferences.reading import Person

logger = logging.getLogger(__name__)

DIGEST = "digest"
UNKNOWN_KIND = gettext_noop("we no longer send notifications of this kind")
SWITCHED_OFF = gettext_noop("you've switched it off in your preferences")


@dataclass(frozen=True)
class Entry:
    """What a digest says of one page: ``left`` is the time left in words, if there is an end."""

    subject: str
    line: str
    link: str
    path: str
    left: str = ""


def bundle(leader: Delivery, others: Collection[Delivery], now: datetime) -> Delivery:
    """Return the digest by which several deliveries leave, in the caller's transaction.

    It is a new one, or the leader itself if that is one which has not gone yet.
    """
    merged = [leader, *others]
    digest = leader
    if leader.notification.kind == DIGEST:
        merged = [*others]
    else:
        digest = _make_digest(leader, now)
    notice = digest.notification
    names = [*notice.ref["kinds"], *(one.notification.kind for one in merged)]
    notice.ref = {
        "kinds": list(dict.fromkeys(names)),
        "urgency": max(notice.ref["urgency"], *(urgency_of(one) for one in merged)),
    }
    ends = [notice.deadline_at, *(one.notification.deadline_at for one in merged)]
    notice.deadline_at = min((end for end in ends if end is not None), default=None)
    notice.save(update_fields=["ref", "deadline_at"])
    Delivery.objects.filter(pk__in=[one.pk for one in merged]).update(
        status=DeliveryStatus.MERGED, merged_into=digest, lease_until=None, outcome=""
    )
    return digest


def urgency_of(delivery: Delivery) -> Urgency:
    """Return how long a delivery can wait; a digest waits no longer than what is in it."""
    notice = delivery.notification
    if notice.kind == DIGEST:
        return Urgency(notice.ref["urgency"])
    kind = kinds.KINDS.get(notice.kind)
    return kind.urgency if kind else Urgency.CAN_WAIT


def _make_digest(leader: Delivery, now: datetime) -> Delivery:
    user = leader.user
    notice = Notification.objects.create(
        user=user,
        kind=DIGEST,
        key=f"digest:{leader.pk}:{now.timestamp():.0f}",
        ref={"kinds": [], "urgency": Urgency.CAN_WAIT},
        due_at=now,
    )
    return Delivery.objects.create(
        notification=notice, user=user, channel=MAIL, due_at=now, bundled=True
    )


def write(notice: Notification, digest: Delivery, now: datetime) -> Mail | Hold:
    """Return the mail of a digest; what there is nothing to tell of any more is taken out of it.

    Of one page only the most urgent is told, and if there is but one page, its own mail is the one.
    """
    merged = digest.merged.select_related("notification").order_by(
        F("notification__deadline_at").asc(nulls_last=True), "pk"
    )
    found: dict[str, tuple[Urgency, Delivery, Mail]] = {}
    reader = reading.person(notice.user_id)
    for one in merged:
        one.notification.user = notice.user
        content = _render(one, reader, now)
        if isinstance(content, Hold):
            _take_out(one, content, now)
            continue
        page = one.notification.about or one.notification.key
        urgency = urgency_of(one)
        if page not in found or urgency > found[page][0]:
            found[page] = urgency, one, content
    if not found:
        return Hold(gettext_noop("there was nothing left to tell you"))
    told = [(one.notification, content) for _, one, content in found.values()]
    if len(told) == 1:
        return told[0][1]
    return _dress(notice, [_entry(about, content, now) for about, content in told])


def _render(delivery: Delivery, reader: Person, now: datetime) -> Mail | Hold:
    notice = delivery.notification
    kind = kinds.KINDS.get(notice.kind)
    if kind is None:
        return Hold(UNKNOWN_KIND)
    if not reader.wants(notice.kind, kinds.CHANNELS[MAIL]):
        return Hold(SWITCHED_OFF)
    try:
        return kind.render(notice, now)
    except Exception:
        logger.exception("delivery %s could not be written for a digest", delivery.pk)
        return Hold(gettext_noop("we couldn't write it"), until=now + timedelta(minutes=10))


def _take_out(delivery: Delivery, hold: Hold, now: datetime) -> None:
    queued = hold.until is not None
    Delivery.objects.filter(pk=delivery.pk, status=DeliveryStatus.MERGED).update(
        status=DeliveryStatus.QUEUED if queued else DeliveryStatus.HELD,
        due_at=max(hold.until, now + timedelta(seconds=1)) if hold.until else F("due_at"),
        merged_into=None,
        outcome=hold.reason[:200],
    )


def _entry(notice: Notification, content: Mail, now: datetime) -> Entry:
    left = ""
    if notice.deadline_at is not None and notice.deadline_at > now:
        until = date_format(timezone.localtime(notice.deadline_at), "l j F, H:i")
        time = timeuntil(notice.deadline_at, now)
        left = gettext("%(time)s left, until %(until)s") % {"time": time, "until": until}
    line = content.lines[0] if content.lines else ""
    path = content.link or notice.about
    return Entry(content.subject, line, site_link(path), path, left.replace("\xa0", " "))


def _dress(notice: Notification, entries: list[Entry]) -> Mail:
    more = len(entries) - 1
    subject = ngettext("%(first)s, and %(more)d more", "%(first)s, and %(more)d more", more)
    subject %= {"first": entries[0].subject, "more": more}
    known = [str(kinds.KINDS[name].label) for name in notice.ref["kinds"] if name in kinds.KINDS]
    context = {
        "site_name": settings.SITE_NAME,
        "site_url": settings.SITE_URL,
        "name": notice.user.display_name,
        "subject": subject,
        "entries": entries,
        "labels": known,
        "link": site_link(resolve_url(settings.LOGIN_REDIRECT_URL)),
        "unsubscribe_url": unsubscribe_url(notice),
        "preferences_url": site_link(reverse("preferences")),
    }
    return Mail(
        subject=subject,
        text=render_to_string("mail/digest.txt", context).strip() + "\n",
        html=inline(render_to_string("mail/digest.html", context)),
        lines=tuple(entry.subject for entry in entries),
        link=entries[0].path,
    )

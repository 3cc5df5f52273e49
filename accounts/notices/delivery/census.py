"""What the host of a site sees of its mails: how many went which way, none of their words."""

import dataclasses
from collections.abc import Collection
from datetime import datetime, timedelta

from django.db.models import Count, F, Min, Q
from django.db.models.functions import Coalesce
from django.utils.translation import gettext

from accounts.notices import kinds, mail
from accounts.notices.delivery import reasons
from accounts.notices.delivery.digests import DIGEST
from accounts.notices.delivery.kept_mails import OUTCOME
from accounts.notices.kinds import MAIL
from accounts.notices.models import AccountMail, Delivery, DeliveryStatus

WINDOW = timedelta(hours=24)
MOST_TROUBLES = 8
MOST_SENT = 500  # of which the mails that are shown are found
_MAILS = Q(channel=MAIL)
_SENT_OR_DUE = Coalesce(F("sent_at"), F("due_at"))


@dataclasses.dataclass(frozen=True, slots=True)
class Trouble:
    """Why mails of a kind don't go out, and how many."""

    kind: str
    why: str
    count: int
    given_up: bool


@dataclasses.dataclass(frozen=True, slots=True)
class Mails:
    """The mails of the last 24 hours by outcome, and those that are late by now."""

    sent: int
    merged: int
    held: int
    cancelled: int
    bounced: int
    failed: int
    late: int
    oldest_at: datetime | None


@dataclasses.dataclass(frozen=True, slots=True)
class Fate:
    """What a mail that went out was, how many notices it told, and why it came back if it did."""

    kind: str
    told: int
    came_back: str


def fates(*, addresses: Collection[str]) -> dict[str, Fate]:
    """Return by Message-ID what became of the newest mails to some addresses; one query."""
    sent = Delivery.objects.filter(_MAILS, status=DeliveryStatus.SENT, user__email__in=addresses)
    told = sent.select_related("notification").annotate(n=Count("merged")).order_by("-sent_at")
    return {
        mail.message_id(one.notification.key): Fate(
            kind=_label(one.notification.kind),
            told=max(1, one.n),
            came_back=reasons.in_words(one.outcome) if one.outcome != OUTCOME else "",
        )
        for one in told[:MOST_SENT]
    }


def mails(*, now: datetime) -> Mails:
    """Return how many mails went which way in the last 24 hours; one query."""
    lately = _MAILS & Q(at__gt=now - WINDOW, at__lte=now)
    late = _MAILS & Q(status=DeliveryStatus.QUEUED, due_at__lte=now)
    ways = ("sent", "merged", "held", "cancelled", "bounced", "failed")
    counts = {way: Count("pk", filter=lately & Q(status=way)) for way in ways}
    found = Delivery.objects.alias(at=_SENT_OR_DUE).filter(lately | late)
    return Mails(
        **found.aggregate(
            **counts, late=Count("pk", filter=late), oldest_at=Min("due_at", filter=late)
        )
    )


def late(*, now: datetime) -> tuple[int, datetime | None]:
    """Return how many mails are late by now, and since when one is; one short query."""
    due = Delivery.objects.filter(_MAILS, status=DeliveryStatus.QUEUED, due_at__lte=now)
    found = due.aggregate(n=Count("pk"), since=Min("due_at"))
    return found["n"], found["since"]


def troubles(*, now: datetime) -> list[Trouble]:
    """Return why mails of the last 24 hours failed, came back or are tried again; one query."""
    bad = Q(status__in=[DeliveryStatus.BOUNCED, DeliveryStatus.FAILED])
    again = Q(status=DeliveryStatus.QUEUED, attempts__gt=0)
    ended = bad & Q(at__gt=now - WINDOW, at__lte=now)
    rows = Delivery.objects.alias(at=_SENT_OR_DUE).filter(_MAILS).filter(ended | again)
    counted = rows.values_list("notification__kind", "outcome", "status").annotate(n=Count("pk"))
    return [
        Trouble(_label(kind), reasons.in_words(outcome), n, status != DeliveryStatus.QUEUED)
        for kind, outcome, status, n in counted.order_by("-n", "notification__kind")[:MOST_TROUBLES]
    ]


def account_mails(*, now: datetime) -> tuple[int, datetime | None]:
    """Return how many mails about accounts haven't gone yet, and since when one is due; a query."""
    late = Q(due_at__lte=now)
    waiting = AccountMail.objects.filter(late | Q(attempts__gt=0))
    found = waiting.aggregate(n=Count("pk"), since=Min("due_at", filter=late))
    return found["n"], found["since"]


def _label(kind: str) -> str:
    if kind == DIGEST:
        return gettext("Several notifications in one email")
    known = kinds.KINDS.get(kind)
    return str(known.label) if known else kind

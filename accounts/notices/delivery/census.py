"""What the host of a site sees of its mails: how many went which way, none of their words."""

import dataclasses
from datetime import datetime, timedelta

from django.db.models import Count, F, Min, Q
from django.db.models.functions import Coalesce

from accounts.notices import kinds
from accounts.notices.delivery import reasons
from accounts.notices.kinds import MAIL
from accounts.notices.models import Delivery, DeliveryStatus

WINDOW = timedelta(hours=24)
MOST_TROUBLES = 8
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


def _label(kind: str) -> str:
    known = kinds.KINDS.get(kind)
    return str(known.label) if known else kind

"""Changing what a person wants to hear of, by which channel, and when."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import time

from django.db import transaction

from accounts.edge import tokens
from accounts.notices import kinds
from accounts.notices.kinds import MAIL
from accounts.notices.models import Delivery, DeliveryStatus, NoticeChoices, NotificationPreference
from accounts.notices.preferences import reading
from accounts.users.models import User

MOST_MAILS = 100
MOST_DIGESTS = 4


@dataclass(frozen=True)
class Choice:
    """How much somebody wants to hear, and when; ``quiet`` is its local beginning and end."""

    mails_per_day: int
    digest: bool
    digest_hours: tuple[time, ...]
    quiet: tuple[time, time] | None = None


def choose_channels(*, user_id: int, wishes: Mapping[tuple[str, str], bool]) -> None:
    """Set by kind and channel whether a person wants notices."""
    NotificationPreference.objects.bulk_create(
        [
            NotificationPreference(user_id=user_id, kind=kind, channel=channel, wanted=wanted)
            for (kind, channel), wanted in sorted(wishes.items())
        ],
        update_conflicts=True,
        unique_fields=["user", "kind", "channel"],
        update_fields=["wanted"],
    )


@transaction.atomic
def choose_hours(*, user_id: int, choice: Choice) -> None:
    """Set how many mails a person gets and when; what is on its way follows."""
    quiet_from, quiet_to = choice.quiet or (None, None)
    facts = {
        "mails_per_day": choice.mails_per_day,
        "digest": choice.digest,
        "digest_hours": sorted(set(choice.digest_hours)),
        "quiet_from": quiet_from,
        "quiet_to": quiet_to,
    }
    NoticeChoices.objects.update_or_create(user_id=user_id, defaults=facts)
    plan_anew(user_id=user_id)


def plan_anew(*, user_id: int) -> None:
    """Work out anew when what somebody is owed leaves, as by choices made or a zone moved to."""
    person = reading.person(user_id)
    queued = Delivery.objects.filter(user_id=user_id, status=DeliveryStatus.QUEUED)
    waiting = queued.filter(lease_until__isnull=True).exclude(notification__kind="digest")
    rows = list(waiting.select_related("notification").select_for_update(of=("self",)))
    for row in rows:
        notice, channel = row.notification, kinds.CHANNELS.get(row.channel)
        kind = kinds.KINDS.get(notice.kind)
        if channel is not None:
            row.due_at, row.bundled = reading.plan(
                person, kind, channel, notice.due_at, notice.deadline_at
            )
    Delivery.objects.bulk_update(rows, ["due_at", "bundled"])


def unsubscribe(*, token: str) -> str:
    """End mails of a kind, or of a digest's kinds, for one person; raises tokens.BadToken.

    Returns the kinds, joined as the token has them.
    """
    user_id, kind = tokens.read_unsubscribe(token)
    if not User.objects.filter(pk=user_id).exists():
        raise tokens.BadToken
    wishes = {(name, MAIL): False for name in kind.split("+")}
    choose_channels(user_id=user_id, wishes=wishes)
    return kind

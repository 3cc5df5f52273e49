"""Writing notices and taking them back: a row for each, and one for each channel it goes by."""

import json
from collections.abc import Collection, Iterable, Sequence
from datetime import datetime

from django.db import connection
from django.db.models import Q

from accounts.notices import kinds
from accounts.notices.kinds import Notice, Ref
from accounts.notices.models import Delivery, DeliveryStatus
from accounts.notices.preferences import reading

# What is known already is owed to nobody again; a moved one is told anew where it has not gone.
_KNOWN = "ON CONFLICT (key) DO NOTHING"
_MOVED = """ON CONFLICT (key) DO UPDATE SET user_id = EXCLUDED.user_id, ref = EXCLUDED.ref,
    due_at = EXCLUDED.due_at, deadline_at = EXCLUDED.deadline_at, about = EXCLUDED.about"""
_OWE = """
WITH owed AS (
    INSERT INTO notices_notification (user_id, kind, key, ref, due_at, deadline_at, about)
    SELECT * FROM unnest(%s::bigint[], %s::text[], %s::text[], %s::jsonb[], %s::timestamptz[],
                         %s::timestamptz[], %s::text[])
    {conflict} RETURNING id, user_id, key
)
INSERT INTO notices_delivery
    (notification_id, user_id, channel, status, due_at, bundled, attempts, outcome, subject, link)
SELECT owed.id, owed.user_id, way.channel, 'queued', way.due_at, way.bundled, 0, '', '', ''
FROM owed JOIN unnest(%s::text[], %s::text[], %s::timestamptz[], %s::boolean[])
    AS way (key, channel, due_at, bundled) USING (key)
ON CONFLICT (notification_id, channel) DO UPDATE SET
    user_id = EXCLUDED.user_id, status = 'queued', due_at = EXCLUDED.due_at,
    bundled = EXCLUDED.bundled, attempts = 0, lease_until = NULL, outcome = ''
WHERE notices_delivery.status IN ('queued', 'cancelled')
"""


def schedule(
    *,
    user_id: int,
    kind: str,
    key: str,
    ref: Ref,
    due_at: datetime,
    deadline_at: datetime | None = None,
    about: str = "",
) -> None:
    """Owe a person a notice, in the caller's transaction; a key already known changes nothing."""
    schedule_all(notices=[Notice(user_id, kind, key, ref, due_at, deadline_at, about)])


def schedule_all(*, notices: Iterable[Notice], moved: bool = False) -> None:
    """Owe several notices with two queries.

    ``moved`` ones are owed at another instant than before, though they were taken back; never one
    that went.
    """
    owed = list(notices)
    if not owed:
        return
    ways = _ways(owed)
    with connection.cursor() as cursor:
        cursor.execute(
            _OWE.format(conflict=_MOVED if moved else _KNOWN),
            [
                [notice.user_id for notice in owed],
                [notice.kind for notice in owed],
                [notice.key for notice in owed],
                [json.dumps(notice.ref) for notice in owed],
                [notice.due_at for notice in owed],
                [notice.deadline_at for notice in owed],
                [notice.about for notice in owed],
                *([way[column] for way in ways] for column in range(4)),
            ],
        )


def reschedule(
    *,
    user_id: int,
    kind: str,
    key: str,
    ref: Ref,
    due_at: datetime,
    deadline_at: datetime | None = None,
    about: str = "",
) -> None:
    """Owe a notice at another instant, though it was taken back; never one that went."""
    schedule_all(notices=[Notice(user_id, kind, key, ref, due_at, deadline_at, about)], moved=True)


def cancel(*, keys: Collection[str] = (), prefix: str = "") -> int:
    """Take back what has not gone, by keys or by the beginning of keys; return how many ways."""
    chosen = Q(notification__key__in=keys)
    if prefix:
        chosen |= Q(notification__key__startswith=prefix)
    return Delivery.objects.filter(chosen, status=DeliveryStatus.QUEUED).update(
        status=DeliveryStatus.CANCELLED, lease_until=None
    )


def _ways(owed: Sequence[Notice]) -> list[tuple[str, str, datetime, bool]]:
    """Return by which channel each notice goes, when, and whether with others."""
    people = reading.people({notice.user_id for notice in owed})
    found = []
    for notice in owed:
        person, kind = people[notice.user_id], kinds.KINDS.get(notice.kind)
        for channel in kinds.CHANNELS.values():
            if person.wants(notice.kind, channel):
                planned = reading.plan(person, kind, channel, notice.due_at, notice.deadline_at)
                found.append((notice.key, channel.name, *planned))
    return found

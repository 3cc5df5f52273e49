"""Writing notices and taking them back: a row for each, and one for each channel it goes by."""

import json
from collections.abc import Collection, Iterable, Sequence
from datetime import datetime

from django.db import connection

from accounts.notices import kinds
from accounts.notices.kinds import Notice, Ref
from accounts.notices.preferences import reading

# What is known already is not scheduled again; a moved one is told anew where it has not gone.
_KNOWN = "ON CONFLICT (key) DO NOTHING"
_MOVED = """ON CONFLICT (key) DO UPDATE SET user_id = EXCLUDED.user_id, ref = EXCLUDED.ref,
    due_at = EXCLUDED.due_at, deadline_at = EXCLUDED.deadline_at, about = EXCLUDED.about"""
_TAKE_BACK = """
UPDATE notices_delivery SET status = 'cancelled', lease_until = NULL
FROM notices_notification AS known
WHERE known.id = notification_id AND known.key = ANY(%s) AND status = 'queued'
"""
_SCHEDULE = f"""
WITH taken_back AS ({_TAKE_BACK}), scheduled AS (
    INSERT INTO notices_notification (user_id, kind, key, ref, due_at, deadline_at, about)
    SELECT * FROM unnest(%s::bigint[], %s::text[], %s::text[], %s::jsonb[], %s::timestamptz[],
                         %s::timestamptz[], %s::text[])
    {{conflict}} RETURNING id, user_id, key
)
INSERT INTO notices_delivery
    (notification_id, user_id, channel, status, due_at, bundled, attempts, outcome, subject, link)
SELECT scheduled.id, scheduled.user_id, way.channel, 'queued', way.due_at, way.bundled,
       0, '', '', ''
FROM scheduled JOIN unnest(%s::text[], %s::text[], %s::timestamptz[], %s::boolean[])
    AS way (key, channel, due_at, bundled) USING (key)
ON CONFLICT (notification_id, channel) DO UPDATE SET
    user_id = EXCLUDED.user_id, status = 'queued', due_at = EXCLUDED.due_at,
    bundled = EXCLUDED.bundled, attempts = 0, lease_until = NULL, outcome = ''
WHERE notices_delivery.status IN ('queued', 'cancelled')
"""  # noqa: S608 - our own words


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
    """Schedule a notice, in the caller's transaction; a key already known changes nothing."""
    schedule_all(notices=[Notice(user_id, kind, key, ref, due_at, deadline_at, about)])


def schedule_all(
    *, notices: Iterable[Notice], moved: bool = False, instead_of: Collection[str] = ()
) -> None:
    """Schedule several notices with two queries, and take back what was queued by other keys.

    ``moved`` ones are scheduled at another instant than before, though they were taken back; never
    one that went.
    """
    scheduled = list(notices)
    if not scheduled:
        if instead_of:
            cancel(keys=instead_of)
        return
    ways = _ways(scheduled)
    with connection.cursor() as cursor:
        cursor.execute(
            _SCHEDULE.format(conflict=_MOVED if moved else _KNOWN),
            [
                list(instead_of),
                [notice.user_id for notice in scheduled],
                [notice.kind for notice in scheduled],
                [notice.key for notice in scheduled],
                [json.dumps(notice.ref) for notice in scheduled],
                [notice.due_at for notice in scheduled],
                [notice.deadline_at for notice in scheduled],
                [notice.about for notice in scheduled],
                *([way[column] for way in ways] for column in range(4)),
            ],
        )


def cancel(*, keys: Collection[str]) -> int:
    """Take back what has not gone, by keys; return how many ways."""
    with connection.cursor() as cursor:
        cursor.execute(_TAKE_BACK, [list(keys)])
        return int(cursor.rowcount)


def _ways(scheduled: Sequence[Notice]) -> list[tuple[str, str, datetime, bool]]:
    """Return by which channel each notice goes, when, and whether with others."""
    people = reading.people({notice.user_id for notice in scheduled})
    found = []
    for notice in scheduled:
        person, kind = people[notice.user_id], kinds.KINDS.get(notice.kind)
        for channel in kinds.CHANNELS.values():
            if person.wants(notice.kind, channel):
                planned = reading.plan(person, kind, channel, notice.due_at, notice.deadline_at)
                found.append((notice.key, channel.name, *planned))
    return found

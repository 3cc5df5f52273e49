"""The pulse of the site: while players can reach it, it is noted every few seconds.

After a silence every running clock gets the silence back, so that nobody loses a turn by an outage
of ours; and during one no clock moves and no seat is taken, though task workers may be alive.
"""

from datetime import datetime, timedelta

from django.db import connection, transaction

from games.models import Outage, Pulse
from games.play.rows import ABSENCE, HEARTBEAT

# Web processes beat every two seconds; a machine that is merely busy may miss one.
LONGEST = timedelta(seconds=6)

_BEAT = "UPDATE games_pulse SET beat_at = greatest(beat_at, %s) WHERE id = 1 AND beat_at >= %s"
_FIRST = "INSERT INTO games_pulse (id, beat_at) VALUES (1, %s) ON CONFLICT DO NOTHING"
# A clock that stands without its player ran only until then; a computer's own time knows no outage.
# A slow turn keeps its beginning, by which its player's calendar counts, and notes that its clock
# stood, as does a live one that was paused before; where rest or vacation count too, the exact
# deadline is worked out when this one comes.
_CREDIT = """
WITH credited AS (
    SELECT timer.match_id,
           timer.sitting_at IS NULL
               AND (match.pace = 'correspondence' OR timer.stops <> '[]') AS slow,
           greatest(%(began)s, timer.started_at) AS since,
           least(coalesce(timer.stands_at, %(now)s), %(now)s)
               - greatest(%(began)s, timer.started_at) AS gap
    FROM games_turntimer timer JOIN games_match match ON match.id = timer.match_id
    WHERE timer.fires_at IS NOT NULL
)
UPDATE games_turntimer timer
SET started_at = CASE WHEN slow THEN started_at ELSE started_at + gap END,
    stops = CASE WHEN slow THEN stops || jsonb_build_array(jsonb_build_array(since, since + gap))
            ELSE stops END,
    deadline_at = deadline_at + gap, fires_at = fires_at + gap
FROM credited
WHERE timer.match_id = credited.match_id AND gap > interval '0'
"""
_SEEN = """
UPDATE games_match match SET version = version + 1
FROM games_turntimer timer
WHERE timer.match_id = match.id AND timer.fires_at IS NOT NULL AND match.pace = 'live'
"""
_PRESENT = "UPDATE games_seat SET present_until = %s WHERE present_until BETWEEN %s AND %s"


def keep_pulse(*, now: datetime) -> timedelta:
    """Note that players can reach the site; return the silence given back, mostly none."""
    with connection.cursor() as cursor:
        cursor.execute(_BEAT, [now, now - LONGEST])
        if cursor.rowcount:
            return timedelta(0)
    return _end_silence(now)


def _end_silence(now: datetime) -> timedelta:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(_FIRST, [now])
        pulse = Pulse.objects.select_for_update().get(pk=1)
        began = pulse.beat_at
        if now - began <= LONGEST:  # it is new, or another process was faster
            return timedelta(0)
        Outage.objects.create(began_at=began, ended_at=now)
        cursor.execute(_CREDIT, {"began": began, "now": now})
        cursor.execute(_SEEN)
        # Whoever was there when the silence began has not been heard, and not gone.
        cursor.execute(_PRESENT, [now + HEARTBEAT, began - ABSENCE, now])
        Pulse.objects.update(beat_at=now)
    return now - began


def is_silent(*, now: datetime) -> bool:
    """Tell whether players cannot reach the site; not known before the first beat."""
    return Pulse.objects.filter(beat_at__lt=now - LONGEST).exists()

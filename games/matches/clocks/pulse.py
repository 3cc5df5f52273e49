"""The pulse of the site: while players can reach it, it is noted every few seconds.

After a silence every running clock gets the silence back, so that nobody loses a turn by an outage
of ours; and during one no clock moves and no seat is taken, though task workers may be alive.
"""

from datetime import datetime, timedelta

from django.db import connection, transaction
from django.db.models import Q

from config.processes import maintenance
from games.matches.clocks.turns import ABSENCE, HEARTBEAT
from games.matches.models import Outage, Pulse

# It's noted about every second; a machine that is merely busy may miss some.
LONGEST = timedelta(seconds=6)
# After an outage, or the end of one web process, no clock moves for a few seconds, in which pages
# send again what got no answer; if there's none to send it to, the pulse is silent by then. For a
# minute more nobody loses their seat: their page has to notice, and a phone to be unlocked.
RESENT = LONGEST
SPARED = RESENT + timedelta(seconds=60)
# A page sends a move again when it has had no answer for eight seconds, and then to another
# process. So nobody has to wait longer for one that hangs.
ASKED_AGAIN = timedelta(seconds=9)

# During maintenance it doesn't beat, and whoever asks learns of it.
_BEAT = """
UPDATE matches_pulse
SET beat_at = CASE WHEN maintenance_at IS NULL THEN greatest(beat_at, %s) ELSE beat_at END
WHERE id = 1 AND (beat_at >= %s OR maintenance_at IS NOT NULL)
RETURNING maintenance_at IS NOT NULL
"""
_FIRST = "INSERT INTO matches_pulse (id, beat_at) VALUES (1, %s) ON CONFLICT DO NOTHING"
# Matches are held in one order, and before their clocks change, as whoever plays in one holds it.
_HOLD = """
SELECT match.id
FROM matches_match match JOIN matches_turntimer timer ON timer.match_id = match.id
WHERE timer.fires_at IS NOT NULL {whose}
ORDER BY match.id
FOR NO KEY UPDATE OF match
"""
_OF_SEATS = """
AND match.id IN (
    SELECT seat.match_id FROM matches_seat seat JOIN matches_turntimer turn USING (match_id, player)
    WHERE seat.id = ANY(%(seats)s)
)
"""
# Silences of several processes and of all may overlap: a turn gets each instant back once.
# A clock that stands without its player ran only until then; a computer's own time knows no outage.
# A slow turn keeps its beginning, by which its player's calendar counts, and notes that its clock
# stood, as does a live one that was paused before; where rest or holiday count too, the exact
# deadline is worked out when this one comes.
_CREDIT = """
WITH given AS (
    SELECT match_id, coalesce(range_agg(tstzrange(
        (silence ->> 0)::timestamptz, (silence ->> 1)::timestamptz
    )) FILTER (WHERE silence IS NOT NULL), '{}') AS times
    FROM matches_turntimer LEFT JOIN jsonb_array_elements(silences) silence ON TRUE
    WHERE match_id = ANY(%(matches)s) AND fires_at IS NOT NULL
    GROUP BY match_id
), turn AS (
    SELECT timer.match_id, given.times, slow,
        greatest(%(began)s, timer.started_at - CASE WHEN slow THEN interval '0' ELSE (
            SELECT coalesce(sum(upper(one) - lower(one)), '0') FROM unnest(given.times) one
        ) END) AS since,
        least(coalesce(timer.stands_at, %(now)s), %(now)s) AS until
    FROM matches_turntimer timer
    JOIN matches_match match ON match.id = timer.match_id
    JOIN given ON given.match_id = timer.match_id
    CROSS JOIN LATERAL (
        SELECT timer.sitting_at IS NULL
            AND (match.pace = 'correspondence' OR timer.stops <> '[]') AS slow
    ) kind
), credited AS (
    SELECT match_id, slow, sum(upper(one) - lower(one)) AS gap,
        jsonb_agg(jsonb_build_array(lower(one), upper(one))) AS times
    FROM turn CROSS JOIN LATERAL
        unnest(tstzmultirange(tstzrange(since, until)) - turn.times) one
    WHERE since < until
    GROUP BY match_id, slow
)
UPDATE matches_turntimer timer
SET started_at = CASE WHEN slow THEN started_at ELSE started_at + gap END,
    stops = CASE WHEN slow THEN stops || times ELSE stops END,
    silences = silences || times,
    deadline_at = deadline_at + gap, fires_at = fires_at + gap
FROM credited
WHERE timer.match_id = credited.match_id
RETURNING timer.match_id
"""
# Whoever changes anything of a match writes its row: see play.held.
_SEEN = """
UPDATE matches_match SET version = version + CASE WHEN pace = 'live' THEN 1 ELSE 0 END
WHERE id = ANY(%s)
"""
_PRESENT = "UPDATE matches_seat SET present_until = %s WHERE present_until BETWEEN %s AND %s"


def keep_pulse(*, now: datetime) -> timedelta:
    """Note that players can reach the site; return the silence given back, mostly none.

    This process learns whether the site rests: then nobody can, and nothing is noted.
    """
    with connection.cursor() as cursor:
        cursor.execute(_BEAT, [now, now - LONGEST])
        if beaten := cursor.fetchone():
            maintenance.note(is_on=beaten[0])
            return timedelta(0)
    return _end_silence(now)


def _end_silence(now: datetime) -> timedelta:
    with transaction.atomic():
        pulse = first_pulse(now)
        maintenance.note(is_on=pulse.maintenance_at is not None)
        if maintenance.is_on() or now - pulse.beat_at <= LONGEST:
            return timedelta(0)  # it is new, or another process was faster
        return end_outage(pulse, now)


def first_pulse(now: datetime) -> Pulse:
    """Return the pulse, locked; its first beat is ``now`` if there was none."""
    with connection.cursor() as cursor:
        cursor.execute(_FIRST, [now])
    return Pulse.objects.select_for_update().get(pk=1)


def end_outage(pulse: Pulse, now: datetime) -> timedelta:
    """Give the time since the last beat of a locked pulse back to all, and return it."""
    began = pulse.beat_at
    now = max(now, began)
    Outage.objects.create(began_at=began, ended_at=now)
    give_back(seats=None, began=began, now=now)
    # Whoever was there when the silence began has not been heard, and not gone.
    with connection.cursor() as cursor:
        cursor.execute(_PRESENT, [now + HEARTBEAT, began - ABSENCE, now])
    Pulse.objects.update(beat_at=now, maintenance_at=None)
    disturb(now=now)
    return now - began


def disturb(*, now: datetime) -> None:
    """Note that pages have to find their way back to us, and send again what they were sending."""
    with connection.cursor() as cursor:
        cursor.execute(_FIRST, [now])
    known = Q(disturbed_at__gte=now, disturbed_at__lte=now + SPARED)
    Pulse.objects.exclude(known).update(disturbed_at=now)


def was_disturbed(*, within: timedelta, now: datetime) -> bool:
    """Tell whether pages had to find their way back to us so short a time ago.

    Not if that is to come: then a clock was wrong, and has been set.
    """
    since, until = now - within, now + SPARED
    return Pulse.objects.filter(disturbed_at__gt=since, disturbed_at__lte=until).exists()


def give_back(*, seats: list[int] | None, began: datetime, now: datetime) -> None:
    """Give a silence back to the clocks of those who own ``seats`` (ids), or to every clock.

    What a turn has got back already is not given again. Locks the matches.
    """
    hold = _HOLD.format(whose="" if seats is None else _OF_SEATS)
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(hold, {"seats": seats})
        matches = [match_id for (match_id,) in cursor.fetchall()]
        cursor.execute(_CREDIT, {"matches": matches, "began": began, "now": now})
        cursor.execute(_SEEN, [[match_id for (match_id,) in cursor.fetchall()]])


def silence_between(from_at: datetime, to_at: datetime) -> timedelta:
    """Return for how long players could not reach the site between two instants."""
    found = Outage.objects.filter(ended_at__gt=from_at, began_at__lt=to_at, process__isnull=True)
    times = found.values_list("began_at", "ended_at")
    parts = (min(ended, to_at) - max(began, from_at) for began, ended in times)
    return sum(parts, timedelta(0))


def is_silent(*, now: datetime) -> bool:
    """Tell whether players cannot reach the site; not known before the first beat."""
    rests = Q(maintenance_at__isnull=False)
    return Pulse.objects.filter(rests | Q(beat_at__lt=now - LONGEST)).exists()

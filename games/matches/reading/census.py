"""What the host of a site sees of its matches: numbers, and nothing of any position."""

import dataclasses
from datetime import date, datetime, timedelta
from typing import Any

from django.db import connection

from games.matches.models import Match, Outage, ReplayDrill, WebProcess

_BY_DAY = """
SELECT game, day, sum(begun)::int, sum(ended)::int, sum(moves)::int FROM (
    SELECT game, (started_at AT TIME ZONE %(zone)s::text)::date AS day, 1 AS begun, 0 AS ended,
        0 AS moves
    FROM matches_match WHERE started_at BETWEEN %(since)s AND %(until)s
    UNION ALL
    SELECT game, (finished_at AT TIME ZONE %(zone)s::text)::date, 0, 1, 0
    FROM matches_match WHERE status = 'finished' AND finished_at BETWEEN %(since)s AND %(until)s
    UNION ALL
    SELECT game, (played_at AT TIME ZONE %(zone)s::text)::date, 0, 0, 1
    FROM matches_match match JOIN matches_move move ON move.match_id = match.id
    WHERE (match.status = 'running' OR match.finished_at >= %(since)s)
    AND played_at BETWEEN %(since)s AND %(until)s
) happened GROUP BY game, day ORDER BY day, game
"""
_STANDING = """
SELECT
    (SELECT count(*) FROM matches_match WHERE status = 'running'),
    (SELECT count(*) FROM matches_vacancy WHERE closed_at IS NULL),
    (SELECT beat_at FROM matches_pulse WHERE id = 1),
    (SELECT count(*) FROM matches_webprocess WHERE beat_at >= %(recently)s),
    (
        SELECT min(fires_at) FROM matches_turntimer timer
        JOIN matches_match match ON match.id = timer.match_id
        WHERE fires_at <= %(now)s AND quarantined_at IS NULL
        AND (timer.stands_at <= timer.deadline_at) IS NOT TRUE  -- it stands: nobody is late
    )
"""
_SIGNS = """
SELECT (SELECT beat_at FROM matches_pulse WHERE id = 1),
    (SELECT count(*) FROM matches_webprocess WHERE beat_at >= %(recently)s), overdue.*
FROM (
    SELECT count(*), min(fires_at) FROM matches_turntimer timer
    JOIN matches_match match ON match.id = timer.match_id
    WHERE fires_at <= %(now)s AND quarantined_at IS NULL
    AND (timer.stands_at <= timer.deadline_at) IS NOT TRUE  -- it stands: nobody is late
) overdue
"""
# A match that is over has no player to move. A computer player against a countdown takes its own
# time, and is waited for by nobody.
_LOAD = """
SELECT (SELECT count(*) FROM matches_turntimer WHERE player IS NOT NULL), computers.*
FROM (
    SELECT count(*), min(timer.started_at) FROM matches_turntimer timer
    JOIN matches_seat seat ON seat.match_id = timer.match_id AND seat.player = timer.player
    JOIN matches_match match ON match.id = timer.match_id
    WHERE timer.player IS NOT NULL AND seat.controller <> 'human' AND timer.paused_at IS NULL
    AND NOT timer.tempo AND match.quarantined_at IS NULL
) computers
"""
# Web processes beat every two seconds: one that has been silent for so long is gone.
_GONE = timedelta(seconds=30)


@dataclasses.dataclass(frozen=True, slots=True)
class Happened:
    """How many matches of a game began and ended on a day, and how many moves were made."""

    game: str
    day: date
    begun: int
    ended: int
    moves: int


@dataclasses.dataclass(frozen=True, slots=True)
class Standing:
    """How matches stand: ``overdue_at`` is the deadline that has waited longest for a sweep."""

    running: int
    vacancies: int
    beat_at: datetime | None
    processes: int
    overdue_at: datetime | None


@dataclasses.dataclass(frozen=True, slots=True)
class Signs:
    """How clocks and web processes are: ``overdue`` turns have waited, since ``overdue_at``."""

    beat_at: datetime | None
    processes: int
    overdue: int
    overdue_at: datetime | None


@dataclasses.dataclass(frozen=True, slots=True)
class Load:
    """How many matches are played, and how many turns computer players have yet to take."""

    running: int
    computers: int
    computers_since: datetime | None


def signs(*, now: datetime) -> Signs:
    """Return how clocks and web processes are; one short query."""
    with connection.cursor() as cursor:
        cursor.execute(_SIGNS, {"now": now, "recently": now - _GONE})
        return Signs(*cursor.fetchone())


def load() -> Load:
    """Return what is played; one query, which looks at each match that is played."""
    with connection.cursor() as cursor:
        cursor.execute(_LOAD)
        return Load(*cursor.fetchone())


def processes() -> list[WebProcess]:
    """Return the processes that serve pages."""
    return list(WebProcess.objects.order_by("node", "pk"))


def outages(*, limit: int) -> list[Outage]:
    """Return when players could not reach the site, or a process of it, the latest first."""
    return list(Outage.objects.order_by("-began_at")[:limit])


def by_day(*, since: datetime, until: datetime, zone: str) -> list[Happened]:
    """Return what happened between two instants by game and by day of a time zone."""
    with connection.cursor() as cursor:
        cursor.execute(_BY_DAY, {"since": since, "until": until, "zone": zone})
        return [Happened(*row) for row in cursor.fetchall()]


def standing(*, now: datetime) -> Standing:
    """Return how matches and the processes that serve them stand."""
    with connection.cursor() as cursor:
        cursor.execute(_STANDING, {"now": now, "recently": now - _GONE})
        return Standing(*cursor.fetchone())


def set_aside() -> list[dict[str, Any]]:
    """Return the matches that wait until someone has looked at them, the longest waiting first."""
    found = Match.objects.filter(quarantined_at__isnull=False).order_by("quarantined_at", "pk")
    return [dict(row) for row in found.values("pk", "public_id", "game", "quarantined_at")]


def last_drill() -> ReplayDrill | None:
    """Return what came of playing all matches again for the last time."""
    return ReplayDrill.objects.order_by("-at", "-pk").first()

"""High scores of games that are played alone: each is shown once its log has proved it.

Scores compare only where the same was agreed, by the settings as published, and where nobody was
away for long, since the clock of a live game stands meanwhile and leaves time to think.
"""

import dataclasses
import logging
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from config.meters import queues
from games.matches import play, reading
from games.matches.proofs import replays
from games.matches.reading import Pauses
from games.registry import infos

logger = logging.getLogger(__name__)

SHOWN = 20
PERIODS = (("day", _("Today")), ("week", _("This week")), ("all", _("All time")))


@dataclasses.dataclass(frozen=True, slots=True)
class Score:
    """A line of a table of high scores: the best match of a user in its time.

    ``away`` tells for how long the clock stood in all, "" if never; ``counts`` whether that is
    short enough for a score that is compared.
    """

    place: int
    name: str
    user_id: int
    points: int
    finished_at: datetime
    url: str
    away: str
    counts: bool


def prove(*, now: datetime, limit: int = 100) -> int:
    """Replay finished matches for one from their logs and note those that are as stored.

    Return how many were proved. One that is not is told in the log, and never shown.
    """
    proved = 0
    for match in reading.unproved(limit=limit):
        try:
            replays.verify(match)
        except Exception:
            queues.put_off("prove_scores", match.pk, now=now)
            logger.exception("match %s: its log does not give its score", match.pk)
            play.set_aside(match_id=match.pk, now=now)
            continue
        play.note_proof(match_id=match.pk, now=now)
        proved += 1
    return proved


def slugs() -> list[str]:
    """Return the games that are played alone."""
    return [info.slug for info in infos() if info.max_players == 1]


def since(period: str, now: datetime) -> datetime | None:
    """Return the instant a period begins at: midnight here, Monday's midnight, or None."""
    midnight = timezone.localtime(now).replace(hour=0, minute=0, second=0, microsecond=0)
    if period == "day":
        return midnight
    return midnight - timedelta(days=midnight.weekday()) if period == "week" else None


def table(*, slug: str, period: str, now: datetime) -> list[Score]:
    """Return the best proved score of each user in a period, the highest first; ties share."""
    start = since(period, now)
    return _ranked(slug, since=start, pauses=Pauses.SHORT)


def with_long_pauses(*, slug: str) -> list[Score]:
    """Return the best proved scores of those who were away for longer than is compared."""
    return _ranked(slug, pauses=Pauses.LONG)


def _ranked(slug: str, **which: Any) -> list[Score]:
    usual = reading.usual_alone(slug)
    rows = reading.best_alone(slug=slug, options=usual, limit=SHOWN, **which)
    points = [row.match.scores[0] for row in rows]
    return [
        _line(1 + sum(other > own for other in points), row)
        for row, own in zip(rows, points, strict=True)
    ]


def own(*, slug: str, user_id: int) -> list[Score]:
    """Return a user's own best matches, the highest first, those with long pauses among them."""
    usual = reading.usual_alone(slug)
    rows = reading.best_alone(slug=slug, options=usual, user_id=user_id, limit=SHOWN)
    return [_line(place, row) for place, row in enumerate(rows, start=1)]


def _line(place: int, row: Any) -> Score:
    match = row.match
    return Score(
        place=place,
        name=row.name,
        user_id=row.user_id,
        points=match.scores[0],
        finished_at=match.finished_at,
        url=match.get_absolute_url(),
        away=str(reading.away_in_words(match) or ""),
        counts=reading.time_away(match) <= reading.LONGEST_AWAY,
    )


def best(*, slug: str, user_id: int) -> int | None:
    """Return a user's highest score of those that are compared, None before the first."""
    rows = reading.best_alone(
        slug=slug, options=reading.usual_alone(slug), user_id=user_id, pauses=Pauses.SHORT, limit=1
    )
    return rows[0].match.scores[0] if rows else None


def is_compared(*, slug: str, options: dict[str, Any]) -> bool:
    """Tell whether scores by these settings are compared: by those as published, no others."""
    return options == reading.usual_alone(slug)

"""Reading results: by game, in a row, against whom, and the latest."""

import dataclasses
from datetime import datetime
from typing import Any

from django.db import connection
from django.db.models import Exists, OuterRef, Prefetch, Q

from accounts.users.models import User
from lobby.records.models import Outcome, Result

# A table's result is compared with that of each of the others: whoever has the better place won.
_AGAINST = """
SELECT {which}, count(*),
    count(*) FILTER (WHERE own.place < other.place), count(*) FILTER (WHERE own.place = other.place)
FROM records_result own
JOIN records_result other ON other.match_id = own.match_id AND other.user_id <> own.user_id
JOIN users_user person ON person.id = other.user_id
WHERE own.user_id = %(user)s AND own.outcome <> '' AND {who}
GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT %(limit)s
"""
_AGAINST_ONE = _AGAINST.format(which="own.game", who="other.user_id = %(other)s")
_AGAINST_ALL = _AGAINST.format(
    which="other.user_id",
    who="(own.is_open OR %(all)s) AND person.is_active AND NOT person.is_guest",
)

# Runs of wins are islands among all matches against others, each numbered by what came before.
_STREAKS = """
WITH numbered AS (
    SELECT outcome, finished_at, match_id,
        row_number() OVER run - row_number() OVER (
            PARTITION BY outcome = 'won' ORDER BY finished_at, match_id
        ) AS island
    FROM records_result
    WHERE user_id = %s AND outcome IN ('won', 'drawn', 'lost')
    WINDOW run AS (ORDER BY finished_at, match_id)
), runs AS (
    SELECT count(*) AS wins, max(finished_at) AS until
    FROM numbered WHERE outcome = 'won' GROUP BY island
)
SELECT wins, until, until = (SELECT max(finished_at) FROM numbered)
FROM runs ORDER BY wins DESC, until DESC
"""


@dataclasses.dataclass(frozen=True, slots=True)
class Line:
    """What somebody has done in one game; ``best`` is their highest score."""

    game: str
    played: int
    won: int
    drawn: int
    alone: int  # of those played
    best: int


@dataclasses.dataclass(frozen=True, slots=True)
class Tally:
    """How somebody has fared against another."""

    played: int
    won: int
    drawn: int

    @property
    def lost(self) -> int:
        """Return how often the other had the better place."""
        return self.played - self.won - self.drawn

    def __add__(self, other: "Tally") -> "Tally":
        """Return both together."""
        return Tally(self.played + other.played, self.won + other.won, self.drawn + other.drawn)


@dataclasses.dataclass(frozen=True, slots=True)
class Streaks:
    """Wins in a row against others: now, and at most, until when."""

    current: int = 0
    longest: int = 0
    until: datetime | None = None


def by_game(*, user_id: int) -> list[Line]:
    """Return somebody's results in each game, what they have played most first."""
    statement = """
    SELECT game, count(*), count(*) FILTER (WHERE outcome = 'won'),
        count(*) FILTER (WHERE outcome = 'drawn'), count(*) FILTER (WHERE outcome = 'alone'),
        max(score)
    FROM records_result WHERE user_id = %s AND outcome <> ''
    GROUP BY game ORDER BY 2 DESC, 1
    """
    return [Line(*row) for row in _rows(statement, [user_id])]


def streaks(*, user_id: int) -> Streaks:
    """Return somebody's runs of wins."""
    runs = _rows(_STREAKS, [user_id])
    if not runs:
        return Streaks()
    current = next((wins for wins, _until, lasts in runs if lasts), 0)
    return Streaks(current, runs[0][0], runs[0][1])


def against(*, user_id: int, other_id: int) -> list[tuple[str, Tally]]:
    """Return how somebody has fared against another in each game, the most played first."""
    rows = _rows(_AGAINST_ONE, {"user": user_id, "other": other_id, "limit": 100})
    return [(game, Tally(*counts)) for game, *counts in rows]


def opponents(*, user_id: int, all_: bool, limit: int) -> list[tuple[User, Tally]]:
    """Return the people somebody has played most, each with how they fared.

    Without ``all_`` only matches count that everyone may see. Guests are left out.
    """
    rows = _rows(_AGAINST_ALL, {"user": user_id, "all": all_, "limit": limit})
    people = User.objects.in_bulk([pk for pk, *_ in rows])
    return [(people[pk], Tally(*counts)) for pk, *counts in rows if pk in people]


def recent(*, user_id: int, viewer_id: int | None, limit: int) -> list[Result]:
    """Return somebody's latest results, as far as a viewer may see them.

    Those are all that are open, and those of tables where the viewer sat too. The others' results
    are read along.
    """
    there = Exists(Result.objects.filter(match=OuterRef("match"), user=viewer_id))
    shown = Q(is_open=True) if viewer_id is None else Q(is_open=True) | there
    rows = Result.objects.filter(shown, user_id=user_id).exclude(outcome=Outcome.UNCOUNTED)
    others = Prefetch("match__results", Result.objects.select_related("user").order_by("pk"))
    rows = rows.select_related("match__duel").defer("match__state").prefetch_related(others)
    return list(rows.order_by("-finished_at", "-pk")[:limit])


def _rows(statement: str, facts: Any) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(statement, facts)
        return list(cursor.fetchall())

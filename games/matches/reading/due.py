"""What is due: turns out of time, players who have gone, computer players to be asked."""

import dataclasses
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import connection
from django.db.models import Q

from games.core.game import Game
from games.core.rng import Rng, derived_secret
from games.matches.clocks.turns import DESERTED_FOR
from games.matches.models import Match, Seat, Sweep
from games.matches.reading.matches import position, rules_of
from games.registry import bots

_DUE = """
SELECT match.id, match.ply, timer.fires_at
FROM matches_match match JOIN matches_turntimer timer ON timer.match_id = match.id
WHERE match.quarantined_at IS NULL AND timer.fires_at <= %s
  AND (timer.stands_at <= timer.deadline_at) IS NOT TRUE
ORDER BY timer.fires_at LIMIT %s
"""


def due_turns(*, now: datetime, ahead: timedelta = timedelta(0), limit: int = 200) -> list[Any]:
    """Return (match id, ply, fires_at) of turns whose time-out fires by ``now`` + ``ahead``."""
    with connection.cursor() as cursor:
        cursor.execute(_DUE, [now + ahead, limit])
        return list(cursor.fetchall())


def swept() -> dict[str, datetime]:
    """Return when each periodic job began last, by its name."""
    return dict(Sweep.objects.values_list("name", "at"))


# The matches that run are few among all there ever were: an array of them has the database look up
# the seats of each, where it would otherwise read all seats.
_ABSENT = """
SELECT seat.match_id, seat.player
FROM matches_seat seat
JOIN matches_match match ON match.id = seat.match_id
JOIN matches_turntimer timer ON timer.match_id = seat.match_id
WHERE seat.match_id = ANY(ARRAY(
    SELECT id FROM matches_match WHERE status = 'running' AND pace = 'live' AND players > 1
  ))
  AND match.quarantined_at IS NULL AND timer.paused_at IS NULL
  AND seat.controller = 'human'
  AND (seat.present_until IS NULL OR seat.present_until <= %s)
LIMIT %s
"""


def absent_seats(*, now: datetime, absence: timedelta, limit: int = 200) -> list[tuple[int, int]]:
    """Return (match id, player) of people not heard for longer than ``absence`` at live tables."""
    with connection.cursor() as cursor:
        cursor.execute(_ABSENT, [now - absence, limit])
        return list(cursor.fetchall())


def deserted(*, now: datetime, limit: int = 200) -> list[int]:
    """Return the ids of matches that all their people left too long ago, but for arranged ones."""
    too_long = Q(pk__in=[])
    for pace, patience in DESERTED_FOR.items():
        too_long |= Q(pace=pace, timer__paused_at__lte=now - patience)
    waiting = Match.objects.filter(
        too_long, timer__deserted=True, arranged=False, quarantined_at__isnull=True
    )
    return list(waiting.order_by("timer__paused_at").values_list("pk", flat=True)[:limit])


def sittings(*, now: datetime, longest: timedelta, limit: int = 1000) -> list[int]:
    """Return the ids of slow matches that are played live now; no turn lasts ``longest`` there."""
    due_soon = Match.objects.filter(timer__fires_at__lte=now + longest)
    sitting = due_soon.filter(timer__sitting_at__isnull=False, quarantined_at__isnull=True)
    return list(sitting.values_list("pk", flat=True)[:limit])


_COMPUTERS = """
SELECT match.id, match.ply
FROM matches_seat seat
JOIN matches_match match ON match.id = seat.match_id AND match.to_move = seat.player
JOIN matches_turntimer timer ON timer.match_id = match.id
WHERE seat.match_id = ANY(ARRAY(SELECT id FROM matches_match WHERE status = 'running'))
  AND seat.controller <> 'human'
  AND match.quarantined_at IS NULL AND timer.paused_at IS NULL
  AND (timer.started_at <= %(before)s OR timer.tempo AND match.started_at <= %(before)s)
ORDER BY timer.started_at, match.id LIMIT %(limit)s
"""


def waiting_computers(*, before: datetime, limit: int = 100) -> list[tuple[int, int]]:
    """Return (match id, ply) of turns a computer player has held since before an instant.

    The longest waited for come first.
    """
    with connection.cursor() as cursor:
        cursor.execute(_COMPUTERS, {"before": before, "limit": limit})
        return list(cursor.fetchall())


LAST = 9  # place in the queue of computer players

_PLACE = """
SELECT mover.substituted_at IS NOT NULL, min(waiting.turns)
FROM matches_match match
JOIN matches_seat mover ON mover.match_id = match.id AND mover.player = match.to_move
JOIN matches_match board ON board.id = match.id OR board.duel_id = match.duel_id
LEFT JOIN matches_seat person ON person.match_id = board.id AND person.user_id IS NOT NULL
LEFT JOIN LATERAL (
    SELECT count(*) AS turns
    FROM (
        SELECT seat.match_id FROM matches_seat seat WHERE seat.user_id = person.user_id
        UNION
        SELECT theirs.id
        FROM matches_seat seat
        JOIN matches_match own ON own.id = seat.match_id
        JOIN matches_match theirs ON theirs.duel_id = own.duel_id
        WHERE seat.user_id = person.user_id
    ) near
    JOIN matches_match other ON other.id = near.match_id AND other.status = 'running'
        AND other.quarantined_at IS NULL
    JOIN matches_turntimer timer ON timer.match_id = other.id AND timer.paused_at IS NULL
    JOIN matches_seat thinking ON thinking.match_id = other.id AND thinking.player = other.to_move
        AND thinking.controller <> 'human'
    WHERE other.id <> match.id
) waiting ON person.id IS NOT NULL
WHERE match.id = %s GROUP BY mover.id
"""


def computer_place(*, match_id: int) -> int:
    """Return how long a computer player's turn stands back, from 0 (not at all) to ``LAST``.

    Not at all for somebody who is away, as others wait there; else the longer, the more turns of
    computer players each person at the table, or in its duel, waits for elsewhere.
    """
    with connection.cursor() as cursor:
        cursor.execute(_PLACE, [match_id])
        found = cursor.fetchone()
    if found is None or found[0]:
        return 0
    return min(1 + (found[1] or 0), LAST)


@dataclasses.dataclass(frozen=True, slots=True)
class ComputerTurn:
    """All that a computer player gets: rules, what its seat may see, chance, seconds to think."""

    rules: Game[Any, Any, Any]
    view: Any
    player: int
    level: str
    rng: Rng
    seconds: float
    ply: int
    at: datetime | None  # the instant it acts at by its own time, in a game with a countdown


# By its own time a computer player against a countdown takes so long for an action.
COMPUTER_ACTION = timedelta(seconds=3)


def computer_turn(*, match_id: int, ply: int | None) -> ComputerTurn | None:
    """Return the turn of a computer player at ``ply`` (None: now), or None if it has none.

    A substitute thinks half as long as its level usually does (rule 7.3), and nobody thinks for
    more than a third of the turn's budget.
    """
    match = Match.objects.select_related("timer", "secret").filter(pk=match_id).first()
    if match is None or match.to_move is None or match.quarantined_at or match.timer.paused_at:
        return None
    if ply not in (None, match.ply):
        return None
    seat = match.seats.get(player=match.to_move)
    if seat.controller == Seat.Controller.HUMAN:
        return None
    rules = rules_of(match)
    state = position(match, rules)
    usual = bots(match.game)[seat.controller].seconds
    return ComputerTurn(
        rules=rules,
        view=rules.observation(state, seat.player),
        player=seat.player,
        level=seat.controller,
        rng=Rng(
            derived_secret(bytes(match.secret.secret), "bot"), match.ply + 1, f"bot.{seat.player}"
        ),
        seconds=_computer_seconds(match, usual / 2 if seat.substituted_at else usual),
        ply=match.ply,
        at=_last_instant(match) + COMPUTER_ACTION if match.timer.tempo else None,
    )


def _computer_seconds(match: Match, usual: float) -> float:
    thinking = match.timer.thinking
    seconds = usual if thinking is None else min(usual, thinking / 3)
    return seconds * float(settings.COMPUTERS_THINK)


def _last_instant(match: Match) -> datetime:
    last = match.moves.order_by("-ply").values_list("played_at", flat=True).first()
    return last or match.started_at

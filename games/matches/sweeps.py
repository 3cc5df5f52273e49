"""What is due, done: idempotent, so that Celery and every web process may do it side by side."""

import logging
from datetime import datetime

from games.core.errors import Refusal
from games.matches import play, reading
from games.matches.between import vacancies

logger = logging.getLogger(__name__)


def sweep_deadlines(*, now: datetime) -> int:
    """Make the clock's move in every match whose turn is over its time; return how many."""
    fired = 0
    for match_id, ply, _ in reading.due_turns(now=now):
        try:
            fired += play.expire(match_id=match_id, ply=ply, now=now)
        except Exception:
            logger.exception("match %s: its clock could not move", match_id)
    return fired


def sweep_absences(*, now: datetime) -> int:
    """Seat the computer for people gone from live tables; return how many."""
    seated = 0
    for match_id, player in reading.absent_seats(now=now, absence=play.ABSENCE):
        try:
            seated += play.substitute(match_id=match_id, player=player, now=now)
        except Refusal:
            logger.exception("match %s: no substitute for player %s", match_id, player)
    return seated


def sweep_sittings(*, now: datetime) -> int:
    """End the live play at slow tables that somebody has left; return how many."""
    ended = 0
    for match_id in reading.sittings(now=now, longest=play.SITTING_TURN):
        ended += play.break_up(match_id=match_id, now=now)
    return ended


def sweep_deserted(*, now: datetime) -> int:
    """End the matches nobody came back to in time; return how many."""
    ended = 0
    for match_id in reading.deserted(now=now):
        try:
            ended += play.abandon(match_id=match_id, now=now)
        except Exception:
            logger.exception("match %s: deserted, and could not end", match_id)
    return ended


def sweep_vacancies(*, now: datetime) -> int:
    """Ask the next wave of the bench for each lost seat that waits for one; return how many people.

    What one sweep did is seen by the next, so they may come as often as they like.
    """
    asked = 0
    for vacancy_id in vacancies.due(now=now):
        try:
            asked += play.call_bench(vacancy_id=vacancy_id, now=now)
        except Exception:
            logger.exception("vacancy %s: nobody could be asked", vacancy_id)
    return asked

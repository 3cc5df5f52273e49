"""What is due, done: idempotent, so that Celery and every web process may do it side by side."""

import logging
import random
from datetime import datetime, timedelta

from games.core.errors import Refusal
from games.matches import play, reading
from games.matches.between import vacancies

logger = logging.getLogger(__name__)

TOGETHER = timedelta(milliseconds=100)
MOST = 200  # turns of a sweep: after so many it would go by an instant long past
FEW = 20  # turns out of time, after which a sweep looks what others have left


def sweep_deadlines(*, now: datetime) -> int:
    """Make the clock's move in every match whose turn is over its time; return how many.

    Where many are due, whoever sweeps beside this one is not to be met at each of them: all look
    again after a few, and take these in an order of their own.
    """
    fired, looked_at = 0, set[int]()
    if play.is_silent(now=now):
        return fired
    while len(looked_at) < MOST and (
        due := _few([one for one in reading.due_turns(now=now) if one[0] not in looked_at])
    ):
        for match_id, ply, _ in due:
            looked_at.add(match_id)
            try:
                fired += play.expire(match_id=match_id, ply=ply, now=now)
            except Exception:
                logger.exception("match %s: its clock could not move", match_id)
    return fired


def _few(due: list[tuple[int, int, datetime]]) -> list[tuple[int, int, datetime]]:
    return random.sample(due, min(FEW, len(due)))


def alarms(*, now: datetime, ahead: timedelta) -> list[datetime]:
    """Return when to sweep again, for all turns that fall due after ``now``; at most so far ahead.

    Those that fall due ``TOGETHER`` share an alarm, at the last one's instant.
    """
    instants: list[datetime] = []
    first = now
    for _, _, fires_at in reading.due_turns(now=now, ahead=ahead):
        if fires_at <= now:
            continue
        if instants and fires_at - first <= TOGETHER:
            instants[-1] = fires_at
        else:
            instants.append(fires_at)
            first = fires_at
    return instants


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
    """Ask the next substitutes for each lost seat that waits for one; return how many people.

    What one sweep did is seen by the next, so they may come as often as they like.
    """
    asked = 0
    for vacancy_id in vacancies.due(now=now):
        try:
            asked += play.call_substitutes(vacancy_id=vacancy_id, now=now)
        except Exception:
            logger.exception("vacancy %s: nobody could be asked", vacancy_id)
    return asked

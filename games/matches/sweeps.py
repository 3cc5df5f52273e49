"""What is due, done: idempotent, so that Celery and every web process may do it side by side."""

import logging
import random
from datetime import datetime, timedelta

from config.meters import queues
from games.matches import play, reading
from games.matches.between import vacancies

logger = logging.getLogger(__name__)

TOGETHER = timedelta(milliseconds=100)
MOST = 200  # rows of a sweep: after so many it would go by an instant long past
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
                queues.put_off("sweep_deadlines", match_id, now=now)
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

    def find(more: int) -> list[tuple[int, int]]:
        return reading.absent_seats(now=now, absence=play.ABSENCE, limit=MOST + more)

    def substitute(seat: tuple[int, int]) -> bool:
        return play.substitute(match_id=seat[0], player=seat[1], now=now)

    return sum(queues.each("sweep_absences", find, substitute, now=now))


def sweep_sittings(*, now: datetime) -> int:
    """End the live play at slow tables that somebody has left; return how many."""

    def find(_more: int) -> list[int]:
        return reading.sittings(now=now, longest=play.SITTING_TURN)

    def break_up(match_id: int) -> bool:
        return play.break_up(match_id=match_id, now=now)

    return sum(queues.each("sweep_absences", find, break_up, now=now))


def sweep_deserted(*, now: datetime) -> int:
    """End the matches nobody came back to in time; return how many."""

    def find(more: int) -> list[int]:
        return reading.deserted(now=now, limit=MOST + more)

    def abandon(match_id: int) -> bool:
        return play.abandon(match_id=match_id, now=now)

    return sum(queues.each("sweep_deserted", find, abandon, now=now))


def sweep_vacancies(*, now: datetime) -> int:
    """Ask the next substitutes for each lost seat that waits for one; return how many people.

    What one sweep did is seen by the next, so they may come as often as they like.
    """

    def find(more: int) -> list[int]:
        return vacancies.due(now=now, limit=MOST + more)

    def call(vacancy_id: int) -> int:
        return play.call_substitutes(vacancy_id=vacancy_id, now=now)

    return sum(queues.each("sweep_vacancies", find, call, now=now))

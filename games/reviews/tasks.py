"""Celery's part in reviews: one piece of work after another, as long as any review waits."""

import logging
from datetime import timedelta

from celery import shared_task
from django.conf import settings

from accounts.edge.clock import read_clock
from config.meters import queues
from games.reviews import acts, reading, work
from games.thinking.machine import alone

logger = logging.getLogger(__name__)

LAST = 9  # of all priorities: computer players' turns come first
AT_ONCE = 20  # matches of leagues
LOOKED_BACK = timedelta(days=2)
HELD = 90  # seconds after which a machine whose worker has died begins again


def ask_for_work() -> None:
    """Have somebody work on reviews soon."""
    work_on_reviews.apply_async(expires=600, retry=False, priority=LAST)


@shared_task
def work_on_reviews() -> None:
    """Work on the next review for some seconds, then queue again behind whatever came meanwhile.

    Each machine works on one at a time, so its other processes stay free for computer players.
    """
    with alone("reviews", HELD) as is_alone:
        any_left = is_alone and work.work(now=read_clock())
    if any_left:
        ask_for_work()


@shared_task
def sweep_reviews() -> None:
    """Queue matches of leagues that are over, and go on with whatever waits."""
    now = read_clock()
    if settings.THINK_UNASKED:

        def find(more: int) -> list[int]:
            return reading.to_review(since=now - LOOKED_BACK, limit=AT_ONCE + more)

        def ask(match_id: int) -> None:
            acts.ask_unasked(match_id=match_id, now=now)

        queues.each("sweep_reviews", find, ask, now=now)
    if reading.is_any_waiting():
        ask_for_work()

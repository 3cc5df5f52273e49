"""Celery's part in challenges: making them ahead of time, and noting games that are over."""

import contextlib
import socket

from celery import shared_task
from django.conf import settings
from django.core.cache import cache
from redis.exceptions import RedisError

from accounts.edge.clock import read_clock
from games.daily import acts, days, work

LAST = 9  # of all priorities: nobody waits for tomorrow's challenge
HELD = 120  # seconds after which a machine whose worker has died begins again


@shared_task
def sweep_daily() -> None:
    """Have challenges for today and tomorrow, and note games that are over."""
    if not days.is_on():
        return
    now = read_clock()
    acts.note_all(now=now)
    if not settings.THINK_UNASKED:
        return
    work.begin(now=now)
    if work.is_any_waiting():
        ask_for_work()


def ask_for_work() -> None:
    """Have somebody make challenges soon."""
    make_challenges.apply_async(expires=600, retry=False, priority=LAST)


@shared_task
def make_challenges() -> None:
    """Work on the next challenge for some seconds, then queue again behind whatever came meanwhile.

    Each machine works on one at a time, so its other processes stay free for computer players.
    """
    key = f"daily:{socket.gethostname()}"
    if not _hold(key):
        return
    any_left = False
    try:
        any_left = work.work(now=read_clock())
    finally:
        _let_go(key)
    if any_left:
        ask_for_work()


def _hold(key: str) -> bool:
    try:
        return cache.add(key, 1, HELD)
    except RedisError:
        return True


def _let_go(key: str) -> None:
    with contextlib.suppress(RedisError):
        cache.delete(key)

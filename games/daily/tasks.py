"""Celery's part in challenges: making them ahead of time, and noting games that are over."""

from celery import shared_task
from django.conf import settings

from accounts.edge.clock import read_clock
from games.daily import acts, days, reading, work
from games.thinking.machine import alone
from games.thinking.tasks import SOON
from games.thinking.work import think

LAST = 9  # of all priorities: nobody waits for tomorrow's challenge
HELD = 120  # seconds after which a machine whose worker has died begins again


@shared_task
def sweep_daily() -> None:
    """Have challenges for today and tomorrow, and note games that are over."""
    if not days.is_on():
        return
    now = read_clock()
    acts.note_all(now=now)
    if reading.is_any_sent():
        settle_answers.apply_async(expires=60, retry=False, priority=SOON)
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
    with alone("daily", HELD) as is_alone:
        any_left = is_alone and work.work(now=read_clock())
    if any_left:
        ask_for_work()


@shared_task
def settle_answers() -> None:
    """Judge what people have sent who left before it was judged."""
    with alone("settling", HELD) as is_alone:
        if is_alone:
            acts.settle(ask=think, now=read_clock())

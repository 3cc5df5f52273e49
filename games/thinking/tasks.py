"""Celery's part in questions: thinking about one after another, as long as any waits."""

from celery import shared_task

from accounts.edge.clock import read_clock
from games.thinking import work
from games.thinking.machine import alone

NAME = "thoughts"
HELD = 20  # seconds after which a machine whose worker has died begins again
SOON = 8  # of all priorities: computer players' turns come first, reviews that nobody watches last


def ask_for_work() -> None:
    """Have somebody think soon."""
    work_on_thoughts.apply_async(expires=60, retry=False, priority=SOON)


@shared_task
def work_on_thoughts() -> None:
    """Think about the next question, then queue again behind whatever came meanwhile."""
    with alone(NAME, HELD) as is_alone:
        any_left = is_alone and work.work(now=read_clock())
    if any_left:
        ask_for_work()


@shared_task
def forget_old_thoughts() -> None:
    """Forget answers that were given a while ago."""
    work.forget(now=read_clock())

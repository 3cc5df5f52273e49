"""What is done again and again; each task may run twice or not at all without harm."""

from collections.abc import Callable
from threading import BoundedSemaphore

from celery import shared_task

from accounts.edge.clock import read_clock
from accounts.notices import outbox as notifications
from accounts.notices.delivery import account_mails, kept_mails

# Servers of others may say nothing for long. So many threads of a worker wait for them and no more:
# clocks share those threads.
_notices, _account_mails = BoundedSemaphore(2), BoundedSemaphore(1)


def _if_free(room: BoundedSemaphore, deliver: Callable[..., int]) -> int:
    """Deliver what is due, unless enough threads are at it: the next beat comes anyway."""
    if not room.acquire(blocking=False):
        return 0
    try:
        return deliver(now=read_clock())
    finally:
        room.release()


@shared_task
def deliver_notices() -> int:
    """Send the mails that are due."""
    return _if_free(_notices, notifications.deliver)


@shared_task
def send_account_mails() -> int:
    """Send the mails about accounts that somebody waits for."""
    return _if_free(_account_mails, account_mails.deliver)


@shared_task
def forget_ended_notices() -> int:
    """Forget notices long after they were sent or taken back."""
    return notifications.forget_ended(now=read_clock())


@shared_task
def delete_old_mails() -> int:
    """Delete the mails that stayed here long ago."""
    return kept_mails.delete_old(now=read_clock())

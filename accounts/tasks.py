"""What is done again and again; each task may run twice or not at all without harm."""

from celery import shared_task
from django.conf import settings

from accounts import letters, notifications, services, sessions
from accounts.edge import read_clock
from accounts.notices import account


@shared_task
def deliver_notices() -> int:
    """Send the mails that are due."""
    return notifications.deliver(now=read_clock())


@shared_task
def send_account_mails() -> int:
    """Send the mails about accounts that somebody waits for."""
    return account.deliver(now=read_clock())


@shared_task
def remove_idle_guests() -> int:
    """Forget the guests who left no trace."""
    return services.delete_idle_guests(now=read_clock())


@shared_task
def forget_expired_sessions() -> int:
    """Forget the sessions that have ended."""
    return sessions.forget_expired(now=read_clock())


@shared_task
def forget_ended_notices() -> int:
    """Forget notices long after they were sent or taken back."""
    return notifications.forget_ended(now=read_clock())


@shared_task
def throw_old_letters_away() -> int:
    """Throw away the mails that became files long ago."""
    return letters.throw_old_away(settings.EMAIL_FILE_PATH, now=read_clock())

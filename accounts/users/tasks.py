"""Forgetting what is over: guests who left no trace, sessions, and forms that were sent."""

from celery import shared_task

from accounts.edge.clock import read_clock
from accounts.users import sent_forms, services, sessions


@shared_task
def remove_idle_guests() -> int:
    """Forget the guests who left no trace."""
    return services.delete_idle_guests(now=read_clock())


@shared_task
def forget_expired_sessions() -> int:
    """Forget the sessions that have ended."""
    return sessions.forget_expired(now=read_clock())


@shared_task
def forget_sent_forms() -> int:
    """Forget the forms that nobody sends again."""
    return sent_forms.forget(now=read_clock())

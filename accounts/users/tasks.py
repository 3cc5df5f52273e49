"""Forgetting what is over: guests who left no trace, and sessions."""

from celery import shared_task

from accounts.edge.clock import read_clock
from accounts.users import services, sessions


@shared_task
def remove_idle_guests() -> int:
    """Forget the guests who left no trace."""
    return services.delete_idle_guests(now=read_clock())


@shared_task
def forget_expired_sessions() -> int:
    """Forget the sessions that have ended."""
    return sessions.forget_expired(now=read_clock())

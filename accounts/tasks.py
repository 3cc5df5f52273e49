"""What is done again and again; each task may run twice or not at all without harm."""

from celery import shared_task
from django.utils import timezone

from accounts import notifications, services


@shared_task
def deliver_notices() -> int:
    """Send the mails that are due."""
    return notifications.deliver(now=timezone.now())  # noqa: TID251 - the edge reads the clock


@shared_task
def remove_idle_guests() -> int:
    """Forget the guests who left no trace."""
    return services.delete_idle_guests(now=timezone.now())  # noqa: TID251 - the edge reads the clock

"""Celery's part in the word lists: editions whose instant has come are published."""

from celery import shared_task
from django.utils import timezone

from games.words import editions, importing, lexicon


@shared_task
def publish_due_editions() -> None:
    """Publish what was scheduled until now, and make the files of new versions."""
    now = timezone.now()  # noqa: TID251 - the edge where tasks read the clock
    if editions.publish_due(now=now):
        lexicon.prepare()


@shared_task
def forget_old_uploads() -> None:
    """Forget the files that nobody has proposed."""
    importing.forget_old(now=timezone.now())  # noqa: TID251 - the edge where tasks read the clock

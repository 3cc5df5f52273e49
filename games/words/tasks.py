"""Celery's part in the word lists: editions whose instant has come are published."""

import contextlib

from celery import shared_task
from django.utils import timezone

from games.words import editions, importing, lexicon


@shared_task
def publish_due_editions() -> None:
    """Publish what was scheduled until now, and make the files of new versions."""
    now = timezone.now()  # noqa: TID251 - the edge where tasks read the clock
    editions.publish_due(now=now)
    with contextlib.suppress(lexicon.NotLoaded):
        lexicon.prepare()  # also of what somebody has just published by hand


@shared_task
def forget_old_uploads() -> None:
    """Forget the files that nobody has proposed."""
    importing.forget_old(now=timezone.now())  # noqa: TID251 - the edge where tasks read the clock

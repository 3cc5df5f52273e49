"""Celery's part in puzzles: now and then somebody looks for some."""

from celery import shared_task
from django.conf import settings

from accounts.edge.clock import read_clock
from games.puzzles import finding
from games.reviews.tasks import LAST


@shared_task
def sweep_puzzles() -> None:
    """Have the next public match reviewed if nobody waits, and look into those that were."""
    if not settings.THINK_UNASKED:
        return
    finding.have_reviewed(now=read_clock())
    look_for_puzzles.apply_async(expires=300, retry=False, priority=LAST)


@shared_task
def look_for_puzzles() -> None:
    """Look for puzzles in one match."""
    finding.look(now=read_clock())

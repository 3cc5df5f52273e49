"""Celery's part in ratings."""

from datetime import timedelta

from celery import shared_task

from accounts.edge.clock import read_clock
from lobby.ratings import acts

NOT_TOLD = timedelta(days=30)  # for so long matches are looked for of which nobody was told


@shared_task
def rate_finished() -> None:
    """Rate the matches nobody was told of."""
    now = read_clock()
    acts.rate_finished(since=now - NOT_TOLD, now=now)


@shared_task
def rate_match(match_id: int) -> None:
    """Rate a match that is over."""
    acts.rate_match(match_id=match_id)

"""Celery's part in ratings."""

from celery import shared_task

from lobby.ratings import acts


@shared_task
def rate_finished() -> None:
    """Rate the matches nobody was told of."""
    acts.rate_finished()


@shared_task
def rate_match(match_id: int) -> None:
    """Rate a match that is over."""
    acts.rate_match(match_id=match_id)

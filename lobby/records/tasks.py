"""Celery's part in records."""

from celery import shared_task

from lobby.records import acts


@shared_task
def note_results() -> None:
    """Note the results nobody was told of."""
    acts.note_results()


@shared_task
def note_result(match_id: int) -> None:
    """Note how a match ended for its people."""
    acts.note_result(match_id=match_id)

"""Celery's part in the lobby."""

from celery import shared_task
from django.utils import timezone

from lobby.tables.acts import clearing, pairing


@shared_task
def close_stale_tables() -> None:
    """Close tables that have waited for two weeks."""
    clearing.close_stale(now=timezone.now())  # noqa: TID251 - the edge where tasks read the clock


@shared_task
def see_off() -> None:
    """Have people who have gone get up from open live tables."""
    clearing.see_off(now=timezone.now())  # noqa: TID251 - see above


@shared_task
def bring_together() -> None:
    """Seat people together who wait at tables of their own for the same."""
    pairing.bring_together(now=timezone.now())  # noqa: TID251 - see above

"""Celery's part in the lobby."""

from celery import shared_task

from accounts.edge.clock import read_clock
from lobby.tables.acts import clearing, pairing


@shared_task
def close_stale_tables() -> None:
    """Close tables that have waited for two weeks."""
    clearing.close_stale(now=read_clock())


@shared_task
def see_off() -> None:
    """Have people who have gone get up from open live tables."""
    clearing.see_off(now=read_clock())


@shared_task
def bring_together() -> None:
    """Seat people together who wait at tables of their own for the same."""
    pairing.bring_together(now=read_clock())

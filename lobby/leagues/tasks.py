"""Celery's part in leagues: the sweep, and looking after one season when something happened."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Iterable
from typing import TYPE_CHECKING

from celery import shared_task
from django.core.cache import cache
from redis.exceptions import RedisError

from accounts.edge.clock import read_clock
from lobby.leagues.acts.running import runner

if TYPE_CHECKING:
    from lobby.leagues.models import StepDone

logger = logging.getLogger(__name__)
ALONE = 600  # seconds after which a run that has died no longer keeps others away


@shared_task
def run_seasons() -> None:
    """Look after every season that has something to do."""
    if _is_alone("all"):
        try:
            for season_id, steps in runner.run_due(now=read_clock()).items():
                _log(season_id, steps)
        finally:
            _leave("all")


@shared_task
def look_after(season_id: int) -> None:
    """Look after one season; whoever comes meanwhile leaves it to the first, or to the sweep."""
    if _is_alone(str(season_id)):
        try:
            _log(season_id, runner.run(season_id=season_id, now=read_clock()))
        finally:
            _leave(str(season_id))


def _log(season_id: int, steps: Iterable[StepDone]) -> None:
    for step in steps:
        logger.info("season %s: %s", season_id, step.text)


def _is_alone(name: str) -> bool:
    """Tell whether nobody else is at it; without a cache they wait for each other's rows."""
    try:
        return cache.add(f"leagues:{name}", 1, ALONE)
    except RedisError:
        return True


def _leave(name: str) -> None:
    with contextlib.suppress(RedisError):
        cache.delete(f"leagues:{name}")

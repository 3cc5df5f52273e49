"""Celery's part in records."""

from datetime import timedelta

from celery import shared_task

from accounts.edge.clock import read_clock
from lobby.records import acts
from lobby.records.trophies import awarding

NOT_TOLD = timedelta(days=30)  # for so long results are looked for of which nobody was told
LOOKED_BACK = timedelta(days=3)  # at seasons that have ended, in case nobody was told


@shared_task
def note_results() -> None:
    """Note the results nobody was told of, and give the trophies that follow."""
    now = read_clock()
    acts.note_results(since=now - NOT_TOLD, now=now)
    awarding.award_waiting(now=now)
    awarding.award_seasons(since=now - LOOKED_BACK, now=now)


@shared_task
def note_result(match_id: int) -> None:
    """Note how a match ended for its people, and give the trophies that follow."""
    acts.note_result(match_id=match_id)
    awarding.award_waiting(now=read_clock())


@shared_task
def award_season(season_id: int) -> None:
    """Give the trophies of a season, if it's over."""
    awarding.award_season(season_id=season_id, now=read_clock())

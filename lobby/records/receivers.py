"""What follows for records when a match is over or a season changes: somebody looks soon.

Only a hint: the sweep finds whatever nobody was told of.
"""

from typing import Any

from django.dispatch import receiver

from config.processes.asking import ask_soon
from games.matches.signals import match_finished
from lobby.leagues.acts.rows.signals import season_changed
from lobby.records.tasks import award_season, note_result
from lobby.records.trophies import awarding


@receiver(match_finished)
def note_soon(match_id: int, **_: Any) -> None:
    """Have a result noted soon, without waiting for the broker."""
    ask_soon(_ask, note_result, match_id)


@receiver(season_changed)
def look_soon(season_id: int, **_: Any) -> None:
    """Have a season's trophies given, or taken back, if it may be over."""
    if awarding.concerns(season_id=season_id):
        ask_soon(_ask, award_season, season_id)


def _ask(task: Any, about: int) -> None:
    task.apply_async((about,), expires=60, retry=False)

"""What follows for records when a match is over or a season changes: somebody looks soon.

Only a hint: the sweep finds whatever nobody was told of.
"""

import logging
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from django.dispatch import receiver

from games.matches.signals import match_finished
from lobby.leagues.acts.rows.signals import season_changed
from lobby.records.tasks import award_season, note_result
from lobby.records.trophies import awarding

logger = logging.getLogger(__name__)

# A broker that hangs holds up nobody's answer.
_asking = ThreadPoolExecutor(1, thread_name_prefix="records")


@receiver(match_finished)
def note_soon(match_id: int, **_: Any) -> None:
    """Have a result noted soon, without waiting for the broker."""
    _asking.submit(_ask, note_result, match_id)


@receiver(season_changed)
def look_soon(season_id: int, **_: Any) -> None:
    """Have a season's trophies given, or taken back, if it may be over."""
    if awarding.concerns(season_id=season_id):
        _asking.submit(_ask, award_season, season_id)


def _ask(task: Any, about: int) -> None:
    try:
        task.apply_async((about,), expires=60, retry=False)
    except Exception as error:  # noqa: BLE001 - the sweep will do it
        logger.warning("a record could not be kept at once: %r", error)

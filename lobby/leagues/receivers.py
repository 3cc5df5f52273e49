"""What follows in leagues when something happens to a match or a season: somebody looks soon.

Only a hint: the sweep finds whatever nobody was told of.
"""

from typing import Any

from django.dispatch import receiver

from config.processes.asking import ask_soon
from games.matches.signals import match_finished
from lobby.leagues.acts.rows.signals import season_changed
from lobby.leagues.acts.running import results
from lobby.leagues.tasks import look_after


@receiver(match_finished)
def take_result(match_id: int, **_: Any) -> None:
    """Have a result taken soon, if the match is one of a league."""
    season_id = results.season_of_match(match_id)
    if season_id is not None:
        ask(season_id)


@receiver(season_changed)
def look_soon(season_id: int, **_: Any) -> None:
    """Have a season looked after soon."""
    ask(season_id)


def ask(season_id: int) -> None:
    """Queue the task, without waiting for the broker."""
    ask_soon(_ask, season_id)


def _ask(season_id: int) -> None:
    look_after.apply_async((season_id,), expires=60, retry=False)

"""What follows for ratings when a match is over: it is rated soon.

Only a hint: the sweep finds whatever nobody was told of.
"""

from typing import Any

from django.dispatch import receiver

from config.processes.asking import ask_soon
from games.matches.signals import match_finished
from lobby.ratings.tasks import rate_match


@receiver(match_finished)
def rate_soon(match_id: int, **_: Any) -> None:
    """Have a match rated soon, without waiting for the broker."""
    ask_soon(_ask, match_id)


def _ask(match_id: int) -> None:
    rate_match.apply_async((match_id,), expires=60, retry=False)

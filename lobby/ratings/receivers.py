"""What follows for ratings when a match is over: it is rated soon.

Only a hint: the sweep finds whatever nobody was told of.
"""

import logging
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from django.dispatch import receiver

from games.matches.signals import match_finished
from lobby.ratings.tasks import rate_match

logger = logging.getLogger(__name__)

# A broker that hangs holds up nobody's answer.
_asking = ThreadPoolExecutor(1, thread_name_prefix="ratings")


@receiver(match_finished)
def rate_soon(match_id: int, **_: Any) -> None:
    """Have a match rated soon, without waiting for the broker."""
    _asking.submit(_ask, match_id)


def _ask(match_id: int) -> None:
    try:
        rate_match.apply_async((match_id,), expires=60, retry=False)
    except Exception as error:  # noqa: BLE001 - the sweep will rate it
        logger.warning("a match could not be rated at once: %r", error)

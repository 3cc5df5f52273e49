"""What follows for results when a match is over: it is noted soon.

Only a hint: the sweep finds whatever nobody was told of.
"""

import logging
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from django.dispatch import receiver

from games.matches.signals import match_finished
from lobby.records.tasks import note_result

logger = logging.getLogger(__name__)

# A broker that hangs holds up nobody's answer.
_asking = ThreadPoolExecutor(1, thread_name_prefix="records")


@receiver(match_finished)
def note_soon(match_id: int, **_: Any) -> None:
    """Have a result noted soon, without waiting for the broker."""
    _asking.submit(_ask, match_id)


def _ask(match_id: int) -> None:
    try:
        note_result.apply_async((match_id,), expires=60, retry=False)
    except Exception as error:  # noqa: BLE001 - the sweep will note it
        logger.warning("a result could not be noted at once: %r", error)

"""Celery's part in the word lists: publishing the editions that are due."""

import contextlib
import logging

from celery import shared_task

from accounts.edge.clock import read_clock
from games.words.lists import lexicon
from games.words.moderation import editions
from games.words.moderation.imports import uploads

logger = logging.getLogger(__name__)


@shared_task
def publish_due_editions() -> None:
    """Publish what was scheduled until now, and make the files of new versions."""
    now = read_clock()
    editions.publish_due(now=now)
    with contextlib.suppress(lexicon.NotLoaded):
        lexicon.prepare()  # also of what somebody has just published by hand


def ask_to_publish() -> None:
    """Have what is due published soon; if no worker is there, the beat asks again."""
    try:
        publish_due_editions.apply_async(expires=60, retry=False)
    except Exception as error:  # noqa: BLE001 - the beat will ask
        logger.warning("nobody could be asked to publish: %r", error)


@shared_task
def forget_old_uploads() -> None:
    """Forget the files that nobody has proposed."""
    uploads.forget_old(now=read_clock())

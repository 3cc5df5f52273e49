"""Working on reviews: a few turns of one, then of the next, so that no long match holds up others.

Each piece of work takes the next review that nobody is at work on (``queue``), judges turns for
some seconds, and stores them. Whoever dies meanwhile has lost these seconds, no more.
"""

import logging
import socket
import time
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q

from config.meters import queues
from games.core import codec
from games.core.review.report import Report, Turn, finished, look
from games.matches import reading as matches
from games.registry import looks_of, version_of
from games.reviews import material
from games.reviews.material import Material
from games.reviews.models import Review
from games.reviews.queue import ORDER, PIECE
from games.thinking.judges import judge_of

logger = logging.getLogger(__name__)

CLAIM = timedelta(seconds=60)  # after which whoever claimed a review must have died

Status = Review.Status
WORKED_OUT = (
    "status", "version", "looks", "to_judge", "judged", "turns", "seconds", "report",
    "worked_at", "worked_on", "claimed_until", "finished_at",
)  # fmt: skip


def work(*, now: datetime, seconds: float = PIECE) -> bool:
    """Work for some seconds on the review that is next; tell whether any was waiting."""
    review = _claim(now)
    if review is None:
        return False
    try:
        _go_on(review, now, seconds)
    except material.NotReviewable:
        _give_up(review, now)
    except Exception:
        queues.put_off("sweep_reviews", review.match_id, now=now)
        logger.exception("match %s: it couldn't be reviewed", review.match_id)
        _give_up(review, now)
    return True


def _claim(now: datetime) -> Review | None:
    free = Q(claimed_until__isnull=True) | Q(claimed_until__lte=now)
    waiting = Review.objects.filter(free, status=Status.WAITING)
    with transaction.atomic():
        review = waiting.select_for_update(skip_locked=True).order_by(*ORDER).first()
        if review is not None:
            review.claimed_until = now + CLAIM
            review.save(update_fields=["claimed_until"])
    return review


def _go_on(review: Review, now: datetime, seconds: float) -> None:
    """Judge some more turns, and make the report when all are judged."""
    taken = time.monotonic()
    made = material.of_match(matches.load(match_id=review.match_id))
    turns = list(material.decoded(review.turns or []))
    if review.version != version_of(review.game):  # the site has a newer version since
        turns, review.version = [], version_of(review.game)
        review.looks = looks_of(review.game)
    began = time.monotonic()
    while len(turns) < len(made.choices):
        turns.append(judged(made, len(turns), looks=review.looks))
        if time.monotonic() - began >= seconds:
            break
    review.judged, review.to_judge = len(turns), len(made.choices)
    review.seconds += time.monotonic() - taken
    if len(turns) == len(made.choices):
        report = report_of(made, turns, looks=review.looks)
        review.report, review.turns = codec.encode(report, Report), None
        review.status, review.finished_at = Status.DONE, now
    else:
        review.turns = codec.encode(tuple(turns), tuple[Turn, ...])
    _store(review, now)


def _store(review: Review, now: datetime) -> None:
    """Store what was worked out; who asked for it may have changed meanwhile."""
    review.worked_at, review.claimed_until, review.worked_on = now, None, socket.gethostname()
    review.save(update_fields=WORKED_OUT)


def judged(made: Material, number: int, *, looks: int) -> Turn:
    """Return the turn of that number, from 0, as judged."""
    by = judge_of(made.rules.info.slug)
    return look(made.rules, by, made.choices[number], seed=made.seed, looks=looks)


def report_of(made: Material, turns: list[Turn], *, looks: int) -> Report:
    """Return the report when all turns have been judged."""
    return finished(
        made.rules,
        turns,
        made.result,
        was_played_out=made.was_played_out,
        version=version_of(made.rules.info.slug),
        seed=made.seed,
        looks=looks,
    )


def _give_up(review: Review, now: datetime) -> None:
    review.status, review.turns = Status.FAILED, None
    _store(review, now)

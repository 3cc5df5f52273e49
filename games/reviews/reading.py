"""What's known of reviews: of a match, how far the queue is, and how many somebody asked for."""

import dataclasses
from collections.abc import Iterable
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import F, Sum

from games.core import codec
from games.core.review.report import Report
from games.matches import reading
from games.reviews.models import Review

DAY = timedelta(days=1)
USUAL = 1.0  # seconds for a turn, where nobody has measured it yet
MOST_OVER = 1000  # matches of leagues that are looked at
LATEST = 20  # reviews by which the time of others is estimated


@dataclasses.dataclass(frozen=True, slots=True)
class Progress:
    """How far a review is: turns judged and in all, reviews waiting beside it, minutes to go."""

    judged: int
    to_judge: int
    others: int
    seconds: float


def review_of(*, match_id: int) -> Review | None:
    """Return the review of a match, if somebody has asked for one."""
    return Review.objects.filter(match_id=match_id).first()


def report_of(review: Review) -> Report:
    """Return the report of a review that is done."""
    return codec.decode(review.report, Report)


def left_today(*, user_id: int, now: datetime) -> int:
    """Return how many more reviews somebody can ask for within a day."""
    asked = Review.objects.filter(asked_by=user_id, asked_at__gt=now - DAY).count()
    return max(0, int(settings.REVIEWS_A_DAY) - asked)


def progress(review: Review) -> Progress:
    """Return how far a review that waits is.

    All that wait take turns, so those with less to do than this one are done before it, and of the
    others as much is done meanwhile as of this one.
    """
    own = review.to_judge - review.judged
    waiting = Review.objects.filter(status=Review.Status.WAITING).exclude(pk=review.pk)
    left = list(waiting.values_list("game", F("to_judge") - F("judged")))
    seconds = own * _usual(review.game)
    seconds += sum(min(own, turns) * _usual(game) for game, turns in left)
    return Progress(review.judged, review.to_judge, len(left), seconds)


def _usual(game: str) -> float:
    """Return how long a turn of a game usually takes to judge, in seconds."""
    done = Review.objects.filter(game=game, status=Review.Status.DONE).order_by("-finished_at")
    sums = done.values("seconds", "judged")[:LATEST].aggregate(
        seconds=Sum("seconds"), turns=Sum("judged")
    )
    return float(sums["seconds"] / sums["turns"]) if sums["turns"] else USUAL


def indexes(*, match_ids: Iterable[int]) -> dict[int, list[float]]:
    """Return the indexes of the players of those matches that have been reviewed, by seat."""
    done = Review.objects.filter(match_id__in=list(match_ids), status=Review.Status.DONE)
    return {
        review.match_id: [player["index"] for player in review.report["players"]] for review in done
    }


def to_review(*, since: datetime, limit: int) -> list[int]:
    """Return matches of leagues that have ended since and that nobody has reviewed."""
    over = reading.arranged_finished(since=since, limit=MOST_OVER)
    known = set(Review.objects.filter(match_id__in=over).values_list("match_id", flat=True))
    return [match_id for match_id in over if match_id not in known][:limit]


def is_any_waiting() -> bool:
    """Tell whether any review waits for work."""
    return Review.objects.filter(status=Review.Status.WAITING).exists()


def unasked_since(since: datetime) -> int:
    """Return how many reviews have been queued since that nobody had asked for."""
    return Review.objects.filter(asked_by=None, asked_at__gte=since).count()

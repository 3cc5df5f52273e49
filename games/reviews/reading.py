"""What's known of reviews: of a match, how far the queue is, and how many somebody asked for."""

import dataclasses
from collections.abc import Iterable
from datetime import datetime, timedelta

from django.conf import settings
from django.contrib.auth import get_user_model
from django.db.models import Max, Sum

from games.core import codec
from games.core.review.report import Report
from games.matches import reading
from games.reviews.models import Review
from games.reviews.queue import ORDER, Waiting, wait

DAY = timedelta(days=1)
USUAL = 1.0  # seconds for a turn, where nobody has measured it yet
MOST_OVER = 1000  # matches of leagues that are looked at
LATEST = 20  # reviews by which the time of others is estimated
AT_WORK = timedelta(minutes=5)  # for which a machine that has worked on reviews counts as one


@dataclasses.dataclass(frozen=True, slots=True)
class Progress:
    """How far a review is: turns judged and in all, seconds to go, others worked on till then."""

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


def is_guest(user_id: int) -> bool:
    """Tell whether somebody has no account."""
    return bool(get_user_model().objects.filter(pk=user_id, is_guest=True).exists())


def a_day(*, guest: bool) -> int:
    """Return how many reviews somebody can ask for within a day."""
    return int(settings.GUEST_REVIEWS_A_DAY if guest else settings.REVIEWS_A_DAY)


def left_today(*, user_id: int, now: datetime) -> int:
    """Return how many more reviews somebody can ask for within a day."""
    asked = Review.objects.filter(asked_by=user_id, asked_at__gt=now - DAY).count()
    return max(0, a_day(guest=is_guest(user_id)) - asked)


def waiting_of(*, user_id: int) -> Review | None:
    """Return the review that somebody has asked for and that isn't done yet."""
    waiting = Review.objects.filter(asked_by=user_id, status=Review.Status.WAITING)
    return waiting.select_related("match").first()


def last_served(*, user_id: int) -> datetime | None:
    """Return when work was last done on a review that somebody has asked for."""
    found = Review.objects.filter(asked_by=user_id).aggregate(at=Max("worked_at"))
    return found["at"]  # type: ignore[no-any-return]


def progress(review: Review, *, now: datetime) -> Progress:
    """Return how far a review that waits is, and what it waits for."""
    rows = list(
        Review.objects.filter(status=Review.Status.WAITING)
        .order_by(*ORDER)
        .only("game", "asked_by", "to_judge", "judged", "seconds")
    )
    place = next((at for at, one in enumerate(rows) if one.pk == review.pk), None)
    if place is None:  # it was done a moment ago
        return Progress(review.to_judge, review.to_judge, 0, 0.0)
    usual = {game: _usual(game) for game in {one.game for one in rows if not one.judged}}
    queue = [
        Waiting(
            turns=one.to_judge - one.judged,
            pace=one.seconds / one.judged if one.judged else usual[one.game],
            is_asked=one.asked_by_id is not None,
        )
        for one in rows
    ]
    seconds, others = wait(queue, place, machines=_machines(now))
    return Progress(review.judged, review.to_judge, others, seconds)


def _machines(now: datetime) -> int:
    """Return how many machines have worked on reviews lately, at least one."""
    lately = Review.objects.filter(worked_at__gt=now - AT_WORK, worked_on__gt="")
    return max(1, lately.values("worked_on").distinct().count())


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

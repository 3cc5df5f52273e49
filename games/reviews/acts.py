"""Asking for reviews: by somebody who played, or unasked for matches of leagues."""

from datetime import datetime

from django.conf import settings

from games.core.errors import Refusal
from games.core.language.text import Plural
from games.matches import reading as matches
from games.registry import looks_of, version_of
from games.reviews import material, reading
from games.reviews.models import Review

Status = Review.Status


class NotAPlayer(Refusal):
    """Somebody who didn't play asks for a review."""

    code = "not_a_player"


class TooMany(Refusal):
    """Somebody has asked for as many reviews as they can within a day."""

    code = "too_many_reviews"


def ask(*, match_id: int, user_id: int, now: datetime) -> Review:
    """Put a match into the queue for somebody who played it; the review it has, if it's up to date.

    Raise NotReviewable, NotAPlayer or TooMany.
    """
    loaded = matches.load(match_id=match_id)
    made = material.of_match(loaded)
    if matches.seat_among(loaded, user_id) is None:
        raise NotAPlayer("Only the players can ask for a review of a match.")
    known = reading.review_of(match_id=match_id)
    if known is not None and is_current(known):
        return known
    if not reading.left_today(user_id=user_id, now=now):
        most = int(settings.REVIEWS_A_DAY)
        raise TooMany(
            Plural(
                "You can ask for one review a day. Try again tomorrow.",
                "You can ask for {n} reviews a day. Try again tomorrow.",
                n=most,
            )
        )
    return _queue(loaded, len(made.choices), user_id, now)


def ask_unasked(*, match_id: int, now: datetime) -> Review | None:
    """Put a match of a league into the queue, unless it has a review or can't have one."""
    loaded = matches.load(match_id=match_id)
    try:
        made = material.of_match(loaded)
    except material.NotReviewable:
        return None
    return reading.review_of(match_id=match_id) or _queue(loaded, len(made.choices), None, now)


def is_current(review: Review) -> bool:
    """Tell whether a review is on its way, or was made by those who judge now."""
    if review.status == Status.FAILED:
        return False
    return review.version == version_of(review.game)


def _queue(loaded: matches.Loaded, turns: int, user_id: int | None, now: datetime) -> Review:
    game = loaded.match.game
    fresh = {
        "game": game,
        "asked_by_id": user_id,
        "asked_at": now,
        "status": Status.WAITING,
        "version": version_of(game),
        "looks": looks_of(game),
        "to_judge": turns,
        "judged": 0,
        "turns": None,
        "worked_at": None,
        "claimed_until": None,
        "seconds": 0.0,
        "report": None,
        "finished_at": None,
    }
    review, _ = Review.objects.update_or_create(match_id=loaded.match.pk, defaults=fresh)
    return review

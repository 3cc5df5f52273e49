"""Asking for reviews: by somebody who played, or unasked for matches of leagues."""

from datetime import datetime

from django.contrib.auth import get_user_model
from django.db import transaction

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


class OneIsWaiting(Refusal):
    """Somebody has asked for another review, which isn't done yet."""

    code = "one_is_waiting"


def ask(*, match_id: int, user_id: int, now: datetime) -> Review:
    """Put a match into the queue for somebody who played it; the review it has, if it's up to date.

    One that waits though nobody asked for it is theirs from now on. Raise NotReviewable,
    NotAPlayer, OneIsWaiting or TooMany.
    """
    loaded = matches.load(match_id=match_id)
    made = material.of_match(loaded)
    if matches.seat_among(loaded, user_id) is None:
        raise NotAPlayer("Only the players can ask for a review of a match.")
    with transaction.atomic():
        get_user_model().objects.select_for_update(no_key=True).get(pk=user_id)  # one at a time
        known = reading.review_of(match_id=match_id)
        if known is not None and not can_be_asked_for(known, now):
            return known
        refusal = refusal_of(user_id=user_id, now=now)
        if refusal is not None:
            raise refusal
        if known is not None and is_unasked(known):
            return _adopt(known, user_id, now)
        return _queue(loaded, len(made.choices), user_id, now)


def ask_unasked(*, match_id: int, now: datetime) -> Review | None:
    """Put a match of a league into the queue, unless it has a review or can't have one."""
    loaded = matches.load(match_id=match_id)
    try:
        made = material.of_match(loaded)
    except material.NotReviewable:
        return None
    return reading.review_of(match_id=match_id) or _queue(loaded, len(made.choices), None, now)


def can_be_asked_for(review: Review, now: datetime) -> bool:
    """Tell whether somebody can ask for a review that there is.

    They can if it was made by an older version, or waits without anybody having asked. What
    couldn't be made is tried again after a day, so nobody has us fail all day.
    """
    if is_unasked(review) or review.version != version_of(review.game):
        return True
    return review.status == Status.FAILED and review.asked_at <= now - reading.DAY


def is_unasked(review: Review) -> bool:
    """Tell whether a review waits though nobody has asked for it."""
    return review.status == Status.WAITING and review.asked_by_id is None


def refusal_of(*, user_id: int, now: datetime) -> Refusal | None:
    """Return why somebody can't ask for any review now, None if they can."""
    waiting = reading.waiting_of(user_id=user_id)
    if waiting is not None:
        public_id = waiting.match.public_id
        names = matches.names_of(user_id=user_id, public_ids=[public_id])
        return OneIsWaiting(
            "Your review of {match} isn't ready yet. You can ask for another one when it is.",
            match=names[public_id],
        )
    if reading.left_today(user_id=user_id, now=now):
        return None
    guest = reading.is_guest(user_id)
    most = reading.a_day(guest=guest)
    if guest:
        return TooMany(
            Plural(
                "Guests can ask for one review a day. With an account you can ask for more.",
                "Guests can ask for {n} reviews a day. With an account you can ask for more.",
                n=most,
            )
        )
    return TooMany(
        Plural(
            "You can ask for one review a day. Try again tomorrow.",
            "You can ask for {n} reviews a day. Try again tomorrow.",
            n=most,
        )
    )


def _adopt(review: Review, user_id: int, now: datetime) -> Review:
    """Make a review that waits somebody's own; what has been judged stays so."""
    review.asked_by_id, review.asked_at = user_id, now
    review.worked_at = reading.last_served(user_id=user_id)
    review.save(update_fields=["asked_by", "asked_at", "worked_at"])
    return review


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
        "worked_at": reading.last_served(user_id=user_id) if user_id else None,
        "worked_on": "",
        "claimed_until": None,
        "seconds": 0.0,
        "report": None,
        "finished_at": None,
    }
    review, _ = Review.objects.update_or_create(match_id=loaded.match.pk, defaults=fresh)
    return review

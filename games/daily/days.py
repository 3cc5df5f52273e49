"""Days: each begins at midnight UTC for everybody, and has secrets that nobody can predict."""

from datetime import UTC, date, datetime, time, timedelta

from django.conf import settings

from games.core.rng import derived_secret
from games.registry import game_class

DAY = timedelta(days=1)
GRACE = timedelta(minutes=10)  # after a day, in which whoever was at a position can still answer


def is_on() -> bool:
    """Tell whether this site has daily challenges."""
    return bool(settings.DAILY)


def is_alone(game: str) -> bool:
    """Tell whether a game's challenge is a game for one, dealt alike to all."""
    return game_class(game).info.max_players == 1


def day_of(now: datetime) -> date:
    """Return the day of an instant."""
    return now.astimezone(UTC).date()


def opens_at(day: date) -> datetime:
    """Return the instant at which a day begins."""
    return datetime.combine(day, time(0), UTC)


def closes_at(day: date) -> datetime:
    """Return the instant at which a day is over."""
    return opens_at(day) + DAY


def told_at(day: date) -> datetime:
    """Return the instant from which a day's solutions are told: nobody can answer any more."""
    return closes_at(day) + GRACE


def secret_of(game: str, day: date, number: int) -> bytes:
    """Return the secret of a game of a day's challenge; only who has the site's key knows it."""
    purpose = f"daily/{game}/{day.isoformat()}/{number}"
    return derived_secret(settings.SECRET_KEY.encode(), purpose)

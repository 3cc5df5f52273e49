"""Reading ratings: what somebody's is, and how it came to that."""

import dataclasses
from collections.abc import Iterable

from lobby.ratings import strength as rating
from lobby.ratings.models import Rating, RatingChange
from lobby.ratings.strength import Strength


@dataclasses.dataclass(frozen=True, slots=True)
class Course:
    """Somebody's rating in a game at a pace: what it is, and how it came to that."""

    game: str
    pace: str
    shown: int
    is_provisional: bool
    matches: int
    values: tuple[int, ...]  # as shown, after each match, the latest last


def courses(*, user_id: int, latest: int = 100) -> list[Course]:
    """Return somebody's ratings, what was played most first, with the latest matches of each."""
    rows = Rating.objects.filter(user_id=user_id, matches__gt=0).order_by("-matches", "pk")
    return [_course(row, latest) for row in rows]


def _course(row: Rating, latest: int) -> Course:
    changes = RatingChange.objects.filter(
        user_id=row.user_id, rated__game=row.game, rated__pace=row.pace
    ).order_by("-rated_id")
    values = changes.values_list("mu", "sigma")[:latest]
    strength = Strength(row.mu, row.sigma)
    return Course(
        game=row.game,
        pace=row.pace,
        shown=rating.shown(strength),
        is_provisional=rating.is_provisional(strength),
        matches=row.matches,
        values=tuple(_shown(values))[::-1],
    )


def _shown(values: Iterable[tuple[float, float]]) -> Iterable[int]:
    return (rating.shown(Strength(mu, sigma)) for mu, sigma in values)


def ordinal_of(*, user_id: int, game: str, pace: str) -> float:
    """Return how strong somebody is at least, in a game at a pace; 0 if they have not played."""
    own = Rating.objects.filter(user=user_id, game=game, pace=pace).values_list("mu", "sigma")
    found = own.first()
    return rating.ordinal(Strength(*found)) if found else 0.0

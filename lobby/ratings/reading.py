"""Reading ratings: what somebody's is, and how it came to that."""

import dataclasses
from collections import defaultdict
from collections.abc import Iterable

from django.db.models import F, Q, Window
from django.db.models.functions import RowNumber

from lobby.ratings import strength as rating
from lobby.ratings.models import RatedMatch, Rating, RatingChange
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
    values = _values(user_id, latest)
    return [_course(row, values[row.game, row.pace]) for row in rows]


def _course(row: Rating, values: list[int]) -> Course:
    strength = Strength(row.mu, row.sigma)
    return Course(
        game=row.game,
        pace=row.pace,
        shown=rating.shown(strength),
        is_provisional=rating.is_provisional(strength, len(row.met)),
        matches=row.matches,
        values=tuple(values),
    )


def _values(user_id: int, latest: int) -> dict[tuple[str, str], list[int]]:
    """Return by game and pace what somebody's rating was after each of the latest matches."""
    number = Window(
        RowNumber(),
        partition_by=[F("rated__game"), F("rated__pace")],
        order_by=F("rated_id").desc(),
    )
    changes = RatingChange.objects.filter(user_id=user_id).annotate(number=number)
    told = changes.filter(number__lte=latest).order_by("rated_id")
    found: dict[tuple[str, str], list[int]] = defaultdict(list)
    for game, pace, mu, sigma in told.values_list("rated__game", "rated__pace", "mu", "sigma"):
        found[game, pace].append(rating.shown(Strength(mu, sigma)))
    return found


def settled(*, user_ids: Iterable[int], game: str, pace: str) -> dict[int, int]:
    """Return how strong those of some people are whose results say something by now, in points.

    It's the guess itself, to compare people by, not what pages show.
    """
    rows = Rating.objects.filter(user_id__in=set(user_ids), game=game, pace=pace)
    found = {row.user_id: (Strength(row.mu, row.sigma), len(row.met)) for row in rows}
    return {
        user_id: rating.centred(strength)
        for user_id, (strength, people) in found.items()
        if not rating.is_provisional(strength, people)
    }


def shown_of(*, user_ids: Iterable[int]) -> dict[tuple[int, str, str], tuple[int, bool]]:
    """Return all ratings of some people by (user, game, pace): as shown, whether provisional."""
    rows = Rating.objects.filter(user_id__in=set(user_ids), matches__gt=0)
    return {(row.user_id, row.game, row.pace): _shown(row) for row in rows}


def _shown(row: Rating) -> tuple[int, bool]:
    strength = Strength(row.mu, row.sigma)
    return rating.shown(strength), rating.is_provisional(strength, len(row.met))


@dataclasses.dataclass(frozen=True, slots=True)
class Step:
    """What a match did to somebody's rating, as people read it."""

    user_id: int
    before: int
    after: int


def steps_of(*, match_id: int) -> list[Step]:
    """Return what a match, or the duel it was part of, did to ratings; none before it is rated."""
    rated = Q(rated__match=match_id) | Q(rated__duel__matches=match_id)
    return [_step(one) for one in RatingChange.objects.filter(rated).select_related("rated")]


def why_not_of(*, match_id: int) -> str:
    """Return why a match, or the duel it was part of, isn't rated; "" if it is, or isn't yet."""
    noted = RatedMatch.objects.filter(Q(match=match_id) | Q(duel__matches=match_id)).first()
    return noted.why_not if noted else ""


def _step(change: RatingChange) -> Step:
    rated = change.rated
    earlier = RatingChange.objects.filter(
        user_id=change.user_id,
        rated__game=rated.game,
        rated__pace=rated.pace,
        rated_id__lt=rated.pk,
    )
    last = earlier.order_by("-rated_id").values_list("mu", "sigma").first()
    before = Strength(*last) if last else rating.start()
    after = Strength(change.mu, change.sigma)
    return Step(change.user_id, rating.shown(before), rating.shown(after))


def strength_of(*, user_id: int, game: str, pace: str) -> float:
    """Return how strong somebody is, in a game at a pace, as far as we can guess.

    Whoever has not played is guessed to be like everybody else.
    """
    own = Rating.objects.filter(user=user_id, game=game, pace=pace).values_list("mu", flat=True)
    found = own.first()
    return rating.start().mu if found is None else found

"""Which puzzles there are, and which one somebody should get next."""

import dataclasses
import random
from datetime import date, datetime

from django.db.models import Count, Exists, F, FloatField, OuterRef, Value
from django.db.models.functions import Abs, Cast

from games.core import codec
from games.core.game import GameInfo
from games.core.review.report import Idea
from games.daily import reading as daily
from games.daily.days import is_on
from games.matches import reading as matches
from games.puzzles.models import Attempt, Puzzle, Solver
from games.puzzles.rating import START, Rating
from games.registry import infos
from games.reviews.exercise import Exercise
from games.reviews.material import NotReviewable
from games.reviews.recent import material_of

NEAR = 8  # puzzles of about somebody's own rating, of which they get any


@dataclasses.dataclass(frozen=True, slots=True)
class Shelf:
    """A game's puzzles: how many, and how somebody has fared with them so far."""

    info: GameInfo
    puzzles: int
    solver: Solver | None
    positions: int  # of past daily challenges, of which the last was on ``last_day``
    last_day: date | None


def shelves(*, user_id: int | None, now: datetime) -> list[Shelf]:
    """Return the games that have puzzles, or positions of past daily challenges."""
    rows = Puzzle.objects.filter(retired_at__isnull=True).values_list("game")
    counts = dict(rows.annotate(n=Count("pk")).values_list("game", "n"))
    solvers = {solver.game: solver for solver in Solver.objects.filter(user=user_id)}
    past = daily.past_days(now=now) if is_on() else {}
    return [
        Shelf(
            info,
            counts.get(info.slug, 0),
            solvers.get(info.slug),
            *past.get(info.slug, (0, None)),
        )
        for info in infos()
        if info.slug in counts or info.slug in past
    ]


def find(*, code: str) -> Puzzle | None:
    """Return the puzzle of an address, if there is one."""
    return Puzzle.objects.filter(code=code).first()


def next_for(*, game: str, user_id: int | None, but: str = "") -> Puzzle | None:
    """Return a puzzle for somebody: new to them, and about as hard as they are good.

    ``but`` is one that they have just seen. None when there are no more.
    """
    tried = Attempt.objects.filter(user=user_id, puzzle=OuterRef("pk"))
    waiting = Puzzle.objects.filter(~Exists(tried), game=game, retired_at__isnull=True)
    own = rating_of(game=game, user_id=user_id)
    far = Abs(Cast(F("mu") - Value(own.mu), FloatField()))
    near = list(waiting.exclude(code=but).order_by(far, "pk")[:NEAR])
    return random.choice(near) if near else None  # noqa: S311 - nobody is to be kept from guessing


def rating_of(*, game: str, user_id: int | None) -> Rating:
    """Return how good somebody is at a game's puzzles."""
    solver = Solver.objects.filter(game=game, user=user_id).first() if user_id else None
    return Rating(solver.mu, solver.sigma) if solver else START


def attempt_of(*, puzzle: Puzzle, user_id: int | None) -> Attempt | None:
    """Return somebody's first try at a puzzle, if they have tried it."""
    return Attempt.objects.filter(puzzle=puzzle, user=user_id).first() if user_id else None


def exercise_of(puzzle: Puzzle, *, you: str, others: tuple[str, ...]) -> Exercise | None:
    """Return a puzzle's board and choices, with these names for its players.

    None if its match can't be replayed any more.
    """
    loaded = matches.load(match_id=puzzle.match_id)
    try:
        made = material_of(loaded)
    except NotReviewable:
        return None
    choice = made.choice(puzzle.ply)
    if choice is None:
        return None
    rest = iter(others)
    seats = range(loaded.match.players)
    names = [you if seat == choice.player else next(rest) for seat in seats]
    ideas = codec.decode(puzzle.ideas, tuple[Idea, ...])
    words = loaded.match.word_list_version_id
    return Exercise(made, choice, ideas, names, puzzle.looks, words)

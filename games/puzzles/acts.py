"""Matches are offered for puzzles, and puzzles tried and voted on."""

from datetime import datetime

from django.db import transaction

from games.puzzles.models import Attempt, Puzzle, Solver, Source
from games.puzzles.rating import Rating, rated

VOTED_OUT = 3  # votes by which bad ones must be ahead


def offer(*, match_id: int, now: datetime) -> None:
    """Note that a match that is over was public: puzzles can be found in it."""
    Source.objects.get_or_create(match_id=match_id, defaults={"offered_at": now})


def note_try(*, puzzle: Puzzle, user_id: int, solved: bool, now: datetime) -> Attempt | None:
    """Note somebody's first try and what it does to both ratings; None if it wasn't their first."""
    with transaction.atomic():
        locked = Puzzle.objects.select_for_update(no_key=True).get(pk=puzzle.pk)
        if Attempt.objects.filter(user=user_id, puzzle=locked).exists():
            return None
        solver, _ = Solver.objects.select_for_update().get_or_create(
            user_id=user_id, game=locked.game
        )
        before = Rating(solver.mu, solver.sigma)
        after, of_puzzle = rated(before, Rating(locked.mu, locked.sigma), solved=solved)
        for row, rating in ((solver, after), (locked, of_puzzle)):
            row.mu, row.sigma = rating.mu, rating.sigma
            row.tries += 1
            row.solved += solved
            row.save(update_fields=["mu", "sigma", "tries", "solved"])
        return Attempt.objects.create(
            user_id=user_id,
            puzzle=locked,
            at=now,
            solved=solved,
            change=after.shown - before.shown,
        )


def vote(*, puzzle: Puzzle, user_id: int, good: bool, now: datetime) -> bool:
    """Note what somebody who has tried a puzzle thinks of it; tell whether they had tried it."""
    with transaction.atomic():
        locked = Puzzle.objects.select_for_update(no_key=True).get(pk=puzzle.pk)
        attempt = Attempt.objects.filter(user=user_id, puzzle=locked).first()
        if attempt is None:
            return False
        attempt.vote = 1 if good else -1
        attempt.save(update_fields=["vote"])
        votes = list(Attempt.objects.filter(puzzle=locked).values_list("vote", flat=True))
        locked.good, locked.bad = votes.count(1), votes.count(-1)
        locked.retired_at = now if locked.bad >= locked.good + VOTED_OUT else None
        locked.save(update_fields=["good", "bad", "retired_at"])
    return True

"""Finding puzzles: for tasks alone, as it takes long thoughts.

They come from public matches alone: somebody offers a match that is over, a review of it is made if
there's none, and where it says that one choice was clearly best, that's looked at again, longer and
with other chance. What it then still says becomes a puzzle.
"""

import itertools
import math
from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction

from config.meters import queues
from games.core import codec
from games.core.bots import Budget
from games.core.review.judging import DOUBT
from games.core.review.report import MOST_IDEAS, Idea, Turn, idea_of
from games.core.rng import Rng
from games.matches import reading as matches
from games.puzzles.models import Puzzle, Source
from games.reviews import acts as reviews
from games.reviews import reading as reviewed
from games.reviews.material import Material, NotReviewable, of_match
from games.reviews.models import Review
from games.thinking.judges import judge_of

MARGIN = 0.08  # of the chance to win, by which the best choice has to be better than the next one
FEWEST = 4  # choices
LONGER = 3  # times as long as a review looks at a turn
UNSURE = 0.95  # a chance from which on nothing is at stake any more
PER_MATCH = 3
QUEUE, AT_ONCE = "sweep_puzzles", 5  # matches of which the first is asked for
A_DAY = 24  # matches that are reviewed for their puzzles alone
DAY = timedelta(days=1)


def have_reviewed(*, now: datetime) -> bool:
    """Ask for the review of the next public match, if nobody waits for one; tell whether it did."""
    if reviewed.is_any_waiting() or reviewed.unasked_since(now - DAY) >= A_DAY:
        return False
    source = Source.objects.filter(looked_at__isnull=True, match__review__isnull=True)
    oldest = source.order_by("offered_at")
    for one in queues.awake(QUEUE, lambda more: list(oldest[: AT_ONCE + more]), now=now):
        with queues.apart(QUEUE, one, now=now):
            if reviews.ask_unasked(match_id=one.match_id, now=now) is None:
                _looked(one, 0, now)
            return True
    return False


def look(*, now: datetime) -> int | None:
    """Look for puzzles in the next match that was reviewed; return how many, None without one.

    The match counts as looked at from the start: should somebody die over it, nobody tries again.
    """
    with transaction.atomic():
        done = {"match__review__status": Review.Status.DONE}
        waiting = Source.objects.filter(looked_at__isnull=True, **done).order_by("offered_at")
        source = waiting.select_for_update(skip_locked=True, of=["self"]).first()
        if source is None:
            return None
        _looked(source, 0, now)
    try:
        found = _found(source)
    except NotReviewable:
        return 0
    for puzzle in found:
        puzzle.made_at = now
    Puzzle.objects.bulk_create(found, ignore_conflicts=True)
    _looked(source, len(found), now)
    return len(found)


def _looked(source: Source, found: int, now: datetime) -> None:
    source.looked_at, source.found = now, found
    source.save(update_fields=["looked_at", "found"])


def _found(source: Source) -> list[Puzzle]:
    loaded = matches.load(match_id=source.match_id)
    made = of_match(loaded)
    review = reviewed.review_of(match_id=source.match_id)
    if review is None or review.report is None:
        return []
    found = found_in(made, reviewed.report_of(review).turns, looks=review.looks)
    for puzzle in found:
        puzzle.match_id = source.match_id
    return found


def found_in(made: Material, turns: Sequence[Turn], *, looks: int) -> list[Puzzle]:
    """Return the puzzles of a match whose turns have been judged, not stored yet."""
    likely = sorted(filter(_may_be_one, turns), key=lambda turn: -margin(turn.ideas))
    puzzles = (_confirmed(made, turn, looks) for turn in likely)
    return list(itertools.islice((one for one in puzzles if one is not None), PER_MATCH))


def _may_be_one(turn: Turn) -> bool:
    return (
        len(turn.ideas) >= FEWEST
        and 1 - UNSURE < turn.ideas[0].chance < UNSURE + MARGIN
        and turn.ideas[1].chance < UNSURE
        and margin(turn.ideas) >= MARGIN
    )


def margin(ideas: tuple[Idea, ...]) -> float:
    """Return by how much the best choice is certainly better than the next one."""
    first, second = ideas[:2]
    return first.chance - second.chance - DOUBT * math.hypot(first.error, second.error)


def _confirmed(made: Material, turn: Turn, looks: int) -> Puzzle | None:
    """Return a puzzle if a longer look with other chance finds the same."""
    choice, rules = made.choice(turn.ply), made.rules
    if choice is None:
        return None
    view = rules.observation(choice.state, choice.player)
    rng = Rng(bytes.fromhex(made.seed), turn.ply, "puzzle")
    budget, by = Budget.of_looks(LONGER * looks), judge_of(rules.info.slug)
    found = by.weigh(rules, view, choice.player, rng, budget)
    ideas = tuple(idea_of(rules, choice, one) for one in found[:MOST_IDEAS])
    if len(ideas) < FEWEST or ideas[0].action != turn.ideas[0].action or margin(ideas) < MARGIN:
        return None
    return Puzzle(
        ply=turn.ply,
        game=rules.info.slug,
        ideas=codec.encode(ideas, tuple[Idea, ...]),
        looks=LONGER * looks,
        margin=round(margin(ideas), 4),
    )

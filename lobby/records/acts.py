"""Notes how matches ended for the people who played them, once for each.

What counts: a match or duel of two or more people that they brought to an end, and a game for one
that was played to its end. Practice doesn't count, nor does what ``ratings`` say wasn't the game as
everybody plays it, or wasn't played. Whoever took over a seat has no result there, and whoever left
it has none either.
"""

from collections.abc import Sequence
from datetime import datetime

from django.db.models import Exists, OuterRef

from config.meters import queues
from games.matches import reading
from games.matches.reading import EVER, Finished, Sitter
from games.puzzles import acts as puzzles
from games.registry import game_class
from lobby.ratings.acts import why_not_rated
from lobby.ratings.terms import NOT_THE_GAME
from lobby.records.models import Outcome, Result
from lobby.tables import reading as tables

SWEPT = 200


def note_result(*, match_id: int) -> int:
    """Note how a match, or the duel it belongs to, ended; return for how many people it was new."""
    finished = reading.finished_table(match_id=match_id)
    if finished is None:
        return 0
    rows = _rows(finished)
    known = set(Result.objects.filter(match=_anchor(finished)).values_list("user_id", flat=True))
    Result.objects.bulk_create(rows, ignore_conflicts=True)
    if (
        finished.match
        and finished.was_played
        and not finished.was_short
        and any(row.is_open for row in rows)
    ):
        puzzles.offer(match_id=finished.match, now=finished.finished_at)
    return len({row.user_id for row in rows} - known)


def note_results(*, now: datetime, limit: int = SWEPT, since: datetime = EVER) -> int:
    """Note whatever nobody was told of, the oldest first; return for how many people it was new.

    What was over before ``since`` isn't looked at.
    """
    noted = Exists(Result.objects.filter(own=OuterRef("match"), user=OuterRef("user")))

    def find(more: int) -> list[int]:
        return reading.people_finished(noted=noted, limit=limit + more, since=since)

    return sum(queues.each("note_results", find, lambda pk: note_result(match_id=pk), now=now))


def recompute(*, write: bool = True) -> int:
    """Work all results out again from the matches; return how many stored ones were others."""
    wrong = 0
    for match_id in Result.objects.order_by("match").values_list("match", flat=True).distinct():
        finished = reading.finished_table(match_id=match_id)
        right = {row.user_id: row for row in _rows(finished)} if finished else {}
        for row in Result.objects.filter(match=match_id):
            wrong += _differs(row, right.get(row.user_id), write=write)
    return wrong


def _differs(row: Result, right: Result | None, *, write: bool) -> bool:
    if right is None:
        if write:
            row.delete()
        return True
    right.weighed = row.weighed
    names = [field.attname for field in Result._meta.concrete_fields if field.name != "id"]  # noqa: SLF001 - public
    if all(getattr(row, name) == getattr(right, name) for name in names):
        return False
    if write:
        right.pk = row.pk
        right.save(force_update=True)
    return True


# --- What a match says of somebody ----------------------------------------------------------------


def _anchor(finished: Finished) -> int:
    return min(each.match for each in finished.sitters)


def _rows(finished: Finished) -> list[Result]:
    anchor = _anchor(finished)
    is_open = finished.arranged or tables.was_open(match_id=finished.match, duel_id=finished.duel)
    return [
        Result(
            user_id=each.user,
            match_id=anchor,
            own_id=each.match,
            game=finished.game,
            pace=finished.pace,
            outcome=_outcome(finished, each),
            place=_place(each, finished.sitters),
            score=each.score,
            lead=_lead(each, finished.sitters),
            finished_at=finished.finished_at,
            is_open=is_open,
        )
        for each in finished.sitters
        if each.user is not None and not each.covers
    ]


def _outcome(finished: Finished, sitter: Sitter) -> Outcome:
    people = sum(each.user is not None for each in finished.sitters)
    if why_not_rated(finished) in NOT_THE_GAME:
        return Outcome.UNCOUNTED
    if len(finished.sitters) == 1:
        alone = game_class(finished.game).info.max_players == 1 and finished.was_finished
        return Outcome.ALONE if alone else Outcome.UNCOUNTED
    if people < 2:
        return Outcome.UNCOUNTED
    if sitter.place != 1:
        return Outcome.LOST
    firsts = sum(each.place == 1 for each in finished.sitters)
    return Outcome.WON if firsts == 1 else Outcome.DRAWN


def _place(sitter: Sitter, sitters: Sequence[Sitter]) -> int:
    """Return a place; whoever was not there (0) is last."""
    return sitter.place or len(sitters)


def _lead(sitter: Sitter, sitters: Sequence[Sitter]) -> int | None:
    others = [each.score for each in sitters if each is not sitter]
    return sitter.score - max(others) if others else None

"""Ratings of people per game and pace, from every finished match that counts.

Rated are matches and duels of two or more people with accounts, with a clock and no computer player
from the start, that those people brought to an end. Whoever took over a seat is not rated; if the
computer moved for you, you can only lose by it. Each match is looked at once, in the order of the
ids of its note (``RatedMatch``), and all ratings can be worked out again from these notes alone.
"""

import dataclasses
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, Q

from config.meters import queues
from games.matches import reading
from lobby.ratings import strength as rating
from lobby.ratings.models import RatedMatch, Rating, RatingChange
from lobby.ratings.strength import Strength

SWEPT = 200

Kind = tuple[str, str]  # game, pace


@dataclasses.dataclass(frozen=True, slots=True)
class Result:
    """What a match says of somebody; ``only_down``: had help and may only lose by it."""

    user: int
    place: int
    only_down: bool


# --- Looking at matches ---------------------------------------------------------------------------


def rate_match(*, match_id: int) -> bool:
    """Rate a match, or the duel it belongs to, if it is over; tell whether it was not yet noted."""
    finished = reading.finished_table(match_id=match_id)
    return finished is not None and _note(finished)


def rate_finished(*, now: datetime, limit: int = SWEPT, since: datetime = reading.EVER) -> int:
    """Rate what is over and was not looked at, the oldest first; return how many were noted.

    What was over before ``since`` isn't looked at.
    """
    new = {"matches": _unnoted("match_id"), "duels": _unnoted("duel_id")}

    def find(more: int) -> list[tuple[int | None, int | None]]:
        return reading.finished_tables(**new, limit=limit + more, since=since)

    return sum(queues.each("rate_finished", find, _rate, now=now))


def _rate(table: tuple[int | None, int | None]) -> bool:
    match_id, duel_id = table
    if duel_id is not None:
        finished = reading.finished_duel(duel_id=duel_id)
    elif match_id is not None:
        finished = reading.finished_table(match_id=match_id)
    return finished is not None and _note(finished)


def _unnoted(column: str) -> Q:
    return Q(~Exists(RatedMatch.objects.filter(**{column: OuterRef("pk")})))


def _note(finished: reading.Finished) -> bool:
    """Store what a match does to ratings, once.

    The ratings are locked before the note gets its id: so for each of them the order of the ids is
    the order in which the matches counted.
    """
    why_not = _why_not(finished)
    results = [] if why_not else _results(finished)
    kind = (finished.game, finished.pace)
    with transaction.atomic():
        rows = _lock(kind, [each.user for each in results])
        noted, is_new = RatedMatch.objects.get_or_create(
            **_which(finished),
            defaults={
                "game": finished.game,
                "pace": finished.pace,
                "finished_at": finished.finished_at,
                "results": [dataclasses.asdict(each) for each in results],
                "why_not": why_not,
            },
        )
        if is_new and results:
            _count(noted, rows, results)
    return is_new


def _which(finished: reading.Finished) -> dict[str, int]:
    if finished.duel is not None:
        return {"duel_id": finished.duel}
    return {} if finished.match is None else {"match_id": finished.match}


def _why_not(finished: reading.Finished) -> str:
    sitters = finished.sitters
    if not finished.has_clock:
        return RatedMatch.WhyNot.NO_CLOCK
    if not finished.was_played:
        return RatedMatch.WhyNot.BROKEN_OFF
    if any(each.user is None for each in sitters):
        return RatedMatch.WhyNot.COMPUTER
    if any(each.is_guest for each in sitters):
        return RatedMatch.WhyNot.GUEST
    if len(_results(finished)) < 2:
        return RatedMatch.WhyNot.HANDED_OVER
    return ""


def _results(finished: reading.Finished) -> list[Result]:
    return [
        Result(each.user, each.place, each.was_helped)
        for each in finished.sitters
        if each.user is not None and not each.covers
    ]


def _lock(kind: Kind, users: Sequence[int]) -> dict[int, Rating]:
    game, pace = kind
    new = rating.start()
    Rating.objects.bulk_create(
        [
            Rating(user_id=user, game=game, pace=pace, mu=new.mu, sigma=new.sigma)
            for user in sorted(users)
        ],
        ignore_conflicts=True,
    )
    rows = Rating.objects.filter(user_id__in=users, game=game, pace=pace)
    return {row.user_id: row for row in rows.select_for_update().order_by("user_id")}


def _count(noted: RatedMatch, rows: dict[int, Rating], results: Sequence[Result]) -> None:
    before = {user: Strength(row.mu, row.sigma) for user, row in rows.items()}
    for user, after in _after(before, results).items():
        row = rows[user]
        row.mu, row.sigma, row.matches = after.mu, after.sigma, row.matches + 1
        row.save(update_fields=["mu", "sigma", "matches"])
        RatingChange.objects.create(
            rated=noted, user_id=user, mu=after.mu, sigma=after.sigma, model=rating.MODEL
        )


def _after(before: dict[int, Strength], results: Sequence[Result]) -> dict[int, Strength]:
    strengths = rating.rate(
        [before[each.user] for each in results],
        [each.place for each in results],
        [each.only_down for each in results],
    )
    return {each.user: after for each, after in zip(results, strengths, strict=True)}


# --- Working them out again -----------------------------------------------------------------------


def recompute(*, write: bool = True) -> int:
    """Work all ratings out again from the notes; return how many stored values were others.

    Matches that end meanwhile wait until it is done.
    """
    with transaction.atomic():
        stored = {_key(row): row for row in Rating.objects.select_for_update().order_by("user_id")}
        changes = {(row.rated_id, row.user_id): row for row in RatingChange.objects.all()}
        found: dict[tuple[int, str, str], tuple[Strength, int]] = {}
        wrong = 0
        for noted in RatedMatch.objects.order_by("pk").iterator():
            for user, after in _again(noted, found).items():
                change = changes.get((noted.pk, user))
                if change is not None:
                    wrong += _set(change, after, write=write)
        for key, row in stored.items():
            strength, matches = found.get(key, (rating.start(), 0))
            changed = row.matches != matches
            row.matches = matches
            wrong += _set(row, strength, write=write, changed=changed)
    return wrong


def _key(row: Rating) -> tuple[int, str, str]:
    return row.user_id, row.game, row.pace


def _again(
    noted: RatedMatch, found: dict[tuple[int, str, str], tuple[Strength, int]]
) -> dict[int, Strength]:
    if not noted.results:
        return {}
    results = [Result(**each) for each in noted.results]
    new = (rating.start(), 0)
    so_far = {each.user: found.get((each.user, noted.game, noted.pace), new) for each in results}
    after = _after({user: strength for user, (strength, _) in so_far.items()}, results)
    for user, strength in after.items():
        found[user, noted.game, noted.pace] = (strength, so_far[user][1] + 1)
    return after


def _set(row: Any, strength: Strength, *, write: bool, changed: bool = False) -> bool:
    if (row.mu, row.sigma) == (strength.mu, strength.sigma) and not changed:
        return False
    row.mu, row.sigma = strength.mu, strength.sigma
    if write:
        row.save()
    return True

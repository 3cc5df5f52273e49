"""Ratings of people per game and pace, from every finished match that counts.

Rated are matches and duels of two or more people with accounts, of the game as everybody plays it,
with a clock and no computer player from the start, that those people brought to an end (``terms``
says why others aren't). Everybody is compared with everybody else. Whatever keeps a result from one
of two keeps it from the other too, or ratings as a whole would rise or sink: so it is always a pair
that is left out, or the match. Left out are pairs in which the computer or a substitute moved for
one who hasn't lost; and those who have had many rated matches with each other lately. Whoever took
over a seat is not rated; whoever left it is, by where it ended.

Each match is looked at once, in the order of the ids of its note (``RatedMatch``), and all ratings
can be worked out again from these notes alone.
"""

import dataclasses
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from datetime import datetime, timedelta
from itertools import combinations

from django.db import transaction
from django.db.models import Exists, OuterRef, Q

from config.meters import queues
from games.matches import reading
from lobby.ratings import strength as rating
from lobby.ratings.models import RatedMatch, Rating, RatingChange
from lobby.ratings.strength import Strength
from lobby.ratings.terms import NOT_THE_GAME, Terms, WhyNot, why_not

SWEPT = 200
# So many rated matches two people can have with each other in so long.
MOST_TOGETHER, LATELY = 10, timedelta(days=30)

Kind = tuple[str, str]  # game, pace
Pair = tuple[int, int]  # two users by their ids, the smaller first


@dataclasses.dataclass(frozen=True, slots=True)
class Result:
    """What a match says of somebody."""

    user: int
    place: int


@dataclasses.dataclass(frozen=True, slots=True)
class Standing:
    """What all results so far say of somebody."""

    strength: Strength
    matches: int = 0
    met: tuple[int, ...] = ()


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
    why, kind = why_not_rated(finished), (finished.game, finished.pace)
    results = [] if why else _results(finished)
    with transaction.atomic():
        rows = _lock(kind, [each.user for each in results])
        helped, often = helped_pairs(finished), _often(finished, results)
        left_out = [pair for pair in _pairs(results) if pair in helped or pair in often]
        if results and len(left_out) == len(_pairs(results)):
            why = WhyNot.OFTEN if often else WhyNot.HELPED
            results, left_out = [], []
        noted, is_new = RatedMatch.objects.get_or_create(
            **_which(finished),
            defaults={
                "game": finished.game,
                "pace": finished.pace,
                "finished_at": finished.finished_at,
                "results": [dataclasses.asdict(each) for each in results],
                "left_out": left_out,
                "why_not": why,
            },
        )
        if is_new and results:
            _count(noted, rows)
    return is_new


def _which(finished: reading.Finished) -> dict[str, int]:
    if finished.duel is not None:
        return {"duel_id": finished.duel}
    return {} if finished.match is None else {"match_id": finished.match}


def why_not_rated(finished: reading.Finished) -> str:
    """Return why a match that is over isn't rated for anybody, "" if it is.

    What only concerns pairs is left to whoever rates it.
    """
    sitters = finished.sitters
    terms = Terms(
        game=finished.game,
        options=finished.options,
        control=finished.control,
        seats=len(sitters),
        computers=sum(each.user is None for each in sitters),
        guests=sum(each.is_guest for each in (*sitters, *finished.left)),
    )
    agreed, ended = why_not(terms), _unplayed(finished)
    if ended and agreed not in NOT_THE_GAME:
        return ended
    too_few = len(_results(finished)) < 2
    return agreed or (WhyNot.HANDED_OVER if too_few else "")


def _unplayed(finished: reading.Finished) -> str:
    """Return why what happened at the table was no game, "" if it was."""
    if not finished.was_played:
        return WhyNot.BROKEN_OFF
    if finished.was_short:
        return WhyNot.TOO_SHORT
    if finished.was_finished and not finished.was_moved:
        return WhyNot.NO_MOVE
    together = len(finished.sitters) > 1
    decided = finished.was_finished and finished.was_scored
    return WhyNot.DRAWN if together and finished.is_drawn and not decided else ""


def _rated(finished: reading.Finished) -> list[reading.Sitter]:
    """Return the people of whom a match says something, of their seats or of those they left."""
    sat = [each for each in finished.sitters if not each.covers]
    return [each for each in (*sat, *finished.left) if each.user is not None]


def _results(finished: reading.Finished) -> list[Result]:
    return [Result(each.user, each.place) for each in _rated(finished) if each.user is not None]


def helped_pairs(finished: reading.Finished) -> set[Pair]:
    """Return the pairs in which somebody who had help came out no worse than the other."""
    last = len(finished.sitters) + 1  # a place of 0 is behind all
    return {
        _pair(one.user or 0, other.user or 0)
        for one in _rated(finished)
        for other in _rated(finished)
        if one is not other
        if one.was_helped and (one.place or last) <= (other.place or last)
    }


def _often(finished: reading.Finished, results: Sequence[Result]) -> set[Pair]:
    """Return the pairs that have had as many rated matches with each other as count so soon."""
    people = [each.user for each in results]
    lately = RatedMatch.objects.filter(
        game=finished.game,
        pace=finished.pace,
        finished_at__gt=finished.finished_at - LATELY,
        changes__user__in=people,
    ).distinct()
    met = Counter(pair for noted in lately for pair in _counted(noted))
    return {pair for pair in _pairs(results) if met[pair] >= MOST_TOGETHER}


def _pair(one: int, other: int) -> Pair:
    return min(one, other), max(one, other)


def _pairs(results: Iterable[Result]) -> list[Pair]:
    return [_pair(one.user, other.user) for one, other in combinations(results, 2)]


def _counted(noted: RatedMatch) -> list[Pair]:
    """Return the pairs for which a match counted."""
    out = {(one, other) for one, other in noted.left_out}
    return [pair for pair in _pairs(_results_of(noted)) if pair not in out]


def _results_of(noted: RatedMatch) -> list[Result]:
    return [Result(**each) for each in noted.results]


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


def _count(noted: RatedMatch, rows: dict[int, Rating]) -> None:
    before = {user: _standing(row) for user, row in rows.items()}
    for user, after in _after(before, noted).items():
        _put(rows[user], after)
        rows[user].save()
        mu, sigma = after.strength.mu, after.strength.sigma
        RatingChange.objects.create(
            rated=noted, user_id=user, mu=mu, sigma=sigma, model=rating.MODEL
        )


def _standing(row: Rating) -> Standing:
    return Standing(Strength(row.mu, row.sigma), row.matches, tuple(row.met))


def _put(row: Rating, standing: Standing) -> None:
    row.mu, row.sigma = standing.strength.mu, standing.strength.sigma
    row.matches, row.met = standing.matches, list(standing.met)


def _after(before: dict[int, Standing], noted: RatedMatch) -> dict[int, Standing]:
    """Return what a match makes of those for whom it counts against anybody."""
    results, counted = _results_of(noted), _counted(noted)
    index = {each.user: number for number, each in enumerate(results)}
    left_out = {_pair(index[one], index[other]) for one, other in noted.left_out}
    strengths = rating.rate(
        [before[each.user].strength for each in results],
        [each.place for each in results],
        left_out,
    )
    found = {}
    for each, strength in zip(results, strengths, strict=True):
        others = [sum(pair) - each.user for pair in counted if each.user in pair]
        if others:
            was = before[each.user]
            found[each.user] = Standing(strength, was.matches + 1, _met(was.met, others))
    return found


def _met(known: Collection[int], others: Iterable[int]) -> tuple[int, ...]:
    """Return the first few different people somebody's results come from; more aren't asked for."""
    return tuple(dict.fromkeys((*known, *others)))[: rating.ENOUGH_PEOPLE]


# --- Working them out again -----------------------------------------------------------------------


def recompute(*, write: bool = True) -> int:
    """Work all ratings out again from the notes; return how many stored values were others.

    Matches that end meanwhile wait until it is done.
    """
    with transaction.atomic():
        stored = {_key(row): row for row in Rating.objects.select_for_update().order_by("user_id")}
        changes = {(row.rated_id, row.user_id): row for row in RatingChange.objects.all()}
        found: dict[tuple[int, str, str], Standing] = {}
        wrong = 0
        for noted in RatedMatch.objects.order_by("pk").iterator():
            for user, after in _again(noted, found).items():
                change = changes.get((noted.pk, user))
                if change is not None:
                    wrong += _set_change(change, after.strength, write=write)
        for key, row in stored.items():
            wrong += _set(row, found.get(key, Standing(rating.start())), write=write)
    return wrong


def _key(row: Rating) -> tuple[int, str, str]:
    return row.user_id, row.game, row.pace


def _again(noted: RatedMatch, found: dict[tuple[int, str, str], Standing]) -> dict[int, Standing]:
    if not noted.results:
        return {}
    new = Standing(rating.start())
    users = [each.user for each in _results_of(noted)]
    after = _after({user: found.get((user, noted.game, noted.pace), new) for user in users}, noted)
    for user, standing in after.items():
        found[user, noted.game, noted.pace] = standing
    return after


def _set(row: Rating, standing: Standing, *, write: bool) -> bool:
    if _standing(row) == standing:
        return False
    _put(row, standing)
    if write:
        row.save()
    return True


def _set_change(row: RatingChange, strength: Strength, *, write: bool) -> bool:
    if (row.mu, row.sigma) == (strength.mu, strength.sigma):
        return False
    row.mu, row.sigma = strength.mu, strength.sigma
    if write:
        row.save()
    return True

"""How matches stand that somebody has arranged for others: who has begun, scores, results."""

import dataclasses
from collections import defaultdict
from collections.abc import Collection
from datetime import datetime

from django.db.models import Q

from games.matches.answers import Actor
from games.matches.models import Match, Move


@dataclasses.dataclass(frozen=True, slots=True)
class Stand:
    """How a match stands, or a duel, in which each entrant has a match of their own, by seat."""

    matches: tuple[int, ...]
    scores: tuple[int, ...]
    may_move: frozenset[int]  # seats whose turn it is
    have_moved: frozenset[int]  # seats that somebody made a turn at: neither clock nor computer
    plies: int


def stands_of_matches(match_ids: Collection[int]) -> dict[int, Stand]:
    """Return how matches stand, by id."""
    matches = Match.objects.filter(pk__in=match_ids).values_list("pk", "scores", "to_move", "ply")
    moved = _have_moved(match_ids)
    return {
        pk: Stand(
            matches=(pk,),
            scores=tuple(scores),
            may_move=frozenset() if to_move is None else frozenset({to_move}),
            have_moved=frozenset(moved[pk]),
            plies=ply,
        )
        for pk, scores, to_move, ply in matches
    }


def stands_of_duels(duel_ids: Collection[int]) -> dict[int, Stand]:
    """Return how duels stand, by id; their matches are in the order of their entrants."""
    those = Match.objects.filter(duel_id__in=duel_ids).order_by("duel_id", "pk")
    entries = defaultdict(list)
    for duel, *entry in those.values_list("duel_id", "pk", "scores", "to_move", "ply"):
        entries[duel].append(entry)
    moved = _have_moved([entry[0] for one in entries.values() for entry in one])
    return {
        duel: Stand(
            matches=tuple(pk for pk, *_ in one),
            scores=tuple(scores[0] for _, scores, *_ in one),
            may_move=frozenset(seat for seat, entry in enumerate(one) if entry[2] is not None),
            have_moved=frozenset(seat for seat, entry in enumerate(one) if moved[entry[0]]),
            plies=sum(ply for *_, ply in one),
        )
        for duel, one in entries.items()
    }


def _have_moved(match_ids: Collection[int]) -> dict[int, set[int]]:
    made = Move.objects.filter(match_id__in=match_ids, actor__in=[Actor.HUMAN, Actor.PREPARED])
    found: dict[int, set[int]] = defaultdict(set)
    for match_id, player in made.order_by().values_list("match_id", "player").distinct():
        found[match_id].add(player)
    return found


@dataclasses.dataclass(frozen=True, slots=True)
class Result:
    """How a match or a duel ended, by seat."""

    places: tuple[int, ...]
    scores: tuple[int, ...]


def results_of_matches(match_ids: Collection[int]) -> dict[int, Result]:
    """Return the results of those matches that are over, by id."""
    over = Match.objects.filter(pk__in=match_ids, status=Match.Status.FINISHED)
    facts = over.values_list("pk", "places", "scores")
    return {pk: Result(tuple(places or ()), tuple(scores)) for pk, places, scores in facts}


def results_of_duels(duel_ids: Collection[int]) -> dict[int, Result]:
    """Return the results of those duels that are over, by id."""
    over = Match.objects.filter(duel_id__in=duel_ids, duel__finished_at__isnull=False)
    rows = defaultdict(list)
    for duel, place, score in over.order_by("duel_id", "pk").values_list(
        "duel_id", "places__0", "scores__0"
    ):
        rows[duel].append((place, score))
    return {
        duel: Result(tuple(place for place, _ in one), tuple(score for _, score in one))
        for duel, one in rows.items()
    }


def arranged_finished(*, since: datetime, limit: int) -> list[int]:
    """Return the matches of leagues that have ended since and are revealed, the latest first."""
    over = Match.objects.filter(
        Q(duel=None) | Q(duel__finished_at__isnull=False),
        arranged=True,
        status=Match.Status.FINISHED,
        finished_at__gte=since,
        ply__gt=0,
    )
    return list(over.order_by("-finished_at").values_list("pk", flat=True)[:limit])

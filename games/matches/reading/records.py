"""Matches of the past: scores of those played alone, time taken for turns, outages."""

import enum
import math
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import F, IntegerField, Q, QuerySet, Window
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Cast, RowNumber

from games.core.clock import Pace, duration_in_words
from games.core.extras.protocols import options_at
from games.core.language.text import Text
from games.core.table import options as table_options
from games.matches.answers import Actor
from games.matches.models import Match, Move, Outage, Seat
from games.matches.reading.matches import lock, moves
from games.registry import game_class, infos, load_game

# The clock of a live game for one stands while its player is away, and who is away can think: so
# long in all, and the score is still compared with those of others.
LONGEST_AWAY = timedelta(seconds=60)


class Pauses(enum.Enum):
    """Which matches for one are asked for, by how long their players were away in all."""

    ANY = enum.auto()
    SHORT = enum.auto()  # LONGEST_AWAY at most
    LONG = enum.auto()


def recent_turns(*, user_ids: Iterable[int], limit: int) -> dict[int, list[timedelta]]:
    """Return how long each of these people took for their last turns at slow tables of several.

    From the other's move to the own one, the latest last; at most ``limit`` of each. One query.
    """
    played = Seat.objects.filter(
        user_id__in=list(user_ids),
        match__pace=Pace.CORRESPONDENCE,
        match__players__gt=1,
        match__moves__player=F("player"),
        match__moves__actor=Actor.HUMAN,
    )
    newest = Window(
        RowNumber(), partition_by=F("user_id"), order_by=F("match__moves__played_at").desc()
    )
    rows = played.annotate(rank=newest).filter(rank__lte=limit).order_by("-rank")
    taken: dict[int, list[timedelta]] = {}
    for user_id, began_at, played_at in rows.values_list(
        "user_id", "match__moves__started_at", "match__moves__played_at"
    ):
        taken.setdefault(user_id, []).append(played_at - began_at)
    return taken


def unproved(*, limit: int) -> list[Match]:
    """Return finished matches for one whose log has not yet been played again, oldest first.

    Those played by earlier rules cannot be, and those that are too short for a record need not be.
    """
    by_these_rules = Q(pk__in=[])
    for info in infos():
        by_these_rules |= Q(game=info.slug, rules_version=info.rules_version)
    alone = Match.objects.filter(
        by_these_rules, players=1, status=Match.Status.FINISHED, proved_at__isnull=True
    )
    over = Q(duel__isnull=True) | Q(duel__finished_at__isnull=False)
    counted = alone.filter(over, was_short=False)
    ended = counted.filter(end_reason=Match.EndReason.OVER, quarantined_at__isnull=True)
    return list(ended.order_by("pk")[:limit])


def best_alone(
    *,
    slug: str,
    options: dict[str, Any],
    since: datetime | None = None,
    user_id: int | None = None,
    pauses: Pauses = Pauses.ANY,
    limit: int,
) -> list[Seat]:
    """Return seats of people at proved matches for one with these options, best score first.

    Of each user the best only, or all of one user.
    """
    seats = Seat.objects.filter(
        match__game=slug,
        match__players=1,
        match__status=Match.Status.FINISHED,
        match__options=options,
        match__proved_at__isnull=False,
        user__isnull=False,
    )
    if pauses is not Pauses.ANY:
        short = Q(match__timer__stood__lte=LONGEST_AWAY.total_seconds())
        seats = seats.filter(short if pauses is Pauses.SHORT else ~short)
    if since is not None:
        seats = seats.filter(match__finished_at__gte=since)
    seats = seats.annotate(points=Cast(KeyTextTransform(0, "match__scores"), IntegerField()))
    seats = seats.order_by("-points", "match_id")
    if user_id is not None:
        seats = seats.filter(user_id=user_id)
    else:
        first = Window(
            RowNumber(), partition_by=F("user_id"), order_by=(F("points").desc(), F("match_id"))
        )
        # Ranked by their numbers alone: whole rows wouldn't fit in the memory of a sort.
        best = seats.annotate(rank=first).filter(rank=1).values_list("pk", flat=True)
        seats = seats.filter(pk__in=list(best[:limit]))
    return list(seats.select_related("match__timer")[:limit])


def usual_alone(slug: str) -> dict[str, Any]:
    """Return the settings by which scores are compared: as published, as a live table has them."""
    return table_options.write(options_at(load_game(slug), Pace.LIVE))


def is_listed_apart(match: Match) -> bool:
    """Tell whether the score of a match for one stands in the table of those with long pauses."""
    alone = game_class(match.game).info.max_players == 1
    to_its_end = match.end_reason == Match.EndReason.OVER and match.counts
    compared = alone and to_its_end and match.options == usual_alone(match.game)
    return compared and time_away(match) > LONGEST_AWAY


def time_away(match: Match) -> timedelta:
    """Return how long the clock of a match for one stood in all while its player was away."""
    return timedelta(seconds=match.timer.stood)


def away_in_words(match: Match) -> Text | None:
    """Return how long that was, a begun second counting whole, None for not at all."""
    away = math.ceil(time_away(match).total_seconds())
    return duration_in_words(away) if away else None


def outages() -> list[tuple[datetime, datetime]]:
    """Return the times in which players could not reach the site, oldest first."""
    of_all = Outage.objects.filter(process__isnull=True)
    return list(of_all.order_by("began_at").values_list("began_at", "ended_at"))


def stored_matches(*, public_id: str = "") -> QuerySet[Match]:
    """Return all matches, or the one of an address, oldest first."""
    matches = Match.objects.select_related("secret").order_by("pk")
    return matches.filter(public_id=public_id) if public_id else matches


def with_log(*, match_id: int) -> tuple[Match, list[Move]]:
    """Return a match and its log as of one moment, though it be played on. Locks the match."""
    with transaction.atomic():
        lock(match_id=match_id)
        return stored_matches().get(pk=match_id), moves(match_id=match_id)

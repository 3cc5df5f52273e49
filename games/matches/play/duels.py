"""Duels: each entrant plays alone, dealt from one secret; who has most points wins.

A duel is over when all have finished, and until then nobody sees another's board. Entrants who have
not finished when it closes keep the points they have.

In an open duel anyone can begin until it closes, and so it isn't over before that.
"""

import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from config.meters import queues
from games.core.clock import TimeControl
from games.core.errors import Refusal
from games.core.language.text import Text
from games.core.rng import SECRET_BYTES
from games.matches.models import Duel, Match, MatchSecret
from games.matches.play.arranged import close_match
from games.matches.play.starting import SeatPlan, start_match, start_matches
from games.matches.play.telling import settle_at_close
from games.registry import game_class

# So long everyone has to play; it suits a week's holiday and nobody waits for ever.
OPEN_FOR = timedelta(days=14)


class DuelIsClosed(Refusal):
    """Somebody wants to enter a duel that isn't open, or not yet, or no longer."""

    code = "closed"
    usual = Text("You can't begin this game now: its time is over.")


def start_duel(
    *,
    game: str,
    options: Mapping[str, Any],
    control: TimeControl,
    entrants: Sequence[SeatPlan],
    now: datetime,
    secret: bytes = b"",
    closes_at: datetime | None = None,
    arranged: bool = False,
) -> Duel:
    """Deal the same game to each entrant; raise Refusal if number or settings do not fit."""
    info = game_class(game).info
    if not 2 <= len(entrants) <= info.entrants:
        raise Refusal(
            "A duel in {game} is for 2 to {most} players.", game=info.title, most=info.entrants
        )
    secret = secret or secrets.token_bytes(SECRET_BYTES)
    with transaction.atomic():
        duel = Duel.objects.create(started_at=now, closes_at=closes_at or now + OPEN_FOR)
        start_matches(
            game=game,
            options=options,
            control=control,
            tables=[[plan] for plan in entrants],
            now=now,
            secret=secret,
            duel=duel,
            arranged=arranged,
        )
    return duel


def open_duel(*, opens_at: datetime, closes_at: datetime, told_at: str) -> Duel:
    """Return a new duel that anyone can enter from one instant to another.

    ``told_at`` is the address of the page that tells of it.
    """
    return Duel.objects.create(
        started_at=opens_at, closes_at=closes_at, is_open=True, told_at=told_at
    )


def enter_duel(
    *,
    duel_id: int,
    game: str,
    options: Mapping[str, Any],
    control: TimeControl,
    entrant: SeatPlan,
    now: datetime,
    secret: bytes,
) -> Match:
    """Return the match of somebody in an open duel, dealt to them now if they have none yet.

    All have the secret of whoever entered first. Raise DuelIsClosed.
    """
    if entrant.user_id is None:
        raise ValueError("only people enter an open duel")
    with transaction.atomic():
        duel = Duel.objects.select_for_update().get(pk=duel_id)
        own = Match.objects.filter(duel=duel, seats__user=entrant.user_id).first()
        if own is not None:
            return own
        if not (duel.is_open and duel.finished_at is None and _is_on(duel, now)):
            raise DuelIsClosed
        first = MatchSecret.objects.filter(match__duel=duel).first()
        return start_match(
            game=game,
            options=options,
            control=control,
            seats=[entrant],
            now=now,
            secret=bytes(first.secret) if first else secret,
            duel=duel,
        )


def _is_on(duel: Duel, now: datetime) -> bool:
    return duel.started_at <= now < duel.closes_at


def close_duels(*, now: datetime) -> int:
    """End what is still played in duels whose time is over; return how many matches that were."""
    open_matches = Match.objects.filter(duel__closes_at__lte=now, status=Match.Status.RUNNING)
    over = Duel.objects.filter(is_open=True, finished_at__isnull=True, closes_at__lte=now)

    def matches(_more: int) -> list[int]:
        return list(open_matches.order_by("pk").values_list("pk", flat=True))

    def duels(_more: int) -> list[tuple[str, int]]:
        return [("duel", pk) for pk in over.order_by("pk").values_list("pk", flat=True)]

    closed = queues.each("close_duels", matches, lambda pk: _close(pk, now), now=now)
    queues.each("close_duels", duels, lambda row: settle_at_close(row[1], now=now), now=now)
    return sum(closed)


def retire(*, match_id: int, now: datetime) -> None:
    """End a computer player's match in a duel, which it might play on for ever."""
    _close(match_id, now)


def _close(match_id: int, now: datetime) -> bool:
    return close_match(match_id=match_id, places=[1], now=now, quietly=True)

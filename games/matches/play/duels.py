"""Duels: each entrant plays alone, dealt from one secret; who has most points wins.

A duel is over when all have finished, and until then nobody sees another's board. Entrants who have
not finished when it closes keep the points they have.
"""

import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from games.core.clock import TimeControl
from games.core.errors import Refusal
from games.core.rng import SECRET_BYTES
from games.matches.models import Duel, Match
from games.matches.play.arranged import close_match
from games.matches.play.starting import SeatPlan, start_matches
from games.registry import game_class

# So long everyone has to play; it suits a week's holiday and nobody waits for ever.
OPEN_FOR = timedelta(days=14)


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


def close_duels(*, now: datetime) -> int:
    """End what is still played in duels whose time is over; return how many matches that were."""
    open_matches = Match.objects.filter(duel__closes_at__lte=now, status=Match.Status.RUNNING)
    ids = list(open_matches.values_list("pk", flat=True))
    return sum(_close(match_id, now) for match_id in ids)


def retire(*, match_id: int, now: datetime) -> None:
    """End a computer player's match in a duel, which it might play on for ever."""
    _close(match_id, now)


def _close(match_id: int, now: datetime) -> bool:
    return close_match(match_id=match_id, places=[1], now=now, quietly=True)

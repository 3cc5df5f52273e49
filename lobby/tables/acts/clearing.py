"""Waiting tables kept in order: whom they no longer fit gets up, and old ones close."""

import contextlib
from datetime import datetime, timedelta

from django.db import transaction

from accounts.notices import outbox as notifications
from accounts.trust import presence
from accounts.users.models import User
from config.meters import queues
from games.core.clock import Pace
from games.core.errors import Refusal
from games.matches.play import is_silent
from lobby.tables.acts.held import away_refusal, get_up, hold, poke_all, seat_of
from lobby.tables.choices import Status, Visibility
from lobby.tables.models import Lobby, LobbySeat

STALE_AFTER = timedelta(days=14)


# Longer than a page takes to be back on a socket; the last sign of somebody lasts a while besides.
GONE_AFTER = timedelta(seconds=60)


def keep_apart(*, user_id: int, other_id: int) -> None:
    """Have two people, of whom the first has blocked the other, wait at no table together.

    The other gets up from the first one's tables, and the first from all others. Seats that are
    kept for one where the other sits are kept no longer.
    """
    pair = {user_id, other_id}
    tables = Lobby.objects.filter(status=Status.WAITING, seats__user_id__in=pair)
    for lobby_id in tables.values_list("pk", flat=True).distinct():
        with transaction.atomic(), contextlib.suppress(Refusal):  # it has just begun
            lobby, seats = hold(lobby_id)
            by_user = {seat.user_id: seat for seat in seats}
            if pair <= by_user.keys():
                leaver = other_id if lobby.host_id == user_id else user_id
                get_up(lobby, seats, by_user[leaver])
            _keep_no_longer(lobby, seats, pair)


def get_up_for_holiday(*, user_id: int, now: datetime) -> int:
    """Have somebody get up where the clock wouldn't stop for their holiday; return how often.

    They are told of each such table.
    """
    user = User.objects.get(pk=user_id)
    tables = Lobby.objects.filter(status=Status.WAITING, seats__user_id=user_id)
    left = 0
    for lobby_id in tables.values_list("pk", flat=True).distinct():
        with transaction.atomic(), contextlib.suppress(Refusal):  # it has just begun
            lobby, seats = hold(lobby_id)
            if not away_refusal(lobby=lobby, user=user, now=now):
                continue
            get_up(lobby, seats, seat_of(seats, user))
            notifications.schedule(
                user_id=user_id,
                kind="away",
                key=f"away:{lobby.pk}:{user_id}:{now.timestamp():.0f}",
                ref={"lobby": lobby.pk, "game": lobby.game},
                due_at=now,
                about=lobby.get_absolute_url(),
            )
            left += 1
    return left


def _keep_no_longer(lobby: Lobby, seats: list[LobbySeat], pair: set[int]) -> None:
    """Give up the seats kept for one of two people at a table at which the other sits."""
    seated = pair & {seat.user_id for seat in seats}
    for seat in seats:
        if seated and seat.kept_for_id in pair - seated and not seat.taken:
            told, seat.kept_for = seat.kept_for_id, None
            seat.save(update_fields=["kept_for"])
            poke_all(lobby, [told, *(other.user_id for other in seats)])


def close_stale(*, now: datetime) -> int:
    """Close tables that have waited too long; return how many."""
    stale = Lobby.objects.filter(
        status=Status.WAITING, created_at__lte=now - STALE_AFTER
    ).select_for_update(skip_locked=True)
    with transaction.atomic():
        return Lobby.objects.filter(pk__in=list(stale.values_list("pk", flat=True))).update(
            status=Status.CLOSED
        )


def see_off(*, now: datetime) -> int:
    """Have those who have gone get up from open live tables; return how many did.

    Whoever sits down there would wait for nobody, and play against the computer. Somebody has gone
    who had no page open at two looks as far apart as ``GONE_AFTER``; while players cannot reach us,
    or signs of them cannot be read, nobody has.
    """
    waiting = LobbySeat.objects.filter(
        user__isnull=False,
        lobby__status=Status.WAITING,
        lobby__visibility=Visibility.OPEN,
        lobby__pace=Pace.LIVE,
    )
    owners = dict(waiting.values_list("pk", "user_id"))
    here = presence.who_is_here(user_ids=set(owners.values()))
    if here is None or is_silent(now=now):
        waiting.filter(away_since__isnull=False).update(away_since=None)
        return 0
    back = [pk for pk, user_id in owners.items() if user_id in here]
    waiting.filter(pk__in=back, away_since__isnull=False).update(away_since=None)
    waiting.exclude(pk__in=back).filter(away_since__isnull=True).update(away_since=now)
    gone = waiting.filter(away_since__lte=now - GONE_AFTER).order_by("pk")

    def seats(_more: int) -> list[int]:
        return list(gone.values_list("pk", flat=True))

    return sum(queues.each("see_off", seats, lambda pk: _see_off(pk, now), now=now))


def _see_off(seat_id: int, now: datetime) -> bool:
    with transaction.atomic(), contextlib.suppress(Refusal):  # it has just begun
        lobby, seats = hold(LobbySeat.objects.values_list("lobby_id", flat=True).get(pk=seat_id))
        seat = next(seat for seat in seats if seat.pk == seat_id)
        if seat.user_id and seat.away_since and seat.away_since + GONE_AFTER <= now:
            get_up(lobby, seats, seat)
            return True
    return False

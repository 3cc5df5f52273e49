"""What is told of a change: mails queued with it, hints sent after it is stored."""

import functools
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F

from accounts.notices import outbox as notifications
from accounts.notices.outbox import Notice
from games.core.clock import Pace
from games.matches import reading, signals
from games.matches.between import manners
from games.matches.models import Duel, Match, Offer, Seat, SeatChange

# A turn's mail leaves only if the turn lasts this long.
MAIL_AFTER = timedelta(minutes=3)


# Two wake-ups, at this part of the time that is left: the second is the last word.
WAKE_UPS = {"reminder": 1 / 4, "last": 1 / 20}


def _keys(match: Match, ply: int) -> list[str]:
    return [f"{kind}:{match.pk}:{ply}" for kind in ("turn", *WAKE_UPS)]


def cancel_notices(match: Match, ply: int) -> None:
    """Take back what was queued for the turn at ``ply``."""
    if match.pace == Pace.CORRESPONDENCE:
        notifications.cancel(keys=_keys(match, ply))


def notify_turn(
    match: Match,
    seats: list[Seat],
    now: datetime,
    *,
    again: bool = False,
    moved: bool = False,
) -> None:
    """Queue the mails of a correspondence match in the transaction that makes them due.

    Whoever is to move ``again`` after their own action, or plays only computers, is just reminded;
    so is anyone whose deadline has ``moved``.
    """
    if match.pace != Pace.CORRESPONDENCE:
        return
    if match.status == Match.Status.FINISHED:
        told = _told_of_the_end(match, seats)
        keys = [f"finished:{match.pk}:{seat.user_id}" for seat in told]
        notifications.schedule_all(
            notices=[
                _notice("finished", key, match, seat, now)
                for key, seat in zip(keys, told, strict=True)
            ]
        )
        return
    assert match.to_move is not None  # noqa: S101 - the database promises it
    seat = seats[match.to_move]
    timer = match.timer
    if seat.controller != Seat.Controller.HUMAN or timer.paused_at or timer.sitting_at:
        return  # a computer's turn, nobody's, or one that everybody is looking at
    due = timer.deadline_at
    first, *others = _keys(match, match.ply)
    notices = []
    if not (again or moved) and _is_awaited(seats, seat):
        notices.append(_notice("turn", first, match, seat, now + MAIL_AFTER, deadline_at=due))
    if due is not None and timer.thinking is not None:
        for (kind, part), key in zip(WAKE_UPS.items(), others, strict=True):
            due_at = due - timedelta(seconds=timer.thinking * part)
            notices.append(_notice(kind, key, match, seat, due_at, deadline_at=due))
    notifications.schedule_all(notices=notices, moved=moved)


def notify_offer(match: Match, seats: list[Seat], offer: Offer, now: datetime) -> None:
    """Queue a mail to all who are asked at a slow table; one for each kind and position."""
    if match.pace != Pace.CORRESPONDENCE or offer.kind == Offer.Kind.LIVE:
        return  # who is at the table reads it there
    for player in manners.awaited(offer, seats):
        key = f"offer:{match.pk}:{offer.kind}:{offer.ply}:{player}"
        _schedule("offer", key, match, seats[player], now + MAIL_AFTER, offer=str(offer.kind))


def notify_going_on(match: Match, seats: list[Seat], now: datetime) -> None:
    """Queue a mail to the player to move whose clock runs again after a pause."""
    assert match.to_move is not None  # noqa: S101 - the database promises it
    seat = seats[match.to_move]
    if match.pace != Pace.CORRESPONDENCE or seat.controller != Seat.Controller.HUMAN:
        return
    key = f"going_on:{match.pk}:{match.version}"
    _schedule("turn", key, match, seat, now + MAIL_AFTER)


def _is_awaited(seats: list[Seat], seat: Seat) -> bool:
    """Tell whether another person waits for a seat's owner; a computer player has time."""
    return any(other.user_id and other.pk != seat.pk for other in seats)


def _told_of_the_end(match: Match, seats: list[Seat]) -> list[Seat]:
    """Return the seats of a match whose owners played it, or its duel, with other people."""
    table = reading.table_of(match) if match.duel_id else seats
    return [seat for seat in seats if seat.user_id and _is_awaited(table, seat)]


def notify_owner(match: Match, seat: Seat, change: SeatChange, now: datetime) -> None:
    """Queue the mail that tells the owner of a seat at a slow table what time did to it."""
    if match.pace == Pace.CORRESPONDENCE and seat.user_id:
        _schedule("seat", f"seat:{change.pk}", match, seat, now, change=change.kind)


def notify_deserted(match: Match, seats: list[Seat], now: datetime, *, but: int | None) -> None:
    """Queue a mail to all for whom a slow table waits, ``but`` one who is told anyway."""
    if match.pace != Pace.CORRESPONDENCE:
        return
    for player in sorted({*manners.people(seats), *manners.away(seats)} - {but}):
        key = f"deserted:{match.pk}:{match.version}:{player}"
        _schedule("seat", key, match, seats[player], now, change="deserted")


def _schedule(kind: str, key: str, match: Match, seat: Seat, due_at: datetime, **more: str) -> None:
    notifications.schedule_all(
        notices=[_notice(kind, key, match, seat, due_at, deadline_at=None, **more)]
    )


def _notice(
    kind: str,
    key: str,
    match: Match,
    seat: Seat,
    due_at: datetime,
    *,
    deadline_at: datetime | None = None,
    **more: str,
) -> Notice:
    assert seat.user_id is not None  # noqa: S101 - only people get notices
    return Notice(
        user_id=seat.user_id,
        kind=kind,
        key=key,
        ref={"match": match.pk, "ply": match.ply, "player": seat.player, **more},
        due_at=due_at,
        deadline_at=deadline_at,
        about=match.get_absolute_url(),
    )


def announce(match: Match, seats: list[Seat]) -> None:
    """Fire the signals once the transaction is safely stored; the last match of a duel ends it."""
    if match.duel_id and match.status == Match.Status.FINISHED:
        _settle(match.duel_id, match)
    computer = match.to_move is not None and seats[match.to_move].controller != "human"
    # A countdown's computer player goes on by itself once it was asked.
    computer = computer and not (match.timer.tempo and match.ply)
    transaction.on_commit(
        functools.partial(
            signals.match_advanced.send,
            sender=Match,
            match_id=match.pk,
            version=match.version,
            users=[seat.user_id for seat in seats if seat.user_id],
            computer_ply=match.ply if computer else None,
        )
    )
    if match.status == Match.Status.FINISHED:
        transaction.on_commit(
            functools.partial(signals.match_finished.send, sender=Match, match_id=match.pk)
        )


def _settle(duel_id: int, last: Match) -> None:
    """Tell the places of a duel once all its matches are over; a match is held before its duel."""
    duel = Duel.objects.select_for_update().get(pk=duel_id)
    matches = list(Match.objects.filter(duel=duel).select_related("timer"))
    if duel.finished_at or any(match.status == Match.Status.RUNNING for match in matches):
        return
    duel.finished_at = last.finished_at
    duel.save(update_fields=["finished_at"])
    points = [match.scores[0] for match in matches]
    for match, own in zip(matches, points, strict=True):
        places = [1 + sum(other > own for other in points)]
        Match.objects.filter(pk=match.pk).update(places=places, version=F("version") + 1)
        match.version += 1
        if match.pk != last.pk:
            _tell_result(match, last.finished_at)


def _tell_result(match: Match, now: datetime | None) -> None:
    assert now is not None  # noqa: S101 - the last match has just ended
    seats = list(match.seats.all())
    for seat in _told_of_the_end(match, seats):
        _schedule("finished", f"duel:{match.pk}", match, seat, now)
    transaction.on_commit(
        functools.partial(
            signals.match_advanced.send,
            sender=Match,
            match_id=match.pk,
            version=match.version,
            users=[seat.user_id for seat in seats if seat.user_id],
            computer_ply=None,
        )
    )

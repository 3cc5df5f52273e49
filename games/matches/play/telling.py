"""What is told of a change: mails queued with it, hints sent after it is stored."""

import functools
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.db import transaction

from accounts.notices import outbox as notifications
from accounts.notices.outbox import Notice
from games.matches import reading, signals
from games.matches.between import offers, seated
from games.matches.clocks.turns import WAKE_UPS, wake_ups
from games.matches.models import Duel, Match, Offer, Seat, SeatChange
from games.matches.poke import ALL, poke

if TYPE_CHECKING:
    from games.matches.play.held import Held

# A turn's mail leaves only if the turn lasts this long.
MAIL_AFTER = timedelta(minutes=3)


def _keys(match: Match, ply: int) -> list[str]:
    return [f"{kind}:{match.pk}:{ply}" for kind in ("turn", *WAKE_UPS)]


def cancel_notices(held: "Held") -> None:
    """Take back what was queued for the running turn."""
    if held.is_slow:
        notifications.cancel(keys=_keys(held.match, held.match.ply))


def notify_turn(held: "Held", *, again: bool = False, moved: bool = False) -> None:
    """Queue the mails of a correspondence match in the transaction that makes them due.

    They come in place of those of the turns that were taken in this act. Whoever is to move
    ``again`` after their own action, or plays only computers, is just reminded; so is anyone whose
    deadline has ``moved``.
    """
    if not held.is_slow:
        return
    match = held.match
    over = [key for move in held.entries for key in _keys(match, move.ply - 1)]
    notices = _of_turn(held, told=again or moved) if held.is_running else _of_end(held)
    notifications.schedule_all(notices=notices, moved=moved, instead_of=over)


def notify_first_turns(begun: Iterable["Held"]) -> None:
    """Queue the mails of the first turns of correspondence matches that begin."""
    slow = [held for held in begun if held.is_slow]
    notices = [notice for held in slow for notice in _of_turn(held, told=False)]
    notifications.schedule_all(notices=notices)


def _of_turn(held: "Held", *, told: bool) -> list[Notice]:
    """Return what its player hears of the running turn, of whose beginning they may be ``told``."""
    match, seat, timer = held.match, held.mover, held.timer
    if seat.controller != Seat.Controller.HUMAN or timer.paused_at or timer.sitting_at:
        return []  # a computer's turn, nobody's, or one that everybody is looking at
    due = timer.deadline_at
    first, *others = _keys(match, match.ply)
    notices = []
    if not told and _is_awaited(match, held.seats, seat):
        due_at = held.now + MAIL_AFTER
        notices.append(_notice("turn", first, match, seat, due_at, deadline_at=due))
    # Without a clock there are none.
    for (kind, due_at), key in zip(wake_ups(timer).items(), others, strict=False):
        notices.append(_notice(kind, key, match, seat, due_at, deadline_at=due))
    return notices


def _of_end(held: "Held") -> list[Notice]:
    match = held.match
    return [
        _notice("finished", f"finished:{match.pk}:{seat.user_id}", match, seat, held.now)
        for seat in _told_of_the_end(match, held.seats)
    ]


def notify_offer(held: "Held", offer: Offer) -> None:
    """Queue a mail to all who are asked at a slow table; one for each kind and position."""
    if not held.is_slow or offer.kind == Offer.Kind.LIVE:
        return  # who is at the table reads it there
    for player in offers.awaited(offer, held.seats):
        key = f"offer:{held.match.pk}:{offer.kind}:{offer.ply}:{player}"
        seat, due_at = held.seats[player], held.now + MAIL_AFTER
        _schedule("offer", key, held.match, seat, due_at, offer=str(offer.kind))


def notify_going_on(held: "Held") -> None:
    """Queue a mail to the player to move whose clock runs again after a pause."""
    if not held.is_slow or held.mover.controller != Seat.Controller.HUMAN:
        return
    key = f"going_on:{held.match.pk}:{held.match.version}"
    _schedule("turn", key, held.match, held.mover, held.now + MAIL_AFTER)


def _is_awaited(match: Match, seats: list[Seat], seat: Seat) -> bool:
    """Tell whether another person waits for a seat's owner, at the table or in its duel.

    A computer player has time. Those of an open duel don't know each other.
    """
    if match.duel is not None:
        seats = [] if match.duel.is_open else reading.table_of(match)
    return any(other.user_id and other.pk != seat.pk for other in seats)


def _told_of_the_end(match: Match, seats: list[Seat]) -> list[Seat]:
    """Return the seats of a match whose owners played it, or its duel, with other people."""
    return [seat for seat in seats if seat.user_id and _is_awaited(match, seats, seat)]


def notify_owner(held: "Held", seat: Seat, change: SeatChange) -> None:
    """Queue the mail that tells the owner of a seat at a slow table what time did to it."""
    if held.is_slow and seat.user_id:
        key = f"seat:{change.pk}"
        _schedule("seat", key, held.match, seat, held.now, change=change.kind)


def notify_deserted(held: "Held", *, but: int | None) -> None:
    """Queue a mail to all for whom a slow table waits, ``but`` one who is told anyway."""
    if not held.is_slow:
        return
    for player in sorted({*seated.people(held.seats), *seated.away(held.seats)} - {but}):
        key = f"deserted:{held.match.pk}:{held.match.version}:{player}"
        _schedule("seat", key, held.match, held.seats[player], held.now, change="deserted")


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


def tell(held: "Held") -> None:
    """Have everybody told once it is committed; the last match of a duel ends it."""
    match = held.match
    ends = not held.is_running and held.first.status == Match.Status.RUNNING
    if ends and match.duel_id:
        assert match.finished_at is not None  # noqa: S101 - it has just ended
        _settle(match.duel_id, held, match.finished_at)
    if match.version == held.first.version:
        return
    computer = held.is_running and held.mover.controller != Seat.Controller.HUMAN
    # A countdown's computer player goes on by itself once it was asked.
    computer = computer and not (held.timer.tempo and match.ply)
    _send(match, held.seats, computer_ply=match.ply if computer else None, held=held)
    if ends:
        finished = functools.partial(signals.match_finished.send, Match, match_id=match.pk)
        transaction.on_commit(finished)


def tell_begun(begun: Iterable["Held"]) -> None:
    """Have the people of matches that begin told once they are committed; computers are asked.

    Nobody can be looking at them yet: one poke has all these people's pages count their turns.
    """
    waited: list[int | None] = []
    for held in begun:
        if held.mover.controller == Seat.Controller.HUMAN:
            waited += [seat.user_id for seat in held.seats]
        else:
            tell(held)
    users = sorted({user for user in waited if user})
    if users:
        changed = {"type": "turns.changed", "users": users}
        transaction.on_commit(functools.partial(poke, [(ALL, changed)]))


def _send(match: Match, seats: list[Seat], **more: object) -> None:
    transaction.on_commit(
        functools.partial(
            signals.match_changed.send,
            Match,
            match_id=match.pk,
            version=match.version,
            users=[seat.user_id for seat in seats if seat.user_id],
            **more,
        )
    )


def settle_at_close(duel_id: int, *, now: datetime) -> None:
    """Tell the places of an open duel whose time is over, if nobody plays any more."""
    with transaction.atomic():
        _settle(duel_id, None, now)


def _settle(duel_id: int, last: "Held | None", now: datetime) -> None:
    """Tell the places of a duel once all its matches are over; a match is held before its duel.

    One that's open isn't over before it closes: somebody may still begin.
    """
    duel = Duel.objects.select_for_update().get(pk=duel_id)
    if duel.finished_at or (duel.is_open and now < duel.closes_at):
        return
    matches = list(Match.objects.filter(duel=duel).select_related("timer", "duel"))
    if any(match.status == Match.Status.RUNNING for match in matches):
        return
    duel.finished_at = now
    duel.save(update_fields=["finished_at"])
    points = [match.scores[0] for match in matches]
    seats = list(Seat.objects.filter(match__in=matches))
    for match, own in zip(matches, points, strict=True):
        match.places = [1 + sum(other > own for other in points)]
        compared = [match] if duel.is_open else matches
        those = [seat for seat in seats if seat.match_id == match.pk or not duel.is_open]
        match.was_short = reading.is_short(compared, those)
        match.version += 1
        match.save(update_fields=["places", "was_short", "version"])
        if last is not None and match.pk == last.match.pk:
            last.match.places, last.match.version = match.places, match.version
            last.match.was_short = match.was_short
        else:
            _tell_result(match, now)


def _tell_result(match: Match, now: datetime) -> None:
    seats = list(match.seats.all())
    for seat in _told_of_the_end(match, seats):
        _schedule("finished", f"duel:{match.pk}", match, seat, now)
    _send(match, seats, computer_ply=None, held=None)

"""What players agree on: a pause, a move taken back, a draw or an end, to play on live.

An offer is settled when everybody who holds their own seat has agreed; computer players never stand
in its way. It is about the position in which it was made and lapses with the next entry; only a
pause may be agreed on at any time.
"""

import contextlib
from collections.abc import Iterator
from datetime import datetime
from typing import Any

from games.core.errors import Refusal
from games.core.log.takeback import TakeBack, Undo
from games.matches.answers import Actor, MatchOver, Outcome, Paused, StalePly
from games.matches.between import offers, seated, takebacks
from games.matches.clocks.turns import HEARTBEAT
from games.matches.models import Match, Move, Offer
from games.matches.play.entering import finish, give_back, log
from games.matches.play.held import Held, hold
from games.matches.play.stops.pausing import go_on_after_pause, pause
from games.matches.play.stops.sitting import begin_sitting, end_sitting
from games.matches.play.telling import cancel_notices, notify_offer, notify_turn

Kind = Offer.Kind


def offer(*, match_id: int, player: int, kind: str, ply: int, now: datetime) -> Outcome:
    """Propose something to all who play; the same proposed by another is agreed to."""
    with _hold(match_id, kind, ply, now) as held:
        known = _standing(held, kind)
        if known and known.declined_by is None and known.player != player:
            _agree(held, known, player)
        elif known is None or known.declined_by is not None:
            _make(held, known, kind, player)
    return held.outcome


def agree(*, match_id: int, player: int, kind: str, ply: int, now: datetime) -> Outcome:
    """Agree to what is offered; the last to agree settles it."""
    with _hold(match_id, kind, ply, now) as held:
        _agree(held, _open(held, kind), player)
    return held.outcome


def decline(*, match_id: int, player: int, kind: str, ply: int, now: datetime) -> Outcome:
    """Say no to what is offered; it is not to be offered again in this position."""
    with _hold(match_id, kind, ply, now) as held:
        known = _open(held, kind)
        if player not in seated.people(held.seats) or player == known.player:
            raise Refusal("There's nothing for you to answer.")
        known.declined_by = player
        # What a pause was asked for is any position: now it is this one that must pass.
        known.ply = held.match.ply
        known.save(update_fields=["declined_by", "ply"])
        held.seen()
    return held.outcome


def withdraw(*, match_id: int, player: int, kind: str, ply: int, now: datetime) -> Outcome:
    """Take an own offer back."""
    with _hold(match_id, kind, ply, now) as held:
        known = _open(held, kind)
        if player != known.player:
            raise Refusal("That isn't your offer.")
        _drop(held, known)
        held.seen()
    return held.outcome


def undo(*, match_id: int, player: int, ply: int, now: datetime) -> Outcome:
    """Go back to a player's last turn, where they play with computer players alone.

    Nobody is asked; raise Refusal at any other table, or if there is nothing to go back to.
    """
    with _hold(match_id, Kind.TAKEBACK, ply, now) as held:
        if problem := takebacks.no_undo(held.match, held.seats, player):
            raise Refusal(problem)
        entry, after = takebacks.undo(held.match, held.rules, player)
        _go_back(held, entry, after, player)
    return held.outcome


@contextlib.contextmanager
def _hold(match_id: int, kind: str, ply: int, now: datetime) -> Iterator[Held]:
    """Hold the match; raise Refusal if the position has changed."""
    with hold(match_id, now=now) as held:
        if not held.is_running:
            raise MatchOver
        if held.match.quarantined_at:
            raise Paused
        if kind != Kind.PAUSE and ply != held.match.ply:
            raise StalePly
        yield held


def _standing(held: Held, kind: str) -> Offer | None:
    """Return the offer of a kind in this position, open or declined."""
    known = next((one for one in held.offers if one.kind == kind), None)
    return known if known and offers.stands(known, held.match) else None


def _open(held: Held, kind: str) -> Offer:
    known = _standing(held, kind)
    if known is None or known.declined_by is not None:
        raise Refusal("That offer is no longer open.")
    return known


def _make(held: Held, known: Offer | None, kind: str, player: int) -> None:
    if known and known.player == player and known.declined_by is not None:
        said = held.seats[known.declined_by].name
        raise Refusal("{name} said no. You can ask again after the next move.", name=said)
    _check(held, kind, player)
    made, _ = Offer.objects.update_or_create(
        match=held.match,
        kind=kind,
        defaults={
            "player": player,
            "ply": held.match.ply,
            "made_at": held.now,
            "agreed": [player],
            "declined_by": None,
        },
    )
    held.offers = [one for one in held.offers if one.kind != kind] + [made]
    _go_on(held, made)


def _drop(held: Held, known: Offer) -> None:
    held.offers = [one for one in held.offers if one.kind != known.kind]
    known.delete()


def _agree(held: Held, known: Offer, player: int) -> None:
    if player in known.agreed:
        return
    if player not in seated.people(held.seats):
        raise Refusal(offers.NOT_YOURS)
    _check(held, known.kind, known.player)
    known.agreed = [*known.agreed, player]
    known.save(update_fields=["agreed"])
    _go_on(held, known)


def _check(held: Held, kind: str, player: int) -> None:
    """Raise Refusal if this player cannot propose it now."""
    if problem := offers.refusal(kind, held.match, held.seats, held.rules, player):
        raise Refusal(problem)
    here = seated.are_here(held.seats, held.now, patience=HEARTBEAT)
    if kind == Kind.LIVE and not here:
        raise Refusal("Someone has left the table, so you can't play live right now.")


def _go_on(held: Held, made: Offer) -> None:
    """Tell of an offer, or do what all have agreed on."""
    held.seen()
    if offers.awaited(made, held.seats):
        if made.agreed == [made.player]:
            notify_offer(held, made)
        return
    _drop(held, made)
    _carry_out(held, Kind(made.kind), made.player)


def _carry_out(held: Held, kind: Kind, player: int) -> None:
    match kind:
        case Kind.PAUSE:
            if held.timer.sitting_at:
                end_sitting(held, player=player)
            pause(held, player)
        case Kind.TAKEBACK:
            _take_back(held, player)
        case Kind.DRAW:
            _end(held, Match.EndReason.DRAWN, [1] * held.match.players)
        case Kind.END:
            _end(held, Match.EndReason.ENDED, list(held.rules.placing(held.state)))
        case Kind.LIVE:
            begin_sitting(held)


def _end(held: Held, reason: str, places: list[int]) -> None:
    cancel_notices(held)
    finish(held, reason, places, held.now)
    Offer.objects.filter(match=held.match).delete()
    held.offers = []
    notify_turn(held)


def _take_back(held: Held, player: int) -> None:
    """Enter that the last entry is taken back."""
    taken, after = TakeBack(held.match.ply - 1), takebacks.take_back(held.match, held.rules)
    _go_back(held, taken, after, player)


def _go_back(held: Held, entry: TakeBack | Undo, after: Any, player: int) -> None:
    """Enter that the match stands as it did: the turn is its player's again, and whole.

    What was undone takes its time along: what it used, and what it brought. The time of whoever was
    to move meanwhile counts for nothing.
    """
    go_on_after_pause(held, player)
    now = max(held.now, held.timer.started_at)
    undone = Move.objects.values_list("clock", flat=True).get(match=held.match, ply=entry.to + 1)
    log(held, entry, after, player=player, actor=Actor.HUMAN, now=now)
    give_back(held, undone, now)
    notify_turn(held)

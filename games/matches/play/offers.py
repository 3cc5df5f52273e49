"""What players agree on: a pause, a move taken back, a draw or an end, to play on live.

An offer is settled when everybody who holds their own seat has agreed; computer players never stand
in its way. It is about the position in which it was made and lapses with the next entry; only a
pause may be agreed on at any time.
"""

from datetime import datetime

from django.db import transaction

from games.core import codec
from games.core.errors import Refusal
from games.core.language.events import Event
from games.core.log import chain
from games.core.log.takeback import TakeBack, encode_entry, entry_log_text, entry_text
from games.matches import reading
from games.matches.answers import Actor, MatchOver, Outcome, Paused, StalePly
from games.matches.between import manners
from games.matches.models import Match, Move, Offer, Seat
from games.matches.play.entering import finish, store
from games.matches.play.rows import HEARTBEAT, lock, save_match, secret_of
from games.matches.play.stops.pausing import go_on_after_pause, pause
from games.matches.play.stops.sitting import begin_sitting, end_sitting
from games.matches.play.telling import announce, cancel_notices, notify_offer, notify_turn

Kind = Offer.Kind


def offer(*, match_id: int, player: int, kind: str, ply: int, now: datetime) -> Outcome:
    """Propose something to all who play; the same proposed by another is agreed to."""
    with transaction.atomic():
        match, seats = _hold(match_id, kind, ply)
        known = _standing(match, kind)
        if known and known.declined_by is None and known.player != player:
            _agree(match, seats, known, player, now)
        elif known is None or known.declined_by is not None:
            _make(match, seats, known, kind, player, now)
    return Outcome(ply=match.ply, version=match.version)


def agree(*, match_id: int, player: int, kind: str, ply: int, now: datetime) -> Outcome:
    """Agree to what is offered; the last to agree settles it."""
    with transaction.atomic():
        match, seats = _hold(match_id, kind, ply)
        _agree(match, seats, _open(match, kind), player, now)
    return Outcome(ply=match.ply, version=match.version)


def decline(
    *,
    match_id: int,
    player: int,
    kind: str,
    ply: int,
    now: datetime,  # noqa: ARG001 - like the others
) -> Outcome:
    """Say no to what is offered; it is not to be offered again in this position."""
    with transaction.atomic():
        match, seats = _hold(match_id, kind, ply)
        known = _open(match, kind)
        if player not in manners.people(seats) or player == known.player:
            raise Refusal("There's nothing for you to answer.")
        known.declined_by = player
        # What a pause was asked for is any position: now it is this one that must pass.
        known.ply = match.ply
        known.save(update_fields=["declined_by", "ply"])
        _tell(match, seats)
    return Outcome(ply=match.ply, version=match.version)


def withdraw(
    *,
    match_id: int,
    player: int,
    kind: str,
    ply: int,
    now: datetime,  # noqa: ARG001 - like the others
) -> Outcome:
    """Take an own offer back."""
    with transaction.atomic():
        match, seats = _hold(match_id, kind, ply)
        known = _open(match, kind)
        if player != known.player:
            raise Refusal("That isn't your offer.")
        known.delete()
        _tell(match, seats)
    return Outcome(ply=match.ply, version=match.version)


def _hold(match_id: int, kind: str, ply: int) -> tuple[Match, list[Seat]]:
    """Lock the match and return it with its seats; raise Refusal if the position has changed."""
    match = lock(match_id)
    if match.status != Match.Status.RUNNING:
        raise MatchOver
    if match.quarantined_at:
        raise Paused
    if kind != Kind.PAUSE and ply != match.ply:
        raise StalePly
    return match, reading.seats(match_id=match.pk)


def _standing(match: Match, kind: str) -> Offer | None:
    """Return the offer of a kind in this position, open or declined."""
    known = Offer.objects.filter(match=match, kind=kind).first()
    return known if known and manners.stands(known, match) else None


def _open(match: Match, kind: str) -> Offer:
    known = _standing(match, kind)
    if known is None or known.declined_by is not None:
        raise Refusal("That offer is no longer open.")
    return known


def _make(
    match: Match, seats: list[Seat], known: Offer | None, kind: str, player: int, now: datetime
) -> None:
    if known and known.player == player and known.declined_by is not None:
        said = seats[known.declined_by].name
        raise Refusal("{name} said no. You can ask again after the next move.", name=said)
    _check(match, seats, kind, player, now)
    made, _ = Offer.objects.update_or_create(
        match=match,
        kind=kind,
        defaults={
            "player": player,
            "ply": match.ply,
            "made_at": now,
            "agreed": [player],
            "declined_by": None,
        },
    )
    _go_on(match, seats, made, now)


def _agree(match: Match, seats: list[Seat], known: Offer, player: int, now: datetime) -> None:
    if player in known.agreed:
        return
    if player not in manners.people(seats):
        raise Refusal(manners.NOT_YOURS)
    _check(match, seats, known.kind, known.player, now)
    known.agreed = [*known.agreed, player]
    known.save(update_fields=["agreed"])
    _go_on(match, seats, known, now)


def _check(match: Match, seats: list[Seat], kind: str, player: int, now: datetime) -> None:
    """Raise Refusal if this player cannot propose it now."""
    if problem := manners.refusal(kind, match, seats, reading.rules_of(match), player):
        raise Refusal(problem)
    if kind == Kind.LIVE and not manners.are_here(seats, now, patience=HEARTBEAT):
        raise Refusal("Someone has left the table, so you can't play live right now.")


def _go_on(match: Match, seats: list[Seat], made: Offer, now: datetime) -> None:
    """Tell of an offer, or do what all have agreed on."""
    if manners.awaited(made, seats):
        if made.agreed == [made.player]:
            notify_offer(match, seats, made, now)
        _tell(match, seats)
        return
    made.delete()
    _carry_out(match, seats, Kind(made.kind), made.player, now)


def _tell(match: Match, seats: list[Seat]) -> None:
    save_match(match)
    announce(match, seats)


def _carry_out(match: Match, seats: list[Seat], kind: Kind, player: int, now: datetime) -> None:
    match kind:
        case Kind.PAUSE:
            if match.timer.sitting_at:
                end_sitting(match, seats, now, player=player)
            pause(match, seats, player, now)
        case Kind.TAKEBACK:
            _take_back(match, seats, player, now)
        case Kind.DRAW:
            _end(match, seats, Match.EndReason.DRAWN, [1] * match.players, now)
        case Kind.END:
            rules = reading.rules_of(match)
            places = list(rules.placing(reading.position(match, rules)))
            _end(match, seats, Match.EndReason.ENDED, places, now)
        case Kind.LIVE:
            begin_sitting(match, seats, now)


def _end(match: Match, seats: list[Seat], reason: str, places: list[int], now: datetime) -> None:
    cancel_notices(match, match.ply)
    finish(match, seats, reason, places, now)
    match.timer.save(force_update=True)
    Offer.objects.filter(match=match).delete()
    notify_turn(match, seats, now)
    _tell(match, seats)


def _take_back(match: Match, seats: list[Seat], player: int, now: datetime) -> None:
    """Enter that the last entry is taken back: the turn is its player's again, and whole.

    The time of whoever was to move meanwhile counts for nothing.
    """
    go_on_after_pause(match, player, now)
    rules, began_at = reading.rules_of(match), match.timer.started_at
    before, taken = reading.position(match, rules), TakeBack(match.ply - 1)
    after = manners.take_back(match, rules)
    match.ply += 1
    move = Move(
        match=match,
        ply=match.ply,
        player=player,
        actor=Actor.HUMAN,
        action=encode_entry(rules, taken),
        text=entry_log_text(rules, before, taken),
        events=codec.encode(after.events, tuple[Event, ...]),
        started_at=began_at,
        played_at=max(now, began_at),
    )
    text = entry_text(rules, before, taken)
    move.proof = chain.proof(secret_of(match), match.ply, move.action, text)
    store(match, seats, rules, move, after, ends_turn=False)
    notify_turn(match, seats, now)
    announce(match, seats)

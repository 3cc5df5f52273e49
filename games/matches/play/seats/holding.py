"""Who holds a seat: the owner, the computer as caretaker, or somebody from the bench.

The computer plays for an owner who is away, and each time it has to take over is a spell. After as
many spells as the table allows the seat is lost: the computer plays it on, and it comes last,
unless somebody from the bench takes it over.
"""

from datetime import datetime

from django.db.models import Q

from games.matches import reading
from games.matches.clocks.timing import is_slow
from games.matches.models import Match, Offer, Seat, SeatChange, StandingOrder, Vacancy
from games.matches.play.entering import finish
from games.matches.play.rows import save_match
from games.matches.play.stops.deserted import follow
from games.matches.play.telling import announce, cancel_notices, notify_owner, notify_turn


def take_over(match: Match, seats: list[Seat], player: int, now: datetime) -> None:
    """Let the Easy computer player play for a seat's owner; the seat is lost by a spell too many.

    The caller holds the match.
    """
    seat = seats[player]
    seat.spells += 1
    if match.spells and seat.spells > match.spells:
        lose(match, seats, player, now)
        return
    seat.controller = Seat.Controller.EASY
    seat.substituted_at = now
    seat.save(update_fields=["controller", "substituted_at", "spells"])
    if match.to_move == player:
        cancel_notices(match, match.ply)
    change = change_hands(match, seats, player, SeatChange.Kind.SUBSTITUTED, now)
    notify_owner(match, seat, change, now)


def lose(match: Match, seats: list[Seat], player: int, now: datetime) -> None:
    """Take a seat from its owner for good; with one player left the match ends."""
    seat = seats[player]
    seat.lost_at = now
    seat.substituted_at = None
    seat.controller = Seat.Controller.EASY
    seat.save(update_fields=["lost_at", "substituted_at", "controller", "spells"])
    change = leave(match, seats, player, SeatChange.Kind.LOST, Match.EndReason.LOST, now)
    if match.status == Match.Status.RUNNING:
        notify_owner(match, seat, change, now)


def leave(
    match: Match,
    seats: list[Seat],
    player: int,
    kind: str,
    reason: str,
    now: datetime,
    *,
    by: int | None = None,
) -> SeatChange:
    """Store that a seat's owner is gone, and end the match if nobody is left to play it."""
    StandingOrder.objects.filter(match=match, player=player).delete()
    ends = nobody_left_to_play(seats)
    if ends or match.to_move == player:
        cancel_notices(match, match.ply)
    if ends:
        rules = reading.rules_of(match)
        places = list(rules.placing(rules.decode_state(match.state)))
        finish(match, seats, reason, places, now)
        match.timer.save(force_update=True)
        notify_turn(match, seats, now)
    elif match.bench and is_slow(match):
        Vacancy.objects.create(match=match, player=player, opened_at=now, next_wave_at=now)
    return change_hands(match, seats, player, kind, now, by=by)


def nobody_left_to_play(seats: list[Seat]) -> bool:
    """Tell whether at most one player stays, or only computer players do."""
    staying = [seat for seat in seats if not (seat.resigned_at or seat.lost_at)]
    return len(staying) <= 1 or not any(seat.user_id for seat in staying)


def change_hands(
    match: Match,
    seats: list[Seat],
    player: int,
    kind: str,
    now: datetime,
    *,
    by: int | None = None,
    former: int | None = None,
) -> SeatChange:
    """Note what became of a seat and which user made it so (None: time did), and tell of it."""
    change = SeatChange.objects.create(
        match=match, player=player, kind=kind, ply=match.ply, at=now, by=by, former=former
    )
    if seats[player].controller != Seat.Controller.HUMAN:
        _drop_offers(match, player)
    if not follow(match, seats, change):
        save_match(match)
        announce(match, seats)
    return change


def _drop_offers(match: Match, player: int) -> None:
    """Forget what somebody who has gone proposed or has not answered: going is no consent."""
    answered = Q(agreed__contains=player) & ~Q(player=player)
    Offer.objects.filter(~answered, match=match, declined_by__isnull=True).delete()

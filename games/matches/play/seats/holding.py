"""Who holds a seat: the owner, the computer as caretaker, or a substitute.

The computer plays for an owner who is away, and each time it has to take over is a spell. After as
many spells as the table allows the seat is lost: the computer plays it on, and it comes last,
unless a substitute takes it over.
"""

from django.db.models import Q

from games.matches.models import Match, Offer, PreparedTurn, Seat, SeatChange, Vacancy
from games.matches.play.entering import finish
from games.matches.play.held import Held
from games.matches.play.stops.deserted import follow
from games.matches.play.telling import cancel_notices, notify_owner, notify_turn


def take_over(held: Held, player: int) -> None:
    """Let the Easy computer player play for a seat's owner, who loses it by a spell too many."""
    seat = held.seats[player]
    seat.spells += 1
    if held.match.spells and seat.spells > held.match.spells:
        lose(held, player)
        return
    seat.controller = Seat.Controller.EASY
    seat.substituted_at = held.now
    seat.save(update_fields=["controller", "substituted_at", "spells"])
    if held.match.to_move == player:
        cancel_notices(held)
    change = change_hands(held, player, SeatChange.Kind.SUBSTITUTED)
    notify_owner(held, seat, change)


def lose(held: Held, player: int) -> None:
    """Take a seat from its owner for good; with one player left the match ends."""
    seat = held.seats[player]
    seat.lost_at = held.now
    seat.substituted_at = None
    seat.controller = Seat.Controller.EASY
    seat.save(update_fields=["lost_at", "substituted_at", "controller", "spells"])
    change = leave(held, player, SeatChange.Kind.LOST, Match.EndReason.LOST)
    if held.is_running:
        notify_owner(held, seat, change)


def leave(held: Held, player: int, kind: str, reason: str, *, by: int | None = None) -> SeatChange:
    """Store that a seat's owner is gone, and end the match if nobody is left to play it."""
    match = held.match
    PreparedTurn.objects.filter(match=match, player=player).delete()
    ends = nobody_left_to_play(held.seats)
    if ends or match.to_move == player:
        cancel_notices(held)
    if ends:
        finish(held, reason, list(held.rules.placing(held.state)), held.now)
        notify_turn(held)
    elif match.asks_substitutes and held.is_slow:
        Vacancy.objects.create(
            match=match, player=player, opened_at=held.now, next_wave_at=held.now
        )
    return change_hands(held, player, kind, by=by)


def nobody_left_to_play(seats: list[Seat]) -> bool:
    """Tell whether at most one player stays, or only computer players do."""
    staying = [seat for seat in seats if not (seat.resigned_at or seat.lost_at)]
    return len(staying) <= 1 or not any(seat.user_id for seat in staying)


def change_hands(
    held: Held, player: int, kind: str, *, by: int | None = None, former: int | None = None
) -> SeatChange:
    """Note what became of a seat and which user made it so (None: time did)."""
    change = SeatChange.objects.create(
        match=held.match,
        player=player,
        kind=kind,
        ply=held.match.ply,
        at=held.now,
        by=by,
        former=former,
    )
    held.changes.append(change)
    held.seats_changed = True
    held.seen()
    if held.seats[player].controller != Seat.Controller.HUMAN:
        _drop_offers(held, player)
    follow(held, change)
    return change


def _drop_offers(held: Held, player: int) -> None:
    """Forget what somebody who has gone proposed or has not answered: going is no consent."""
    if held.offers:
        answered = Q(agreed__contains=player) & ~Q(player=player)
        open_ones = Offer.objects.filter(match=held.match, declined_by__isnull=True)
        open_ones.exclude(answered).delete()
        held.offers = list(Offer.objects.filter(match=held.match).order_by("made_at", "pk"))

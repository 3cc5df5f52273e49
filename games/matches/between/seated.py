"""Who holds their seats, who is here, and when a match that all have left ends."""

from datetime import datetime, timedelta

from games.core.clock import Pace
from games.matches.clocks.turns import DESERTED_FOR, is_slow
from games.matches.models import Match, Move, Seat

LONG = 5  # rounds in which the clock alone moves


def people(seats: list[Seat]) -> list[int]:
    """Return who holds their own seat now; whoever the computer plays for is not asked."""
    return [
        seat.player
        for seat in seats
        if seat.user_id
        and seat.controller == Seat.Controller.HUMAN
        and not (seat.resigned_at or seat.lost_at)
    ]


def is_practice(match: Match, seats: list[Seat], player: int | None) -> bool:
    """Tell whether a player plays with computer players alone: nobody else ever sat at the table.

    Neither leagues nor duels are practice, and a game for one has a score that counts.
    """
    if match.players < 2 or match.arranged or match.duel_id is not None:
        return False
    owners = [seat.player for seat in seats if seat.user_id]
    return player in people(seats) and owners == [player]


def away(seats: list[Seat]) -> list[int]:
    """Return for whom the computer plays until they are back."""
    return [seat.player for seat in seats if seat.user_id and seat.substituted_at]


def have_all_stopped(match: Match, seats: list[Seat]) -> bool:
    """Tell whether the clock made the last move of all who hold their seats at a slow table.

    At a live table it's the last ``LONG`` rounds: some games would go on for ever.
    """
    staying = people(seats)
    if match.players == 1:
        return False
    if not is_slow(match):
        rounds = LONG * match.players
        if match.ply < rounds:
            return False
        latest = Move.objects.filter(match=match).order_by("-ply")[:rounds]
        return list(latest.values_list("actor", flat=True)) == ["clock"] * rounds
    moves = Move.objects.filter(match=match, player__in=staying).order_by("player", "-ply")
    actors = list(moves.distinct("player").values_list("actor", flat=True))
    return actors == ["clock"] * len(staying)


def ends_at(match: Match) -> datetime | None:
    """Return when a deserted match ends if nobody comes back; None if it does not, or by others."""
    timer = match.timer
    if not timer.deserted or timer.paused_at is None or match.arranged:
        return None
    return timer.paused_at + DESERTED_FOR[Pace(match.pace)]


def is_here(seat: Seat, now: datetime) -> bool:
    """Tell whether a seat's owner looks at the table, or has just done so."""
    return seat.present_until is not None and seat.present_until > now


def first_gone(seats: list[Seat], now: datetime, *, patience: timedelta) -> int | None:
    """Return a player who holds their seat and was not seen for so long, None if all were."""
    for player in people(seats):
        at = seats[player].present_until
        if at is None or at + patience <= now:
            return player
    return None


def are_here(seats: list[Seat], now: datetime, *, patience: timedelta) -> bool:
    """Tell whether two or more hold their seats, all of them seen within so long."""
    return len(people(seats)) > 1 and first_gone(seats, now, patience=patience) is None

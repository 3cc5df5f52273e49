"""What people do at a waiting table: sit down, get up, seat the computer, begin."""

from datetime import datetime

from django.db import transaction

from accounts.users.models import User
from games.core.errors import Refusal
from games.matches.play import check_table
from games.registry import load_game
from lobby.tables.acts import company
from lobby.tables.acts.held import (
    LEVEL_NAMES,
    begin,
    begin_if_full,
    check_awake,
    check_waiting,
    get_up,
    hold,
    people_of,
    poke_all,
    seat_of,
)
from lobby.tables.choices import StartRule
from lobby.tables.models import Lobby, LobbySeat


def join(*, lobby_id: int, user: User, now: datetime) -> Lobby:
    """Sit down at the seat kept for one, else at the first free one; the last one may begin."""
    with transaction.atomic():
        lobby, seats = hold(lobby_id)
        if any(seat.user_id == user.pk for seat in seats):
            return lobby
        free = [seat for seat in seats if not seat.taken and seat.kept_for_id in (None, user.pk)]
        if not free:
            raise Refusal("All the seats at this table are taken.")
        company.check_welcome(user, [seat.user_id for seat in seats])
        check_awake(lobby, user, now)
        _seat_person(min(free, key=lambda seat: (seat.kept_for_id is None, seat.index)), user)
        poke_all(lobby, people_of(seats))
        if lobby.start_rule == StartRule.FULL:
            begin_if_full(lobby, seats, now)
        check_waiting(lobby, user)
    return lobby


def leave(*, lobby_id: int, user: User) -> Lobby:
    """Get up again; the host's leaving passes the table on, or closes it when nobody is left."""
    with transaction.atomic():
        lobby, seats = hold(lobby_id)
        get_up(lobby, seats, seat_of(seats, user))
    return lobby


def release(*, lobby_id: int, user: User, index: int) -> Lobby:
    """Give up a seat that is kept: for oneself, or for another at one's own table."""
    with transaction.atomic():
        lobby, seats = hold(lobby_id)
        kept = [seat for seat in seats if seat.index == index and seat.kept_for_id]
        seat = next((seat for seat in kept if not seat.taken), None)
        if seat is None or user.pk not in (seat.kept_for_id, lobby.host_id):
            raise Refusal("Nobody is keeping a seat for you there.")
        told = people_of(seats)
        seat.kept_for = None
        seat.save(update_fields=["kept_for"])
        poke_all(lobby, told)
    return lobby


def add_computer(*, lobby_id: int, user: User, level: str, now: datetime) -> Lobby:
    """Put a computer player of a level on the first free seat; only the host may."""
    with transaction.atomic():
        lobby, seats = hold(lobby_id)
        _check_host(lobby, user)
        if level not in LEVEL_NAMES:
            raise Refusal("Choose Easy, Medium or Hard.")
        seat = next((seat for seat in seats if not seat.taken and not seat.kept_for_id), None)
        if seat is None:
            raise Refusal("All the seats at this table are taken.")
        _check(lobby, len(seats), computers=True)
        seat.level = level
        seat.save(update_fields=["level"])
        poke_all(lobby, [other.user_id for other in seats])
        if lobby.start_rule == StartRule.FULL:
            begin_if_full(lobby, seats, now)
    return lobby


def remove_computer(*, lobby_id: int, user: User, index: int) -> Lobby:
    """Take a computer player off its seat; only the host may."""
    with transaction.atomic():
        lobby, seats = hold(lobby_id)
        _check_host(lobby, user)
        seat = next((seat for seat in seats if seat.index == index and seat.level), None)
        if seat is None:
            raise Refusal("There's no computer player in that seat.")
        seat.level = ""
        seat.save(update_fields=["level"])
        poke_all(lobby, [other.user_id for other in seats])
    return lobby


def start(*, lobby_id: int, user: User, now: datetime) -> Lobby:
    """Begin with those who sit here; only the host may, and free seats are taken away."""
    with transaction.atomic():
        lobby, seats = hold(lobby_id)
        _check_host(lobby, user)
        taken = [seat for seat in seats if seat.taken]
        _check(lobby, len(taken), computers=any(seat.level for seat in taken))
        begin(lobby, taken, now)
    return lobby


def _seat_person(seat: LobbySeat, user: User) -> None:
    seat.user, seat.away_since = user, None
    seat.save(update_fields=["user", "away_since"])


def _check_host(lobby: Lobby, user: User) -> None:
    if lobby.host_id != user.pk:
        raise Refusal("Only the host can do that.")


def _check(lobby: Lobby, seats: int, *, computers: bool) -> None:
    rules = load_game(lobby.game, lobby.options)
    check_table(rules.info, lobby.control, seats=seats, computers=computers)

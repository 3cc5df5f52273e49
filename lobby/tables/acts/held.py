"""A waiting table under its lock, and what all that is done there needs.

The acts lock the table's row, check, change, and poke the open pages after COMMIT. What cannot be
done raises Refusal with a sentence for the person who tried.
"""

import functools
from datetime import datetime
from typing import Any

from django.db import transaction

from accounts.users.models import User
from games.core.errors import Refusal
from games.core.language.text import Text
from games.matches import reading as matches
from games.matches.play import SeatPlan, start_duel, start_match
from games.matches.poke import ALL, poke
from games.registry import game_class
from lobby.tables import marks
from lobby.tables.acts import company, holidays
from lobby.tables.choices import Status
from lobby.tables.models import Lobby, LobbySeat

# What the computer players are called at a table, in any language.
LEVEL_NAMES = {"easy": "Easy computer", "medium": "Medium computer", "hard": "Hard computer"}


LEVELS = {"easy": Text("Easy"), "medium": Text("Medium"), "hard": Text("Hard")}


# For whom each of them is a match.
LEVEL_NOTES = {
    "easy": Text("An even match for a patient ten-year-old"),
    "medium": Text("Always takes the best turn it sees"),
    "hard": Text("Thinks ahead"),
}


# What one person can have at a time, so that there is room for everybody.
MOST_WAITING = 10  # tables at which one sits


MOST_ALONE, MOST_ALONE_AS_GUEST = 30, 6  # see games.matches.reading.alone


def table_group(lobby: Lobby) -> str:
    """Return the group of all open pages of a table."""
    return f"table.{lobby.pk}"


def hold(lobby_id: int) -> tuple[Lobby, list[LobbySeat]]:
    """Return a table that waits, held until the transaction ends, with its seats; raise Refusal."""
    lobby = Lobby.objects.select_for_update(no_key=True).get(pk=lobby_id)
    if lobby.status == Status.STARTED:
        raise Refusal("The game at this table has already started.")
    if lobby.status == Status.CLOSED:
        raise Refusal("This table is closed.")
    return lobby, list(lobby.seats.select_related("user").order_by("index"))


def get_up(lobby: Lobby, seats: list[LobbySeat], seat: LobbySeat) -> None:
    """Empty a seat; the host's leaving passes the table on, or closes it."""
    before = people_of(seats)
    leaver = seat.user_id
    seat.user = seat.kept_for = seat.away_since = None
    seat.save(update_fields=["user", "kept_for", "away_since"])
    if lobby.host_id == leaver:
        heir = next((other for other in seats if other.user_id), None)
        lobby.host_id = heir.user_id if heir else None
        lobby.status = lobby.status if heir else Status.CLOSED
        lobby.save(update_fields=["host", "status"])
    poke_all(lobby, before)


def people_of(seats: list[LobbySeat]) -> list[int | None]:
    """Return who sits at a table, and for whom a seat is kept."""
    return [person for seat in seats for person in (seat.user_id, seat.kept_for_id)]


def seat_of(seats: list[LobbySeat], user: User) -> LobbySeat:
    """Return somebody's seat; raise Refusal if they have none."""
    for seat in seats:
        if seat.user_id == user.pk:
            return seat
    raise Refusal("You don't have a seat at this table.")


def check_awake(lobby: Lobby, user: User, now: datetime, *, opening: bool = False) -> None:
    """Raise Refusal for somebody whom a holiday keeps from a table."""
    if why := away_refusal(lobby=lobby, user=user, now=now, opening=opening):
        raise Refusal(why)


def refusal(*, lobby: Lobby, user: User) -> str:
    """Return why somebody does not sit down with those who wait at a table, "" if they can."""
    return company.refusal(user.pk, [seat.user_id for seat in lobby.seats.all()])


def away_refusal(*, lobby: Lobby, user: User, now: datetime, opening: bool = False) -> Text | None:
    """Return why a holiday keeps a person from a table, or from opening it, or None."""
    return holidays.refusal(
        user=user,
        info=game_class(lobby.game).info,
        control=lobby.control,
        agreement=lobby.agreement,
        seats=len(lobby.seats.all()),
        now=now,
        opening=opening,
    )


def begin_if_full(lobby: Lobby, seats: list[LobbySeat], now: datetime) -> None:
    """Begin if nobody is missing."""
    if all(seat.taken for seat in seats):
        begin(lobby, seats, now)


def check_waiting(lobby: Lobby, user: User) -> None:
    """Refuse one more waiting table to somebody who sits at very many; it is there already."""
    if lobby.status != Status.WAITING:
        return
    _hold_person(user)
    if LobbySeat.objects.filter(user=user, lobby__status=Status.WAITING).count() > MOST_WAITING:
        raise Refusal(
            "You're already sitting at {most} waiting tables. Leave one of them first.",
            most=MOST_WAITING,
        )


def _check_alone(seats: list[LobbySeat], *, duel: bool) -> None:
    """Refuse one more game with the computer to somebody who has very many: it has others too."""
    people = [seat.user for seat in seats if seat.user is not None]
    if len(people) != 1:
        return
    (user,) = people
    _hold_person(user)
    more = len(seats) - 1 if duel else 1
    most = MOST_ALONE_AS_GUEST if user.is_guest else MOST_ALONE
    if matches.alone(user_id=user.pk) + more > most:
        if duel:
            raise Refusal(
                "You can have up to {most} games at a time, on your own or against the computer. "
                "Each computer player in a duel counts as one. Finish a game or resign from one "
                "before you start another.",
                most=most,
            )
        raise Refusal(
            "You can have up to {most} games at a time, on your own or against the computer. "
            "Finish a game or resign from one before you start another.",
            most=most,
        )


def _hold_person(user: User) -> None:
    """Let nobody count what a person has until the caller's transaction has ended."""
    User.objects.select_for_update(no_key=True).only("pk").get(pk=user.pk)


def begin(lobby: Lobby, seats: list[LobbySeat], now: datetime) -> None:
    """Begin the match of those who sit here, or their duel."""
    duel = len(seats) > game_class(lobby.game).info.max_players
    _check_alone(seats, duel=duel)
    plans = [_plan(seat) for seat in seats]
    game, options, control = lobby.game, lobby.options, lobby.control
    if duel:
        lobby.duel = start_duel(
            game=game, options=options, control=control, entrants=plans, now=now
        )
    else:
        lobby.match = start_match(
            game=game,
            options=options,
            control=control,
            agreement=lobby.agreement,
            seats=plans,
            now=now,
        )
    lobby.status = Status.STARTED
    lobby.save(update_fields=["match", "duel", "status"])
    tell_where(lobby, lobby.began)


def tell_where(lobby: Lobby, began: Any) -> None:
    """Tell the open pages of a table, and of those who wait there, where the game has begun."""
    message = started(lobby, began)
    transaction.on_commit(functools.partial(poke, [(table_group(lobby), message)]))


def started(lobby: Lobby, began: Any) -> dict[str, Any]:
    """Return the poke that a game has begun: its address, and the name of the game."""
    title = game_class(lobby.game).info.title
    return {"type": "table.started", "url": began.get_absolute_url(), "game": title}


def _plan(seat: LobbySeat) -> SeatPlan:
    if seat.user is not None:
        return SeatPlan(name=seat.user.display_name, user_id=seat.user.pk)
    return SeatPlan(name=LEVEL_NAMES[seat.level], level=seat.level)


def poke_all(lobby: Lobby, users: list[int | None]) -> None:
    """Poke the pages of the table, of those who sit there, and the list of open tables."""
    messages: list[tuple[str, dict[str, Any]]] = [
        (table_group(lobby), {"type": "table.changed"}),
        (OPEN_TABLES, {"type": "table.changed"}),
    ]
    people = [user for user in users if user]
    messages.append((ALL, {"type": "turns.changed", "users": people}))
    transaction.on_commit(functools.partial(_tell, messages))


def _tell(messages: list[tuple[str, dict[str, Any]]]) -> None:
    marks.change()  # first: a page that comes to the group now is told of it by the mark
    poke(messages)


OPEN_TABLES = "tables.open"
